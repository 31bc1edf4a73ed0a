import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { GOOD, NO_COUNTS } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { app, call, push, rows, user } = await syncApp(t)

t.test('the status has all feeds, with zeros before the first push', async (t) => {
  const { status, body } = await call('viewer', 'GET', '/api/sync/status')
  t.equal(status, 200)
  const named = body.data.map(({ feed }: { feed: string }) => feed)
  t.same(named, [...FEEDS.map(({ name }) => name), 'sellers'])
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
    ...{ last_user_id: user.bod.id, received: 4, created: 2, updated: 0, unchanged: 1, rejected: 1 },
  })
  t.ok(orders.last_pushed_at >= before, `${orders.last_pushed_at} is not before ${before}`)
})

t.test('results of a campaign that moves are counted in its new month, also while pushed', async (t) => {
  const result = (seller_code: string, more = {}) => ({ ...GOOD['campaign-actuals'], seller_code, ...more })
  const move = (end_date: string) =>
    call('bod', 'PATCH', '/api/campaigns/C-OCT', { start_date: '2026-09-01', end_date })
  const periods = async () => {
    const counted = await rows('select period, created from sync_feed_periods where created <> 0')
    const [days] = await rows(
      `select json_agg(json_build_object('period', to_char(fact_date, 'YYYY-MM'), 'created', created - deleted)) as json
       from sync_feed_days where created <> deleted`,
    )
    t.same(days?.json ?? [], counted, 'by day as by month')
    for (const period of ['2026-09', '2026-10', '2026-11']) {
      const url = '/api/sync/campaign-actuals/control-totals'
      await call('system', 'POST', url, { period, totals: { records: 1 } })
      const { body } = await call('viewer', 'GET', `${url}?period=${period}`)
      const created = counted.find((one) => one.period === period)?.created ?? 0
      t.equal(created, body.data[0].ours.records, `as stored for ${period}`)
    }
    return counted
  }
  await push('campaign-actuals', [result('S-1')])
  t.match(await move('2026-11-02'), { status: 200 })
  t.same(await periods(), [{ period: '2026-11', created: 1 }])

  const client = await clientOf(t, app.db.connectionString)
  const waiting = (count: number) => eventually(async () => (await waiters(app.db)) >= count)
  await client.query('begin; select from sync_feeds for update')
  const pushed = push('campaign-actuals', [result('S-2')])
  await waiting(1) // it has stored its record
  const moved = move('2026-10-02')
  await Promise.race([moved, waiting(2)])
  await client.query('rollback')
  t.match([await pushed, await moved], [{ body: { created: 1 } }, { status: 200 }])
  t.same(await periods(), [{ period: '2026-10', created: 2 }])

  const both = ['2026-09-20', '2026-11-20'].map(move)
  const again = ['S-1', 'S-2'].map((seller) =>
    push('campaign-actuals', [result(seller, { deleted: seller === 'S-1' })]),
  )
  for (const { status } of await Promise.all([...both, ...again])) t.equal(status, 200)
  t.match(await periods(), [{ created: 1 }])
})
