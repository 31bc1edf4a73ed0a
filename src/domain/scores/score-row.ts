import { COMPONENTS, type Component } from '../../scoring/components.ts'
import type { Score } from '../../scoring/score.ts'
import type { Direction } from '../../scoring/trend.ts'
import type { ScoreRecord } from './score-record.ts'

/** A row of monthly_scores. */
export type ScoreRow = {
  id: number
  seller_id: number
  period: string
  revision: number
  status: ScoreRecord['status']
  am_id: number | null
  total_sos: number
  is_rated: boolean
  unrated_reason: string | null
  unrated_metric: string | null
  imputed: Component[]
  tier_name: string
  tier_rank: number
  tier_color: string
  tier_benefits: string
  previous_sos: number
  delta_sos: number
  direction: Direction
  top_opportunity: Component
  is_grace_period: boolean
  run_id: number
  reviewed_by: string | null
  notes: string | null
  calculated_at: string
  finalized_at: string | null
} & Record<`${Component}_${'raw' | 'weighted'}`, number>

/** A row with the names of what it points to. */
export type NamedScoreRow = ScoreRow & { seller_code: string; company_name: string; am_name: string | null }

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
export const recordOf = (row: NamedScoreRow): ScoreRecord => ({
  id: row.id,
  seller_code: row.seller_code,
  company_name: row.company_name,
  am_id: row.am_id,
  am_name: row.am_name,
  period: row.period,
  total_sos: row.total_sos,
  is_rated: row.is_rated,
  unrated_reason: row.unrated_reason,
  imputed: row.imputed,
  tier: tierOf(row),
  components: componentsOf(row),
  trend: trendOf(row),
  is_grace_period: row.is_grace_period,
  status: row.status,
  revision: row.revision,
  reviewed_by: row.reviewed_by,
  notes: row.notes,
  run_id: row.run_id,
  calculated_at: row.calculated_at,
  finalized_at: row.finalized_at,
})

/** The columns of monthly_scores that a computed score fills, as a list in SQL. */
export const SCORE_COLUMNS = [
  'total_sos, is_rated, unrated_reason, unrated_metric, imputed, tier_name, tier_rank, tier_color, tier_benefits',
  ...COMPONENTS.map((component) => `${component}_raw, ${component}_weighted`),
  'previous_sos, delta_sos, direction, top_opportunity, is_grace_period',
].join(', ')

/** The same with their values. */
export const scoreColumns = (score: Score) => ({
  total_sos: score.total_sos,
  is_rated: score.is_rated,
  unrated_reason: score.unrated?.reason ?? null,
  unrated_metric: score.unrated?.metric ?? null,
  imputed: score.imputed,
  tier_name: score.tier.name,
  tier_rank: score.tier.rank,
  tier_color: score.tier.color,
  tier_benefits: score.tier.benefits,
  ...Object.fromEntries(
    COMPONENTS.flatMap((component) => [
      [`${component}_raw`, score.components[component].raw],
      [`${component}_weighted`, score.components[component].weighted],
    ]),
  ),
  previous_sos: score.trend.previous_sos,
  delta_sos: score.trend.delta,
  direction: score.trend.direction,
  top_opportunity: score.top_opportunity,
  is_grace_period: score.is_grace_period,
})
