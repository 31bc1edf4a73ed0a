import type { RequestListener } from 'node:http'
import type pg from 'pg'

const TEXT = `
  select m.*, e.*, s.seller_code from sellers s join monthly_scores m on m.seller_id = s.id
    join score_explanations e using (seller_id, period, revision)
  where s.seller_code = $1 order by m.period desc limit 1`

/** Reads the row that an explanation is made of, and answers it as it is. */
export default (pool: pg.Pool): RequestListener =>
  async ({ url = '' }, response) => {
    const { rows } = await pool.query({ name: 'explanation', text: TEXT, values: [url.split('/')[4]] })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(rows[0]))
  }
