import t from 'tap'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { order, orders } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

const { app, push, pushLines, rows, DATABASE_URL } = await syncApp(t)
const second = await testApp(t, { DATABASE_URL })

const ofTwo = (count: number, more = {}) =>
  orders(count, more).map((record, i) => ({ ...record, seller_code: i % 2 ? 'S-1' : 'S-2' }))

t.test('pushes of two processes in opposite orders all end, and count each record once', async (t) => {
  const records = ofTwo(3_000)
  const answers = await Promise.all([
    push('orders', records),
    second.call('system', 'POST', '/api/sync/orders', { records: records.toReversed() }),
    pushLines('orders', linesOf(records)),
    pushLines('orders', linesOf(records.toReversed())),
  ])
  for (const { status } of answers) t.equal(status, 200)
  const sum = (count: string) => answers.reduce((total, { body }) => total + body[count], 0)
  t.equal(sum('created'), 3_000)
  t.equal(sum('unchanged'), 9_000)
  t.same(await rows('select received, created, updated, unchanged, rejected from sync_feeds'), [
    { received: 12_000, created: 3_000, updated: 0, unchanged: 9_000, rejected: 0 },
  ])
  t.same(await rows('select created from sync_feed_periods'), [{ created: 3_000 }])
})

t.test('changes of the same records in opposite orders all end, and one of them stands', async (t) => {
  await push('orders', ofTwo(2_000))
  const answers = await Promise.all([
    push('orders', ofTwo(2_000, { units: 5 })),
    push('orders', ofTwo(2_000, { units: 6 }).toReversed()),
  ])
  for (const { body } of answers) t.equal(body.updated, 2_000)
  const [units] = await rows('select count(distinct units) as kinds, min(units) as one from orders')
  t.equal(units?.kinds, 1, 'not a mixture of both')
})

t.test('an atomic stream that a deadlock ends is stored all the same', async (t) => {
  const records = orders(6_000)
  await pushLines('orders', linesOf(records))
  const first = await holding(t, 'O-2500')
  const second = await holding(t, 'O-4500')
  const changed = records.map((record) => ({ ...record, units: 7 }))
  const answer = pushLines('orders', linesOf(changed), '?atomic=true')
  await eventually(async () => (await waiters(app.db)) === 1) // the push has written its first chunk
  const held = second.take('O-0')
  await eventually(async () => (await waiters(app.db)) === 2)
  await first.letGo()
  await held
  await second.letGo()
  t.match(await answer, { status: 200, body: { received: 6_000, updated: 6_000 } })
  t.same(await rows('select distinct units from orders'), [{ units: 7 }])
  t.same(await rows('select received, updated from sync_feeds'), [{ received: 12_000, updated: 6_000 }])
})

t.test('of pushes of one record with their times the newest stands, whatever comes last', async (t) => {
  const hours = [9, 3, 7, 1, 8, 2, 6, 4, 5, 0]
  const at = (hour: number) => order('O-1', { units: hour, observed_at: `2026-10-10T0${hour}:00:00Z` })
  await Promise.all(hours.map((hour) => push('orders', [at(hour)])))
  t.match(await rows('select units, observed_at from orders'), [
    { units: 9, observed_at: '2026-10-10T09:00:00.000Z' },
  ])
})

t.test('sellers created by two pushes at once exist once, with one audit row of creation', async (t) => {
  const sellers = Array.from({ length: 300 }, (_, i) => ({ seller_code: `N-${i}`, company_name: 'New' }))
  const answers = await Promise.all([push('sellers', sellers), push('sellers', sellers.toReversed())])
  const sum = (count: string) => answers.reduce((total, { body }) => total + body[count], 0)
  t.same([sum('created'), sum('unchanged')], [300, 300])
  t.same(await rows(`select count(*) as n from audit_log where action = 'seller.created'`), [{ n: 300 }])
})

/** A transaction that holds an order, and that no deadlock ends. */
async function holding(t: Parameters<typeof clientOf>[0], held: string) {
  const client = await clientOf(t, app.db.connectionString)
  const take = (code: string) => client.query('select from orders where order_code = $1 for update', [code])
  await client.query(`begin; set local deadlock_timeout = '1h'`)
  await take(held)
  return { take, letGo: () => client.query('rollback') }
}
