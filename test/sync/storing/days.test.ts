import t from 'tap'
import { clientOf } from '../../setup/client.ts'
import { eventually } from '../../setup/eventually.ts'
import { waiters } from '../../setup/waiters.ts'
import { GOOD } from '../good-records.ts'
import { syncApp } from '../sync-app.ts'

const { app, call, push, pushLines, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'Asia/Tokyo' })

const days = () =>
  rows(
    `select feed, to_char(fact_date, 'YYYY-MM-DD') as day, received, created, updated, deleted, rejected
     from sync_feed_days order by feed, fact_date`,
  )
const counts = { received: 0, created: 0, updated: 0, deleted: 0, rejected: 0 }
const order = (order_code: string, ordered_at: string, more: object = {}) => ({
  ...{ seller_code: 'S-1', order_code, ordered_at, ...more },
})

t.test('facts are counted on their day in the business time zone', async (t) => {
  await push('orders', [
    order('O-1', '2026-10-05T10:00:00Z'),
    order('O-2', '2026-10-05T14:59:00Z'),
    order('O-3', '2026-10-05T15:00:00Z'),
  ])
  await push('orders', [
    order('O-1', '2026-10-05T10:00:00Z', { units: 4 }),
    order('O-2', '2026-10-05T14:59:00Z'),
    { seller_code: 'S-1', order_code: 'O-3', deleted: true },
  ])
  const [first, second, today] = await days()
  t.same(first, { feed: 'orders', day: '2026-10-05', ...counts, received: 4, created: 2, updated: 1 })
  t.same(second, { feed: 'orders', day: '2026-10-06', ...counts, received: 1, created: 1, deleted: 1 })
  t.match(today, { ...counts, received: 1 }, 'a record that takes one back names no day')
})

t.test('every feed of facts has its day, in the business time zone', async (t) => {
  const late = (text: string) => text.replaceAll('T10:00:00Z', 'T15:00:00Z')
  for (const feed of Object.keys(GOOD) as (keyof typeof GOOD)[])
    await push(feed, [JSON.parse(late(JSON.stringify(GOOD[feed])))])
  const counted = (await days()).map(({ feed, day, created }) => `${feed} ${day} ${created}`)
  t.same(counted, [
    ...['campaign-actuals 2026-10-02 1', 'forecasts 2026-10-01 1', 'inventory 2026-10-31 1'],
    ...['orders 2026-10-06 1', 'payments 2026-10-12 1', 'returns 2026-10-13 1', 'revenue 2026-10-01 1'],
    'tickets 2026-10-06 1',
  ])
})

t.test('rejected records are counted on the day that they name, else on that of the push', async (t) => {
  await push('orders', [
    order('O-1', '2026-10-05T10:00:00Z'),
    order('O-2', '2026-10-05T10:00:00Z', { units: -1 }),
    order('O-3', '2026-10-05T10:00:00Z', { seller_code: 'S-404' }),
    order('O-4', 'some day'),
  ])
  const [named, today] = await days()
  t.same(named, { feed: 'orders', day: '2026-10-05', ...counts, received: 3, created: 1, rejected: 2 })
  const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  t.same(today, { feed: 'orders', day, ...counts, received: 1, rejected: 1 })
})

t.test('of a refused push only the bad records count', async (t) => {
  const records = [order('O-1', '2026-10-05T10:00:00Z'), order('O-2', '2026-10-05T10:00:00Z', { units: -1 })]
  t.equal((await push('orders', records, '?atomic=true')).status, 400)
  t.same(await days(), [{ feed: 'orders', day: '2026-10-05', ...counts, received: 1, rejected: 1 }])
})

t.test('a streamed push counts the same', async (t) => {
  const lines = Array.from({ length: 2_500 }, (_, n) =>
    JSON.stringify(order(`O-${n}`, `2026-10-0${1 + (n % 5)}T10:00:00Z`)),
  ).join('\n')
  t.equal((await pushLines('orders', lines)).status, 200)
  t.same(
    (await days()).map(({ day, received, created }) => [day, received, created]),
    [1, 2, 3, 4, 5].map((day) => [`2026-10-0${day}`, 500, 500]),
  )
})

/** What is counted as there, by day and by month. */
const kept = async () =>
  (
    await rows(
      `select to_char(fact_date, 'YYYY-MM-DD') as at, created - deleted as facts from sync_feed_days
       where created <> deleted
       union all select period, created from sync_feed_periods where created <> 0
       order by 1`,
    )
  ).map(({ at, facts }) => `${at}: ${facts}`)

t.test('a fact that an update moves is counted on the day that it is of now', async (t) => {
  const moved = (ordered_at: string, more: object = {}) => [
    order('O-1', ordered_at, more),
    order('O-2', ordered_at, more),
  ]
  await push('orders', moved('2026-08-05T10:00:00Z'))
  t.match((await push('orders', moved('2026-10-05T10:00:00Z'))).body, { created: 0, updated: 2 })
  t.same(await kept(), ['2026-10: 2', '2026-10-05: 2'])
  t.match((await days())[1], { day: '2026-10-05', ...counts, received: 2, created: 2, updated: 2 })
  await push('orders', moved('2026-09-30T15:00:00Z'), '?dry_run=true')
  await push('orders', moved('2026-10-05T10:00:00Z', { observed_at: '2026-10-06T00:00:00Z' }))
  t.same(await kept(), ['2026-10: 2', '2026-10-05: 2'], 'neither a dry run nor a later observation moves it')
  await pushLines('orders', JSON.stringify(order('O-2', '2026-10-07T10:00:00Z')))
  t.same(await kept(), ['2026-10: 2', '2026-10-05: 1', '2026-10-07: 1'], 'within a month')
  const { periods } = (await call('viewer', 'GET', '/api/sync/status')).body.data.find(
    ({ feed }: { feed: string }) => feed === 'orders',
  )
  t.match(periods, [
    { period: '2026-10', created: 2 },
    { period: '2026-08', created: 0 },
  ])
  await push('orders', [
    { seller_code: 'S-1', order_code: 'O-1', deleted: true },
    order('O-2', '2026-08-05T10:00:00Z'),
    { ...order('O-2', '2026-08-05T10:00:00Z'), deleted: true },
  ])
  t.same(await kept(), [])
})

t.test('of pushes that move one fact at once each moves it from where the other has left it', async (t) => {
  await push('orders', [order('O-1', '2026-08-05T10:00:00Z')])
  const holder = await clientOf(t, app.db.connectionString)
  await holder.query('begin; select from orders for update')
  const pushes = ['2026-09-05T10:00:00Z', '2026-10-05T10:00:00Z', '2026-11-05T10:00:00Z'].map((at) =>
    push('orders', [order('O-1', at)]),
  )
  await eventually(async () => (await waiters(app.db)) === pushes.length)
  await holder.query('rollback')
  for (const { body } of await Promise.all(pushes)) t.match(body, { created: 0, updated: 1 })
  const [now] = await rows(`select to_char(ordered_at, 'YYYY-MM') as month from orders`)
  t.same(await kept(), [`${now?.month}: 1`, `${now?.month}-05: 1`])
})
