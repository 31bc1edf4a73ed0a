import t from 'tap'
import { overlapping } from '../setup/waiters.ts'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { app, call, push, rows, user } = await syncApp(t)

const url = (feed: string) => `/api/sync/${feed}/control-totals`
const declare = (feed: string, body: object, role: 'system' | 'viewer' = 'system') =>
  call(role, 'POST', url(feed), { period: '2026-10', ...body })
const list = async (feed: string, query = '?period=2026-10') => call('viewer', 'GET', url(feed) + query)

const order = (seller_code: string, code: string, ordered_at = '2026-10-05T10:00:00Z') => ({
  seller_code,
  order_code: code,
  ordered_at,
  units: 3,
})

t.test('shows what was declared beside what is stored, for all and by seller', async (t) => {
  await push('orders', [
    order('S-1', 'O-1'),
    order('S-1', 'O-2'),
    order('S-2', 'O-3'),
    order('S-2', 'O-4', '2026-11-01T00:00:00Z'),
  ])
  t.match(await declare('orders', { totals: { records: 4, units: 12 } }), {
    status: 200,
    body: { success: true },
  })
  await declare('orders', { seller_code: 'S-2', totals: { units: 3 } })
  const { status, body } = await list('orders')
  t.equal(status, 200)
  t.match(body, { total: 2, page: 1, limit: 500 })
  t.match(body.data[0], {
    ...{ period: '2026-10', seller_code: null, totals: { records: 4, units: 12 } },
    ...{ ours: { records: 3, units: 9 }, difference: { records: -1, units: -3 }, facts_deleted: false },
    ...{ user_id: user.system.id },
  })
  t.match(body.data[1], { seller_code: 'S-2', ours: { units: 3 }, difference: { units: 0 } })
  await rows(`insert into retention_deletions (feed, period, deleted) values ('orders', '2026-10', 1)`)
  t.equal((await list('orders')).body.data[0].facts_deleted, true)
  await declare('tickets', { totals: { records: 4 } })
  t.equal((await list('tickets')).body.data[0].facts_deleted, false, 'another feed')
})

t.test('the later one replaces the earlier one, also of several at once, and all are audited', async (t) => {
  const totals = [{ records: 1, amount: 10.1 }, { amount: 20.2 }, { amount: 20.25 }]
  const both = totals.slice(0, 2).map((totals) => () => declare('payments', { totals }))
  for (const { status } of await overlapping(t, app.db, 'audit_log', both)) t.equal(status, 200)
  await declare('payments', { totals: totals[2] })
  const { data, total } = (await list('payments')).body
  t.same([total, data[0].totals], [1, totals[2]])
  const states = [null, ...totals.map((totals) => ({ period: '2026-10', seller_code: null, totals }))]
  t.same(
    await rows(`select action, entity_id, before, after from audit_log order by id`),
    totals.map((_, n) => ({
      ...{ action: 'sync.payments.control_totals', entity_id: 'payments' },
      ...{ before: states[n], after: states[n + 1] },
    })),
  )
})

t.test('each feed adds up what is its own', async (t) => {
  const invoice = { seller_code: 'S-1', issued_on: '2026-09-01' }
  await push('payments', [
    { ...invoice, invoice_code: 'I-1', amount: 10.1, due_on: '2026-10-31' },
    { ...invoice, invoice_code: 'I-2', amount: 20.2, due_on: '2026-11-01' },
  ])
  const actuals = GOOD['campaign-actuals']
  await push('campaign-actuals', [actuals, { ...actuals, campaign_code: 'C-SEP', actual_orders: 4 }])
  await push('forecasts', [GOOD.forecasts])
  await push('revenue', [{ ...GOOD.revenue, amount: -3.5 }])
  for (const [feed, totals, difference] of [
    ['payments', { records: 2, amount: 30.3 }, { records: -1, amount: -20.2 }],
    ['campaign-actuals', { actual_orders: 114 }, { actual_orders: -4 }],
    ['forecasts', { forecast_orders: 120 }, { forecast_orders: 0 }],
    ['revenue', { amount: -3.5 }, { amount: 0 }],
    ['tickets', { records: 0 }, { records: 0 }],
    ['inventory', { quantity: 1 }, { quantity: -1 }],
  ] as const) {
    t.equal((await declare(feed, { totals })).status, 200, feed)
    t.same((await list(feed)).body.data[0].difference, difference, feed)
  }
})

t.test('what the feed does not add up is a 400, an unknown seller a 404', async (t) => {
  const totals = { records: 1 }
  for (const [feed, body, error] of [
    ['tickets', { totals: { units: 3 } }, /units/],
    ['orders', { totals: {} }, /totals/],
    ['orders', { totals: { records: 1.5 } }, /records/],
    ['orders', { totals, period: '2026-13' }, /period/],
    ['orders', { totals, seller_code: '' }, /seller_code/],
    ['payments', { totals: { amount: 0.001 } }, /^totals.amount must have at most two decimals.$/],
    ['payments', { totals: { amount: 1e-9 } }, /^totals.amount must have at most two decimals.$/],
    ['revenue', { totals: { amount: -12.345 } }, /^totals.amount must have at most two decimals.$/],
  ] as const)
    t.match(await declare(feed, body), { status: 400, body: { error } }, JSON.stringify(body))
  const unknown = { status: 404, body: { error: 'There is no seller S-404.' } }
  t.match(await declare('orders', { seller_code: 'S-404', totals }), unknown)
  t.equal((await call('system', 'POST', url('sellers'), { totals })).status, 404)
})
