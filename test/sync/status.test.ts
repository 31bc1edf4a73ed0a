import t from 'tap'
import { GOOD, NO_COUNTS } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, push, user } = await syncApp(t)

t.test('the status has all feeds, with zeros before the first push', async (t) => {
  const { status, body } = await call('viewer', 'GET', '/api/sync/status')
  t.equal(status, 200)
  t.same(
    body.data.map(({ feed }: { feed: string }) => feed),
    [
      'orders',
      'forecasts',
      'campaign-actuals',
      'tickets',
      'payments',
      'inventory',
      'revenue',
      'returns',
      'sellers',
    ],
  )
  t.same(body.data[0], {
    feed: 'orders',
    last_pushed_at: null,
    last_user_id: null,
    ...NO_COUNTS,
    periods: [],
  })
})

t.test('the status says who pushed last and when, and adds up what was pushed', async (t) => {
  const before = new Date().toISOString()
  await push('orders', [GOOD.orders, {}])
  await call('bod', 'POST', '/api/sync/orders', {
    records: [GOOD.orders, { ...GOOD.orders, order_code: 'O-2' }],
  })
  const [orders] = (await call('viewer', 'GET', '/api/sync/status')).body.data
  t.match(orders, {
    last_user_id: user.bod.id,
    received: 4,
    created: 2,
    updated: 0,
    unchanged: 1,
    rejected: 1,
  })
  t.ok(orders.last_pushed_at >= before, `${orders.last_pushed_at} is not before ${before}`)
})
