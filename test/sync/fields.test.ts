import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { app, push, rows } = await syncApp(t)

t.test('amounts arrive to the cent, whatever a float would make of them', async (t) => {
  const amounts = [
    0,
    0.01,
    0.07,
    0.29,
    1.1,
    8.2,
    19.99,
    1234567.89,
    4503599627370.49 / 10,
    999_999_999_999.99,
  ]
  const records = amounts.map((amount, i) => ({
    ...GOOD.payments,
    invoice_code: `I-${i}`,
    amount: Number(amount.toFixed(2)),
  }))
  t.match((await push('payments', records)).body, { created: amounts.length, rejected: 0 })
  const { rows } = await app.db.pool.query(
    `select amount::text from invoices order by substr(invoice_code, 3)::int`,
  )
  t.same(
    rows.map(({ amount }) => amount),
    records.map(({ amount }) => String(amount)),
  )
  t.match(
    (await push('payments', records)).body,
    { unchanged: amounts.length },
    'and are the same when they come again',
  )
})

t.test('a volume is kept to four decimals, and is the same when it comes again', async (t) => {
  const record = { ...GOOD.inventory, volume_m3: 0.123456789 }
  t.match((await push('inventory', [record])).body, { created: 1 })
  t.match((await push('inventory', [record])).body, { unchanged: 1 })
  t.same(await rows('select volume_m3 from inventory_snapshots'), [{ volume_m3: 0.1235 }])
})

t.test('every way to write an instant is the same instant', async (t) => {
  const ways = [
    '2026-10-05T10:00:00Z',
    '2026-10-05t10:00:00.000z',
    '2026-10-05 10:00Z',
    '2026-10-05T12:00:00+02:00',
    '2026-10-05T04:30:00.0004-0530',
    '2026-10-05T10:00:00.000123Z',
  ]
  for (const ordered_at of ways) await push('orders', [{ ...GOOD.orders, ordered_at }])
  t.same(await rows('select distinct ordered_at from orders'), [{ ordered_at: '2026-10-05T10:00:00.000Z' }])
  t.same(await rows('select created, updated, unchanged from sync_feeds'), [
    { created: 1, updated: 0, unchanged: 5 },
  ])
})

t.test('codes hold quotes, braces, commas, backslashes and words like NULL', async (t) => {
  const codes = [
    '"',
    '\\',
    'a,b',
    '{x}',
    'NULL-1',
    ' blank ',
    "it's",
    'é 漢 🎉',
    'a\n\tb',
    '\\"',
    '}',
    "'); drop table orders; --",
  ]
  t.match(
    (
      await push(
        'orders',
        codes.map((order_code) => ({ ...GOOD.orders, order_code })),
      )
    ).body,
    {
      created: codes.length,
    },
  )
  const stored = (await rows('select order_code from orders')).map(({ order_code }) => order_code)
  const kept = codes.map((code) => ({ ' blank ': 'blank', 'a\n\tb': 'a b' })[code] ?? code)
  t.same(stored.toSorted(), kept.toSorted())
})
