import type { RequestListener } from 'node:http'
import type pg from 'pg'

const TEXT = `
  select s.id, s.seller_code, s.company_name, s.contract_type, s.primary_warehouse_id, s.assigned_am_id,
         s.payment_terms_days, s.metadata, s.status, s.created_at, a.name as am_name, w.name as warehouse_name
  from sellers s
    left join account_managers a on a.id = s.assigned_am_id
    left join warehouses w on w.id = s.primary_warehouse_id
  where s.seller_code = $1`

/** A seller with the names of what it points to, by one named statement; no score, appeals, surcharges or tag. */
export default (pool: pg.Pool): RequestListener =>
  async ({ url = '' }, response) => {
    const { rows } = await pool.query({ name: 'seller', text: TEXT, values: [url.split('/')[3]] })
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(rows[0]))
  }
