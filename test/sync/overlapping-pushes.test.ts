import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { push, pushLines, rows } = await syncApp(t)

const orders = (count: number, more = {}) =>
  Array.from({ length: count }, (_, i) => ({
    ...GOOD.orders,
    order_code: `O-${i}`,
    seller_code: i % 2 ? 'S-1' : 'S-2',
    ...more,
  }))
const ndjson = (records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

t.test('pushes of the same records in opposite orders all end, and count each record once', async (t) => {
  const records = orders(3_000)
  const answers = await Promise.all([
    push('orders', records),
    push('orders', records.toReversed()),
    pushLines('orders', ndjson(records)),
    pushLines('orders', ndjson(records.toReversed())),
  ])
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const sum = (count: string) => answers.reduce((total, { body }) => total + body[count], 0)
  t.equal(sum('created'), 3_000)
  t.equal(sum('unchanged'), 9_000)
  t.same(await rows('select received, created, updated, unchanged, rejected from sync_feeds'), [
    { received: 12_000, created: 3_000, updated: 0, unchanged: 9_000, rejected: 0 },
  ])
  t.same(await rows('select created from sync_feed_periods'), [{ created: 3_000 }])
})

t.test('changes of the same records in opposite orders all end, and one of them stands', async (t) => {
  await push('orders', orders(2_000))
  const answers = await Promise.all([
    push('orders', orders(2_000, { units: 5 })),
    push('orders', orders(2_000, { units: 6 }).toReversed()),
  ])
  t.same(
    answers.map(({ body }) => body.updated),
    [2_000, 2_000],
  )
  const [units] = await rows('select count(distinct units) as kinds, min(units) as one from orders')
  t.equal(units?.kinds, 1, 'not a mixture of both')
})

t.test(
  'of pushes of one record with their times the newest stands, in whatever order they come',
  async (t) => {
    const hours = [9, 3, 7, 1, 8, 2, 6, 4, 5, 0]
    await Promise.all(
      hours.map((hour) =>
        push('orders', [{ ...GOOD.orders, units: hour, observed_at: `2026-10-10T0${hour}:00:00Z` }]),
      ),
    )
    t.match(await rows('select units, observed_at from orders'), [
      { units: 9, observed_at: '2026-10-10T09:00:00.000Z' },
    ])
  },
)

t.test('sellers created by two pushes at once exist once, with one audit row of creation', async (t) => {
  const sellers = Array.from({ length: 300 }, (_, i) => ({ seller_code: `N-${i}`, company_name: 'New' }))
  const answers = await Promise.all([push('sellers', sellers), push('sellers', sellers.toReversed())])
  const sum = (count: string) => answers.reduce((total, { body }) => total + body[count], 0)
  t.same([sum('created'), sum('unchanged')], [300, 300])
  t.same(await rows(`select count(*) as n from audit_log where action = 'seller.created'`), [{ n: 300 }])
})
