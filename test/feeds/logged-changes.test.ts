import t from 'tap'
import { sellersChangedSince } from '../../src/domain/scores/score-changes.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { isScored } from '../../src/feeds/sums-queries.ts'
import { GOOD } from '../sync/good-records.ts'
import { syncApp } from '../sync/sync-app.ts'

// A run of a finished month reads the sellers whose facts have changed: so each table of facts must say what has.

const { app, push } = await syncApp(t)
const { db } = app

/** A good record, of months that are over. */
const past = (feed: string) =>
  JSON.parse(
    JSON.stringify(GOOD[feed as keyof typeof GOOD])
      .replaceAll('2026-10-', '2026-03-')
      .replaceAll('2026-09', '2026-02'),
  )

for (const { name, table } of FEEDS.filter(isScored))
  t.test(`${name}: whatever changes is logged`, async (t) => {
    const changes = async () => (await db.rows('select from fact_changes')).length
    const steps: [what: string, step: () => Promise<unknown>, rows: number][] = [
      ['what comes', () => push(name, [past(name)]), 1],
      ['what it was and what it is', () => db.run(`update ${table} set received_at = received_at`), 2],
      ['what goes', () => db.run(`delete from ${table}`), 1],
      ['that all is gone', () => db.run(`truncate ${table} cascade`), 1],
    ]
    for (const [what, step, rows] of steps) {
      const before = await changes()
      await step()
      t.ok((await changes()) >= before + rows, what)
    }
  })

t.test('an order is logged for all months from its first instant to its last', async (t) => {
  const before = await db.value<string>('select pg_current_snapshot()')
  const order = { ...past('orders'), ordered_at: '2026-03-10T10:00:00Z', ready_by: '2026-03-12T10:00:00Z' }
  await push('orders', [{ ...order, ready_at: null, cancelled_at: '2026-05-20T10:00:00Z' }])
  const seller = await db.value<number>('select seller_id from orders')
  for (const period of ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06'])
    t.same(
      await sellersChangedSince(db, period, before),
      period > '2026-02' && period < '2026-06' ? [seller] : [],
      period,
    )
})
