import { isDeepStrictEqual } from 'node:util'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { withoutData } from '../../../src/scoring/score.ts'

/** Columns of a score that its explanation, and with it its leaf, says too; total and tier stand in the leaf itself. */
const EXPLAINED = [
  ...COMPONENTS.flatMap((name) => [`${name}_raw`, `${name}_weighted`]),
  'previous_sos',
  'delta_sos',
  'direction',
  'is_rated',
  'is_grace_period',
  'imputed',
  'tier_rank',
  'tier_color',
  'tier_benefits',
]

/** These columns of a row of monthly_scores, as they stand there. */
export type Columns = Record<string, unknown>

/** SQL that makes these columns of a row one JSON object. */
export const columnsOf = (row: string) =>
  `jsonb_build_object(${EXPLAINED.map((name) => `'${name}', ${row}.${name}`).join(', ')})`

/** The same of a row that is kept as JSON, whatever stands there. */
export const keptColumnsOf = (row: string) =>
  `jsonb_build_object(${EXPLAINED.map((name) => `'${name}', ${row}->'${name}'`).join(', ')})`

/** Which columns of a score are not what its explanation and the tier of its rules say. */
export function otherThanExplained(
  columns: Columns,
  { components, trend, tier, grace }: Explanation,
  rules: Pick<ScoringRules, 'tiers'> | null,
): string[] {
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
    // A release before 0.2.0 wrote none into the revisions that were replaced.
    imputed:
      columns.imputed &&
      withoutData(COMPONENTS.map((component) => ({ ...components[component], component }))),
    tier_rank: inRules ? inRules.rank : columns.tier_rank,
    tier_color: inRules ? inRules.color : columns.tier_color,
    tier_benefits: inRules ? inRules.benefits : columns.tier_benefits,
  }
  return EXPLAINED.filter((name) => !isDeepStrictEqual(columns[name], explained[name]))
}
