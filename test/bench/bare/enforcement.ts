import type { RequestListener } from 'node:http'
import type pg from 'pg'

const TEXT = `
  select s.seller_code, s.status,
         (select json_agg(json_build_object('type', u.surcharge_type, 'amount', u.amount, 'period', u.period,
                                            'reason', u.trigger_details ->> 'reason')
                          order by u.period desc, u.id desc)
          from surcharges u where u.seller_id = s.id and u.status in ('pending', 'applied')) as surcharges
  from sellers s where s.seller_code = $1`

/** Whether a seller is blocked, and its surcharges, by one named statement. */
export default (pool: pg.Pool): RequestListener =>
  async ({ url = '' }, response) => {
    const { rows } = await pool.query({ name: 'enforcement', text: TEXT, values: [url.split('/')[4]] })
    const [{ seller_code, status, surcharges }] = rows
    const active_surcharges: { type: string }[] = surcharges ?? []
    const is_blocked = status !== 'active' || active_surcharges.some(({ type }) => type === 'payment_block')
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ seller_code, is_blocked, active_surcharges }))
  }
