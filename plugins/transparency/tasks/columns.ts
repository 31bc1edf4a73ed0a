import { COMPONENTS } from '../../../src/scoring/components.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { withoutData } from '../../../src/scoring/score.ts'
import { computeTrend } from '../../../src/scoring/trend.ts'

/** The columns of a row of monthly_scores, as they stand there: numbers, texts, or lists of texts. */
export type Columns = Record<string, unknown>

/** A stored score. */
export interface Stored {
  columns: Columns
  /** What its trend compares today; null for a replaced revision, whose trend may be that of any day. */
  compared: { total_sos: number; previous_sos: number | null } | null
}

/** The columns that an explanation and the tier of its rules say. Total and tier stand in the leaf itself. */
export function explainedColumns(
  { components, trend, tier, grace }: Explanation,
  rules: Pick<ScoringRules, 'tiers'> | null,
): Columns {
  const inRules = rules?.tiers.find(({ id }) => id === tier.id)
  return {
    ...Object.fromEntries(
      COMPONENTS.flatMap((name) => [
        [`${name}_raw`, components[name].raw],
        [`${name}_weighted`, components[name].weighted],
      ]),
    ),
    ...trendColumns(trend),
    is_rated: tier.is_rated,
    is_grace_period: grace.is_grace_period,
    imputed: withoutData(COMPONENTS.map((component) => ({ ...components[component], component }))),
    ...(inRules && {
      tier_rank: inRules.rank,
      tier_color: inRules.color,
      tier_benefits: inRules.benefits,
    }),
  }
}

const trendColumns = ({ previous_sos, delta, direction }: ReturnType<typeof computeTrend>) => ({
  previous_sos,
  delta_sos: delta,
  direction,
})

/**
 * Which columns of a score are not what is expected. What a score is compared with changes with the score before it: its
 * trend is that of then, or of today.
 */
export function otherColumns({ columns, compared }: Stored, expected: Columns): string[] {
  const differs = (from: Columns) =>
    Object.keys(from).filter((name) => JSON.stringify(columns[name]) !== JSON.stringify(from[name]))
  const rated = expected.is_rated === true
  const today = compared && computeTrend(compared.total_sos, compared.previous_sos, rated)
  const isRenewed = today === null || differs(trendColumns(today)).length === 0
  return differs(expected).filter((name) => !(isRenewed && TREND.includes(name)))
}

const TREND = ['previous_sos', 'delta_sos', 'direction']
