import { fieldsOf } from '../../platform/schemas/fields-of.ts'
import { COMPONENTS, type Component } from '../../scoring/components.ts'
import type { Score } from '../../scoring/score.ts'
import type { Direction } from '../../scoring/trend.ts'
import { ScoreRecord } from './score-record.ts'

/** What of a record does not stand in its row as it is shown. */
type Made = 'seller_code' | 'company_name' | 'am_name' | 'tier' | 'components' | 'trend'

/** A row of monthly_scores. */
export type ScoreRow = Omit<ScoreRecord, Made> & {
  seller_id: number
  unrated_metric: string | null
  tier_name: string
  tier_rank: number
  tier_color: string
  tier_benefits: string
  previous_sos: number
  delta_sos: number
  direction: Direction
  top_opportunity: Component
} & Record<`${Component}_${'raw' | 'weighted'}`, number>

/** A row with the names of what it points to. */
export type NamedScoreRow = ScoreRow & Pick<ScoreRecord, 'seller_code' | 'company_name' | 'am_name'>

export const tierOf = ({ tier_name: name, tier_color: color, tier_benefits: benefits }: ScoreRow) => ({
  name,
  color,
  benefits,
})

export const componentsOf = (row: ScoreRow) =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name, { raw: row[`${name}_raw`], weighted: row[`${name}_weighted`] }]),
  ) as ScoreRecord['components']

export const trendOf = ({ previous_sos, delta_sos: delta, direction }: ScoreRow) => ({
  previous_sos,
  delta,
  direction,
})

/** The full record, as lists and events show it. */
export const recordOf = (row: NamedScoreRow): ScoreRecord =>
  fieldsOf(ScoreRecord, { ...row, tier: tierOf(row), components: componentsOf(row), trend: trendOf(row) })

type Values = { [column: string]: (score: Score) => unknown }

/** The columns of monthly_scores that a computed score fills. */
const COMPUTED: Values = {
  total_sos: ({ total_sos }) => total_sos,
  is_rated: ({ is_rated }) => is_rated,
  unrated_reason: ({ unrated }) => unrated?.reason ?? null,
  unrated_metric: ({ unrated }) => unrated?.metric ?? null,
  imputed: ({ imputed }) => imputed,
  tier_name: ({ tier }) => tier.name,
  tier_rank: ({ tier }) => tier.rank,
  tier_color: ({ tier }) => tier.color,
  tier_benefits: ({ tier }) => tier.benefits,
  ...Object.fromEntries(
    COMPONENTS.flatMap((name): [string, Values[string]][] => [
      [`${name}_raw`, ({ components }) => components[name].raw],
      [`${name}_weighted`, ({ components }) => components[name].weighted],
    ]),
  ),
  previous_sos: ({ trend }) => trend.previous_sos,
  delta_sos: ({ trend }) => trend.delta,
  direction: ({ trend }) => trend.direction,
  top_opportunity: ({ top_opportunity }) => top_opportunity,
  is_grace_period: ({ is_grace_period }) => is_grace_period,
}

/** Their names, as a list in SQL. */
export const SCORE_COLUMNS = Object.keys(COMPUTED).join(', ')

/** Their values. */
export const scoreColumns = (score: Score): Record<string, unknown> =>
  Object.fromEntries(Object.entries(COMPUTED).map(([column, read]) => [column, read(score)]))
