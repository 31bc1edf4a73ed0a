import { scoreColumns } from '../../../src/domain/scores/score-row.ts'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { type Score, withoutData } from '../../../src/scoring/score.ts'
import { computeTrend } from '../../../src/scoring/trend.ts'

/** What a score is compared with changes with the score before it: it is that of then, or of today. */
const TREND = ['previous_sos', 'delta_sos', 'direction']

/**
 * All columns that computing a score again fills; `orders` is counted in its inputs, and `run_id` is the run that kept
 * them. Total and tier stand in the leaf itself.
 */
const COMPUTED = [
  ...COMPONENTS.flatMap((name) => [`${name}_raw`, `${name}_weighted`]),
  ...TREND,
  ...['is_rated', 'is_grace_period', 'imputed', 'tier_rank', 'tier_color', 'tier_benefits'],
  ...['unrated_reason', 'unrated_metric', 'top_opportunity', 'orders', 'run_id'],
]

/** The columns of a row of monthly_scores, as they stand there. */
export type Columns = Record<string, unknown>

/** A total, and the one that it is compared with; null without one. */
export interface Compared {
  total_sos: number
  previous_sos: number | null
}

/** A stored score; `compared` is null for a replaced revision, whose trend may be that of any day. */
interface Stored {
  columns: Columns
  compared: Compared | null
}

/** Which columns of a score are not what its explanation and the tier of its rules say. */
export function otherThanExplained(
  score: Stored,
  { components, trend, tier, grace }: Explanation,
  rules: Pick<ScoringRules, 'tiers'> | null,
): string[] {
  const { columns } = score
  const inRules = rules?.tiers.find(({ id }) => id === tier.id)
  const explained: Columns = {
    ...Object.fromEntries(
      COMPONENTS.flatMap((name) => [
        [`${name}_raw`, components[name].raw],
        [`${name}_weighted`, components[name].weighted],
      ]),
    ),
    previous_sos: trend.previous_sos,
    delta_sos: trend.delta,
    direction: trend.direction,
    is_rated: tier.is_rated,
    is_grace_period: grace.is_grace_period,
    imputed: withoutData(COMPONENTS.map((component) => ({ ...components[component], component }))),
    tier_rank: inRules ? inRules.rank : columns.tier_rank,
    tier_color: inRules ? inRules.color : columns.tier_color,
    tier_benefits: inRules ? inRules.benefits : columns.tier_benefits,
  }
  return others(Object.keys(explained), score, explained)
}

/** Which columns of a score are not what comes out when it is computed again. */
export function otherThanComputed(
  stored: Stored,
  score: Score,
  of: { orders: number; run_id: number | null },
): string[] {
  return others(COMPUTED, stored, { ...scoreColumns(score), ...of })
}

function others(names: readonly string[], { columns, compared }: Stored, expected: Columns) {
  const today = compared && trendColumns(compared, expected.is_rated === true)
  const isOther = (name: string) => !isSame(columns[name], expected[name])
  const isRenewed = today === null || TREND.every((name) => isSame(columns[name], today[name]))
  return names.filter((name) => isOther(name) && !(isRenewed && TREND.includes(name)))
}

function trendColumns({ total_sos, previous_sos }: Compared, isRated: boolean): Columns {
  const { delta, ...trend } = computeTrend(total_sos, previous_sos, isRated)
  return { ...trend, delta_sos: delta }
}

/** Columns are numbers, texts, or lists of texts. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
