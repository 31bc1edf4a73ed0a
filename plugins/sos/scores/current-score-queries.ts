import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'

/** A seller, and its score of the asked period or the newest one as the JSON text of the answer; null without one. */
export interface ScoredSeller extends SellerScope {
  seller_code: string
  score: string | null
}

/** What is asked for, as one text: a seller by id or code, and a period or none. */
export const keyOf = (name: string, period: string | undefined) => `${period ?? ''} ${name}`

/** The sellers of these keys with their scores, by key. */
export async function currentScores(db: Sql, keys: string[]): Promise<Map<string, ScoredSeller>> {
  const asked = { ids: [] as string[], codes: [] as string[] }
  const names = { ids: [] as number[], codes: [] as string[] }
  const periods = { ids: [] as (string | null)[], codes: [] as (string | null)[] }
  for (const key of keys) {
    const blank = key.indexOf(' ')
    const named = idOrCode(key.slice(blank + 1))
    const kind = 'code' in named ? 'codes' : 'ids'
    asked[kind].push(key)
    periods[kind].push(key.slice(0, blank) || null)
    if ('code' in named) names.codes.push(named.code)
    else names.ids.push(named.id)
  }
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
     from (
       select key, asked_period, sellers.*
       from unnest($1::text[], $2::text[], $3::text[]) asked (key, code, asked_period)
         join sellers on sellers.seller_code = asked.code
       union all
       select key, asked_period, sellers.*
       from unnest($4::text[], $5::int[], $6::text[]) asked (key, id, asked_period)
         join sellers on sellers.id = asked.id
     ) s`,
    [asked.codes, names.codes, periods.codes, asked.ids, names.ids, periods.ids],
    'current-scores',
  )
  return new Map(rows.map((seller) => [seller.key, seller]))
}
