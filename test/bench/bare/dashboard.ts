import type { RequestListener } from 'node:http'
import type pg from 'pg'
import { STATS } from '../../../plugins/dashboard/stats.ts'

/** The statement of the dashboard, and its row as JSON. */
export default (pool: pg.Pool): RequestListener =>
  async ({ url = '/' }, response) => {
    const period = new URL(url, 'http://bare').searchParams.get('period')
    const { rows } = await pool.query({ name: 'stats', text: STATS, values: [period, null, null] })
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(rows[0]))
  }
