import type { RequestListener } from 'node:http'
import pg from 'pg'

const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score']
const TEXT = `
  select s.seller_code, m.*
  from sellers s join monthly_scores m on m.seller_id = s.id
  where s.seller_code = $1 order by m.period desc limit 1`

/** The newest score of a seller by one named statement. */
export default (pool: pg.Pool): RequestListener => {
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  return async ({ url = '' }, response) => {
    const { rows } = await pool.query({ name: 'score', text: TEXT, values: [url.split('/')[4]] })
    const [row] = rows
    const score = {
      seller_code: row.seller_code,
      period: row.period,
      total_sos: row.total_sos,
      tier: { name: row.tier_name, color: row.tier_color, benefits: row.tier_benefits },
      components: Object.fromEntries(
        COMPONENTS.map((name) => [name, { raw: row[`${name}_raw`], weighted: row[`${name}_weighted`] }]),
      ),
      trend: { previous_sos: row.previous_sos, delta: row.delta_sos, direction: row.direction },
      top_opportunity: row.top_opportunity,
      is_grace_period: row.is_grace_period,
      status: row.status,
    }
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(score))
  }
}
