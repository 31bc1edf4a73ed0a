import t from 'tap'
import { testApp } from '../setup/app.ts'
import { factsOf, makeSeller, RETURN_RATE } from '../sos/setup.ts'

const { app, call } = await testApp(t, { WORKER: 'on' })
const { id, seller_code } = await makeSeller(app)
await factsOf(app, id).orders(...Array.from({ length: 39 }, () => ({})), { order_code: 'O-1' })
const returned = (return_code: string, more = {}) => ({
  return_code,
  seller_code,
  returned_at: '2026-03-12T10:00:00Z',
  ...more,
})
const score = `/api/sos/sellers/${seller_code}/score`
const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })

t.test('without a rule that names it, the rate of returns is in no score', async (t) => {
  const records = [
    returned('R-1', { order_code: 'O-1', fault: 'carrier', carrier: 'DHL' }),
    returned('R-2', { rma: 'R-2', order_id: 'unheard-of', reason: 'too small' }),
    returned('R-3', { returned_on: '2026-04-01', returned_at: undefined }),
    returned('R-4', { fault: 'seller' }),
  ]
  t.match((await call('system', 'POST', '/api/sync/returns', { records })).body, { created: 4, rejected: 0 })
  await calculate()
  const { body } = await call('bod', 'GET', `${score}/explanation?period=2026-03`)
  t.match(body.run.feeds_in_use, { orders: true, returns: true })
  t.notMatch(JSON.stringify(body.metrics), 'return_rate')
})

t.test('with a rule it is: returns without those by another’s fault ÷ orders of the month', async (t) => {
  t.match((await call('bod', 'POST', '/api/config/o-score', RETURN_RATE)).body, { success: true })
  await calculate()
  const { metrics } = (await call('bod', 'GET', `${score}/explanation?period=2026-03`)).body
  t.match(
    metrics.filter(({ metric }: { metric: string }) => metric === 'return_rate'),
    [{ component: 'o_score', numerator: 2, denominator: 40, value: 5, points: 50, left_out: { carrier: 1 } }],
  )
  const { reasons } = (await call('bod', 'GET', `${score}/reasons?period=2026-03`)).body
  t.match(
    JSON.stringify(reasons),
    "2 returns came back from 40 orders: 5 per 100 (not counted: 1 by the carrier's fault)",
  )
})

t.test('its rows are listed, each with the days since its order where that is known', async (t) => {
  const { body } = await call('bod', 'GET', `${score}/facts?period=2026-03&metric=return_rate&limit=3`)
  t.match(body, { numerator: 2, denominator: 40, total: 43 })
  t.match(body.data, [
    { fact: 'return', numerator: 1, denominator: 0, record: { return_code: 'R-2', days_since_order: null } },
    { fact: 'return', numerator: 1, denominator: 0, costs: true },
    {
      ...{ fact: 'return', numerator: 0, denominator: 0, left_out: 'carrier', costs: false },
      ...{ record: { return_code: 'R-1', days_since_order: 7 } },
    },
  ])
})

t.test('paths and what-if answer under such a rule', async (t) => {
  const period = '2026-03'
  for (const [method, path, body] of [
    ['POST', 'path', { period }],
    ['GET', `sensitivity?period=${period}`],
    ['POST', 'what-if', { period, facts: { orders: 50 } }],
    ['GET', 'projection'],
  ] as const)
    t.match(await call('bod', method, `${score}/${path}`, body), { status: 200 }, path)
})
