import type { RequestListener } from 'node:http'
import type pg from 'pg'

/** Pages of lists as one statement makes them, and the month at a glance, without what the service does around them. */
export default (pool: pg.Pool): RequestListener =>
  async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://bare')
    const limit = Number(searchParams.get('limit'))
    const offset = (Number(searchParams.get('page') ?? 1) - 1) * limit
    const period = searchParams.get('period')
    const { text, values } =
      pathname === '/api/sellers'
        ? { text: SELLERS, values: [limit, offset] }
        : { text: SCORES, values: [limit, offset, period] }
    const { rows } = await pool.query({ name: pathname, text, values })
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(`{"data":${rows[0].data},"total":${rows[0].total}}`)
  }

const SELLERS = `
  select (select count(*) from sellers where status = 'active') as total,
         (select json_agg(r)::text from (
            select s.*, a.name as am_name, w.name as warehouse_name
            from (select id from sellers where status = 'active' order by seller_code limit $1 offset $2) p
              join sellers s on s.id = p.id
              left join account_managers a on a.id = s.assigned_am_id
              left join warehouses w on w.id = s.primary_warehouse_id
            order by s.seller_code) r) as data`

const SCORES = `
  select (select count(*) from monthly_scores where period = $3) as total,
         (select json_agg(r)::text from (
            select m.*, s.seller_code, s.company_name, a.name as am_name
            from (select seller_id, period from monthly_scores where period = $3 order by code limit $1 offset $2) p
              join monthly_scores m on m.seller_id = p.seller_id and m.period = p.period
              join sellers s on s.id = m.seller_id
              left join account_managers a on a.id = m.am_id
            order by m.code) r) as data`
