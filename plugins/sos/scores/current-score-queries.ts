import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { ASKED_SELLERS, namesOf } from './asked-sellers.ts'

/** A seller, and its score of the asked period or the newest one as the JSON text of the answer; null without one. */
export interface ScoredSeller extends SellerScope {
  seller_code: string
  score: string | null
}

/** The sellers of these keys with their scores, by key. */
export async function currentScores(db: Sql, keys: string[]): Promise<Map<string, ScoredSeller>> {
  const rows = await db.rows<ScoredSeller & { key: string }>(
    `select s.key, s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id,
            (select format(
                      '{"seller_code":%s,"period":"%s","total_sos":%s,'
                      '"tier":{"name":%s,"color":%s,"benefits":%s},'
                      '"components":{"p_score":{"raw":%s,"weighted":%s},"o_score":{"raw":%s,"weighted":%s},'
                      '"t_score":{"raw":%s,"weighted":%s},"f_score":{"raw":%s,"weighted":%s},'
                      '"i_score":{"raw":%s,"weighted":%s}},'
                      '"trend":{"previous_sos":%s,"delta":%s,"direction":"%s"},'
                      '"top_opportunity":"%s","is_grace_period":%s,"status":"%s"}',
                      to_json(s.seller_code), m.period, trim_scale(m.total_sos),
                      to_json(m.tier_name), to_json(m.tier_color), to_json(m.tier_benefits),
                      trim_scale(m.p_score_raw), trim_scale(m.p_score_weighted),
                      trim_scale(m.o_score_raw), trim_scale(m.o_score_weighted),
                      trim_scale(m.t_score_raw), trim_scale(m.t_score_weighted),
                      trim_scale(m.f_score_raw), trim_scale(m.f_score_weighted),
                      trim_scale(m.i_score_raw), trim_scale(m.i_score_weighted),
                      trim_scale(m.previous_sos), trim_scale(m.delta_sos), m.direction,
                      m.top_opportunity, to_json(m.is_grace_period), m.status)
             from monthly_scores m
             where m.seller_id = s.id and (s.asked_period is null or m.period = s.asked_period)
             order by m.period desc limit 1) as score
     from ${ASKED_SELLERS} s`,
    namesOf(keys),
    'current-scores',
  )
  return new Map(rows.map((seller) => [seller.key, seller]))
}
