import t from 'tap'
import { overlapping } from '../setup/waiters.ts'
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
    period: '2026-10',
    seller_code: null,
    totals: { records: 4, units: 12 },
    ours: { records: 3, units: 9 },
    difference: { records: -1, units: -3 },
    facts_deleted: false,
    user_id: user.system.id,
  })
  t.match(body.data[1], { seller_code: 'S-2', ours: { units: 3 }, difference: { units: 0 } })
  await rows(`insert into retention_deletions (feed, period, deleted) values ('orders', '2026-10', 1)`)
  t.equal((await list('orders')).body.data[0].facts_deleted, true)
  await declare('tickets', { totals: { records: 4 } })
  t.equal((await list('tickets')).body.data[0].facts_deleted, false, 'another feed')
})

t.test('the later one replaces the earlier one, and both are in the audit log', async (t) => {
  await declare('payments', { totals: { records: 1, amount: 10.1 } })
  const amounts = [20.2, 20.25].map((amount) => () => declare('payments', { totals: { amount } }))
  await overlapping(t, app.db, 'audit_log', amounts)
  t.same(
    (await list('payments')).body.data.map(({ totals }: { totals: object }) => totals),
    [{ amount: 20.25 }],
  )
  t.same(await rows(`select action, entity_id, before, after from audit_log order by id`), [
    {
      action: 'sync.payments.control_totals',
      entity_id: 'payments',
      before: null,
      after: { period: '2026-10', seller_code: null, totals: { records: 1, amount: 10.1 } },
    },
    {
      action: 'sync.payments.control_totals',
      entity_id: 'payments',
      before: { period: '2026-10', seller_code: null, totals: { records: 1, amount: 10.1 } },
      after: { period: '2026-10', seller_code: null, totals: { amount: 20.2 } },
    },
    {
      action: 'sync.payments.control_totals',
      entity_id: 'payments',
      before: { period: '2026-10', seller_code: null, totals: { amount: 20.2 } },
      after: { period: '2026-10', seller_code: null, totals: { amount: 20.25 } },
    },
  ])
})

t.test('each feed adds up what is its own', async (t) => {
  await push('payments', [
    { seller_code: 'S-1', invoice_code: 'I-1', amount: 10.1, issued_on: '2026-09-01', due_on: '2026-10-31' },
    { seller_code: 'S-1', invoice_code: 'I-2', amount: 20.2, issued_on: '2026-09-01', due_on: '2026-11-01' },
  ])
  await push('campaign-actuals', [
    { seller_code: 'S-1', campaign_code: 'C-SEP', actual_orders: 4 },
    { seller_code: 'S-1', campaign_code: 'C-OCT', actual_orders: 5 },
  ])
  await push('forecasts', [
    { seller_code: 'S-1', period: '2026-10', forecast_orders: 7, submitted_at: '2026-09-01T00:00:00Z' },
  ])
  await push('revenue', [{ seller_code: 'S-1', period: '2026-10', amount: -3.5 }])
  const declared: Record<string, object> = {
    payments: { records: 2, amount: 30.3 },
    'campaign-actuals': { actual_orders: 9 },
    forecasts: { forecast_orders: 7 },
    revenue: { amount: -3.5 },
    tickets: { records: 0 },
    inventory: { quantity: 1 },
  }
  const found: Record<string, object> = {}
  for (const [feed, totals] of Object.entries(declared)) {
    t.equal((await declare(feed, { totals })).status, 200, feed)
    found[feed] = (await list(feed)).body.data[0].difference
  }
  t.same(found, {
    payments: { records: -1, amount: -20.2 },
    'campaign-actuals': { actual_orders: -4 },
    forecasts: { forecast_orders: 0 },
    revenue: { amount: 0 },
    tickets: { records: 0 },
    inventory: { quantity: -1 },
  })
})

t.test('what the feed does not add up is a 400, an unknown seller a 404', async (t) => {
  t.match(await declare('tickets', { totals: { units: 3 } }), { status: 400, body: { error: /units/ } })
  t.match(await declare('orders', { totals: {} }), { status: 400, body: { error: /totals/ } })
  t.match(await declare('orders', { totals: { records: 1.5 } }), { status: 400, body: { error: /records/ } })
  t.match(await declare('orders', { period: '2026-13', totals: { records: 1 } }), { status: 400 })
  t.match(await declare('orders', { seller_code: '', totals: { records: 1 } }), {
    status: 400,
    body: { error: /seller_code/ },
  })
  t.match(await declare('orders', { seller_code: 'S-404', totals: { records: 1 } }), {
    status: 404,
    body: { error: 'There is no seller S-404.' },
  })
  t.equal((await call('system', 'POST', url('sellers'), { totals: { records: 1 } })).status, 404)
})

t.test('an amount has no more decimals than one of a fact', async (t) => {
  for (const amount of [0.001, 1e-9, -12.345])
    for (const [feed, totals] of Object.entries({ payments: { amount }, revenue: { amount } }))
      t.match(await declare(feed, { totals }), {
        status: 400,
        body: { error: 'totals.amount must have at most two decimals.' },
      })
})

t.test('of two that are declared at once the audit log shows one as that before the other', async (t) => {
  const both = [1, 2].map((records) => () => declare('orders', { seller_code: null, totals: { records } }))
  for (const { status } of await overlapping(t, app.db, 'audit_log', both)) t.equal(status, 200)
  const [first, second] = await rows('select before, after from audit_log order by id')
  t.equal(first?.before, null)
  t.same(second?.before, first?.after)
})
