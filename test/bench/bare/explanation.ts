import type { RequestListener } from 'node:http'
import type pg from 'pg'

/** Reads the row that an explanation is made of, and answers it as it is. */
export default function explanation(pool: pg.Pool): RequestListener {
  return (request, response) => {
    const code = /sellers\/([^/]+)\//.exec(request.url ?? '')?.[1]
    pool
      .query({ name: 'explanation', text: ROW, values: [code] })
      .then(({ rows }) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(rows[0]))
      })
      .catch((error) => response.writeHead(500).end(String(error)))
  }
}

const ROW = `
  select m.*, e.*, s.seller_code from sellers s join monthly_scores m on m.seller_id = s.id
    join score_explanations e using (seller_id, period, revision)
  where s.seller_code = $1 order by m.period desc limit 1`
