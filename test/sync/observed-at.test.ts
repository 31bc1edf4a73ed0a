import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { push, rows } = await syncApp(t)

const EARLY = '2026-10-10T08:00:00Z'
const NOON = '2026-10-10T12:00:00Z'
const LATE = '2026-10-10T20:00:00Z'

/** For each feed the field that says which push a stored record is of. */
const FEEDS = {
  orders: ['orders', 'units'],
  forecasts: ['forecasts', 'forecast_orders'],
  'campaign-actuals': ['campaign_actuals', 'actual_orders'],
  tickets: ['tickets', 'category'],
  payments: ['invoices', 'amount'],
  inventory: ['inventory_snapshots', 'quantity'],
  revenue: ['revenues', 'amount'],
  sellers: [`sellers where seller_code = 'S-9'`, 'company_name'],
} as const

for (const [feed, [table, field]] of Object.entries(FEEDS)) {
  const good = GOOD[feed as keyof typeof FEEDS]
  const version = (n: number) => (['category', 'company_name'].includes(field) ? `version ${n}` : n)
  const record = (n: number, observed_at?: string | null) => ({ ...good, [field]: version(n), observed_at })

  t.test(`${feed}: an older push never overwrites a newer one`, async (t) => {
    const steps: [number, string | null | undefined, object, number, string | null][] = [
      [1, NOON, { created: 1 }, 1, NOON],
      [2, EARLY, { unchanged: 1 }, 1, NOON],
      [1, LATE, { unchanged: 1, updated: 0 }, 1, LATE],
      [3, NOON, { unchanged: 1 }, 1, LATE],
      [4, undefined, { updated: 1 }, 4, LATE],
      [5, NOON, { unchanged: 1 }, 4, LATE],
      [6, LATE, { updated: 1 }, 6, LATE],
      [7, null, { updated: 1 }, 7, LATE],
    ]
    for (const [n, observed_at, counts, stored, seen] of steps) {
      t.match(
        (await push(feed, [record(n, observed_at)])).body,
        counts,
        `version ${n} observed ${observed_at}`,
      )
      const [row] = await rows(`select ${field} as it, observed_at from ${table}`)
      t.same(row, { it: version(stored), observed_at: seen && new Date(seen).toISOString() })
    }
  })

  t.test(`${feed}: within one push the one observed last wins, else the last`, async (t) => {
    const stored = async () => (await rows(`select ${field} as it from ${table}`))[0]?.it
    t.match((await push(feed, [record(1, EARLY), record(2, LATE), record(3, NOON)])).body, {
      created: 1,
      repeated: 2,
    })
    t.equal(await stored(), version(2))
    t.match((await push(feed, [record(4, LATE), record(5), record(6, LATE)])).body, {
      updated: 1,
      repeated: 2,
    })
    t.equal(await stored(), version(6))
    t.match((await push(feed, [record(7, LATE), record(8)])).body, { updated: 1, repeated: 1 })
    t.equal(await stored(), version(8))
  })
}
