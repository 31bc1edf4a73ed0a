import t from 'tap'
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
