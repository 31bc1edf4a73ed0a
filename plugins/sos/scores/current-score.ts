import { componentsOf, type ScoreRow, tierOf, trendOf } from '../../../src/domain/scores/score-row.ts'
import type { CurrentScore } from './schemas.ts'

/** What a seller's score endpoint shows. */
export const currentOf = (seller_code: string, row: ScoreRow): CurrentScore => ({
  seller_code,
  period: row.period,
  total_sos: row.total_sos,
  tier: tierOf(row),
  components: componentsOf(row),
  trend: trendOf(row),
  top_opportunity: row.top_opportunity,
  is_grace_period: row.is_grace_period,
  status: row.status,
})
