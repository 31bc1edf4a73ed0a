import t from 'tap'
import { GOOD } from '../good-records.ts'
import { syncApp } from '../sync-app.ts'

const { push, pushLines, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'Asia/Tokyo' })

const days = () =>
  rows(
    `select feed, to_char(fact_date, 'YYYY-MM-DD') as day, received, created, updated, deleted, rejected
     from sync_feed_days order by feed, fact_date`,
  )
const counts = { received: 0, created: 0, updated: 0, deleted: 0, rejected: 0 }
const order = (code: string, ordered_at: string, more: object = {}) => ({
  seller_code: 'S-1',
  order_code: code,
  ordered_at,
  ...more,
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

t.test('every feed of facts has its day', async (t) => {
  for (const feed of Object.keys(GOOD) as (keyof typeof GOOD)[]) await push(feed, [GOOD[feed]])
  t.same(
    (await days()).map(({ feed, day, created }) => `${feed} ${day} ${created}`),
    [
      'campaign-actuals 2026-10-02 1',
      'forecasts 2026-10-01 1',
      'inventory 2026-10-31 1',
      'orders 2026-10-05 1',
      'payments 2026-10-12 1',
      'returns 2026-10-12 1',
      'revenue 2026-10-01 1',
      'tickets 2026-10-05 1',
    ],
  )
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
  t.same(today, {
    feed: 'orders',
    day: new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10),
    ...counts,
    received: 1,
    rejected: 1,
  })
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
