import t from 'tap'
import { testApp } from '../setup/app.ts'
import { eventsOf } from './seller-events.ts'

const period = '2025-08'
const { app, call, done } = await testApp(t, { WORKER: 'on' })
const post = (url: string, body: object) => done('bod', 'POST', url, body)
for (const seller_code of ['S-1', 'S-huge'])
  await post('/api/sellers', { seller_code, company_name: 'Acme', contract_start_date: '2020-01-01' })
const forecast = { period, submitted_at: '2025-07-01T12:00:00Z' }
const order = { order_code: 'O-1', ordered_at: '2025-08-10T12:00:00Z' }
await post('/api/sync/forecasts', {
  records: [
    { ...forecast, seller_code: 'S-1', forecast_orders: 3 },
    { ...forecast, seller_code: 'S-huge', forecast_orders: 2_147_483_647 },
  ],
})
await post('/api/sync/orders', {
  records: ['S-1', 'S-huge'].map((seller_code) => ({ ...order, seller_code })),
})
await post('/api/sos/monthly/calculate', { period })

const rule = {
  surcharge_type: 'fee',
  metric: 'forecast_error',
  above: 50,
  per_point: 10,
  reason: 'Off',
  effective_from: period,
}
const { id } = await post('/api/config/surcharge', rule)
const evaluate = (dry_run = false) => call('finance', 'POST', '/api/surcharges/evaluate', { period, dry_run })
const change = (fields: object) => call('bod', 'PUT', `/api/config/surcharge/${id}`, { ...rule, ...fields })

t.test('an evaluation that brings more than can be stored answers 409 and creates nothing', async (t) => {
  for (const dry_run of [true, false])
    t.match(await evaluate(dry_run), {
      status: 409,
      body: {
        error: `rule ${id} (fee) brings seller S-huge more than 999999999999.99, the most that a surcharge can be: give the rule a cap.`,
      },
    })
  t.match((await call('bod', 'GET', '/api/surcharges')).body, { total: 0 })
  t.same([...(await eventsOf(app, 'S-1')), ...(await eventsOf(app, 'S-huge'))], [])
  t.same(await app.db.rows(`select from audit_log where action = 'surcharge.created'`), [])
})

t.test('with the largest numbers that a rule can have it answers the same', async (t) => {
  const most = 999_999_999_999.99
  t.equal((await change({ amount: most, per_point: most, above: -most })).status, 200)
  t.equal((await evaluate()).status, 409)
})

t.test('with a cap each amount is stored to the cent', async (t) => {
  const first = { amount: 0, per_point: 10, above: 50 } // a PUT keeps what it does not name
  t.equal((await change({ ...first, cap: 999_999_999_999.99 })).status, 200)
  const { status, body } = await evaluate()
  t.equal(status, 200)
  t.same(
    body.data
      .filter(({ rule_id }: { rule_id: number }) => rule_id === id)
      .map(({ seller_code, amount }: { seller_code: string; amount: number }) => [seller_code, amount]),
    [
      ['S-1', 1500],
      ['S-huge', 999_999_999_999.99],
    ],
  )
  t.match(await app.db.row('select max(amount)::text as most from surcharges where rule_id = $1', [id]), {
    most: '999999999999.99',
  })
})

t.test('a number that no number holds is refused, not stored as null', async (t) => {
  for (const field of ['above', 'amount', 'per_point', 'cap']) {
    const json = JSON.stringify({ ...rule, surcharge_type: 'endless', [field]: 0 })
    const body = json.replace(`"${field}":0`, `"${field}":1e400`)
    t.match(
      await call('bod', 'POST', '/api/config/surcharge', body, { 'content-type': 'application/json' }),
      { status: 400, body: { error: `${field} is too large for a number.` } },
    )
  }
  const huge = `{"seller_code":"S-1","period":"${period}","surcharge_type":"fee","amount":1e400}`
  t.match(await call('bod', 'POST', '/api/surcharges', huge, { 'content-type': 'application/json' }), {
    status: 400,
    body: { error: 'amount is too large for a number.' },
  })
})
