import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { GOOD, order, orders } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

// Dates that can hardly be meant are stored, and the push says so: what is asked of them is declared with each feed.

const { makeMapping, push, pushLines, pushTable, rows } = await syncApp(t)

const DAY_MS = 86_400_000
const LENGTHS = { 'date-time': 24, date: 10, period: 7 }
type Format = keyof typeof LENGTHS
/** So many days from now, as a field of this format has it. */
const inDays = (days: number, format: Format) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, LENGTHS[format])

function datesOf(properties: Record<string, TSchema>) {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const branches = (schema.anyOf as TSchema[] | undefined) ?? [schema]
    const format = branches.map((branch) => branch.format as string).find((one) => one in LENGTHS)
    return format ? [{ field, format: format as Format }] : []
  })
}

for (const { name, record, inOrder = [], mayLieAhead = [] } of FEEDS) {
  const good: Record<string, unknown> = GOOD[name as keyof typeof GOOD]

  t.test(`good ${name} are no cause for a warning`, async (t) => {
    t.notOk('warnings' in (await push(name, [good])).body)
  })

  for (const { field, format } of datesOf(record.properties)) {
    const sent = (days: number) => push(name, [{ ...good, [field]: inDays(days, format) }])
    const warning = `${field} is in the future in 1 record (`
    if (mayLieAhead.includes(field))
      t.test(`${field} of ${name} may lie ahead`, async (t) => {
        t.notOk(String((await sent(400)).body.warnings).includes(warning))
      })
    else
      t.test(`${name} whose ${field} lies after tomorrow are stored, with a warning`, async (t) => {
        const { body } = await sent(40)
        t.match(body, { success: true, created: 1, rejected: 0 })
        t.ok(String(body.warnings).includes(warning), body.warnings)
        t.notOk(String((await sent(0)).body.warnings).includes(warning), 'of today nothing is said')
      })
  }

  for (const [first, then] of inOrder)
    if (typeof first === 'string')
      t.test(`${name} whose ${then} lies before ${first} are stored, with a warning`, async (t) => {
        const early = String(good[first]).replace(/^\d{4}/, '2025')
        const odd = [{ ...good, [then]: early }]
        const tried = await push(name, odd, '?dry_run=true')
        const { body } = await push(name, odd)
        t.same(tried.body.warnings, body.warnings, 'a dry run says the same')
        t.match(body, { success: true, created: 1 })
        t.ok(String(body.warnings).includes(`${then} is before ${first} in 1 record (S-1/`), body.warnings)
        const same = await push(name, [{ ...good, [then]: good[first] }])
        t.notOk(same.body.warnings, 'at the same time is in order')
      })
}

t.test('a return before its order is named where the order is known', async (t) => {
  const early = { ...GOOD.returns, returned_at: '2026-10-01T00:00:00Z' }
  t.notOk('warnings' in (await push('returns', [early])).body)
  await push('orders', [GOOD.orders])
  t.same((await push('returns', [early, GOOD.returns])).body.warnings, [
    '2 records are of one return (S-1/R-1) and differ; the last one stands',
    'returned_at is before ordered_at of its order in 1 record (S-1/R-1).',
  ])
  t.same(await rows('select count(*) as stored from returns'), [{ stored: 1 }])
})

t.test('tomorrow is that of the business time zone, and no future', async (t) => {
  const { push } = await syncApp(t, { BUSINESS_TIMEZONE: 'Pacific/Kiritimati' })
  const here = (days: number) =>
    new Date(Date.now() + 14 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)
  const snapshot = (days: number) => push('inventory', [{ ...GOOD.inventory, snapshot_on: here(days) }])
  t.notOk('warnings' in (await snapshot(1)).body)
  t.match((await snapshot(2)).body.warnings, [/^snapshot_on is in the future in 1 record \(S-1\/.*\)\.$/])
})

const LATE = '2026-10-08T00:00:00Z'
const odd = (order_code: string) => order(order_code, { ordered_at: LATE })
const WARNINGS = [
  'ready_by is before ordered_at in 2 records (S-1/O-1, S-1/O-3).',
  'ready_at is before ordered_at in 2 records (S-1/O-1, S-1/O-3).',
  'cancelled_at is before ordered_at in 2 records (S-1/O-1, S-1/O-3).',
]
const records = [odd('O-1'), order('O-2'), odd('O-3'), { ...odd('O-4'), seller_code: 'S-404' }]

t.test('every form of a push says the same, and so does a dry run', async (t) => {
  const fields = Object.fromEntries(Object.keys(GOOD.orders).map((name) => [name, name]))
  t.equal((await makeMapping({ name: 'same', feed: 'orders', fields })).status, 200)
  for (const query of ['', '?dry_run=true', '?mapping=same', '?mapping=same&dry_run=true'])
    for (const { body } of [
      await push('orders', records, query),
      await pushLines('orders', linesOf(records), query),
      await pushTable('orders', tableOf(records), query),
    ])
      t.same(body.warnings, WARNINGS, query)
})

t.test('what chunks of a stream find is added up, and what takes back is not asked', async (t) => {
  const { body } = await pushLines('orders', linesOf(orders(4_500, { ordered_at: LATE })))
  t.same(
    body.warnings,
    WARNINGS.map((warning) =>
      warning.replace(/2 records.*?\)/, '4,500 records (such as S-1/O-0, S-1/O-1, S-1/O-2)'),
    ),
  )
  t.notOk('warnings' in (await push('orders', [{ ...odd('O-1'), deleted: true }])).body)
})
