import t from 'tap'
import { testApp } from '../setup/app.ts'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { eventually } from '../setup/eventually.ts'
import { CHANGES } from './draft.ts'
import { BEFORE, calculate, ended, MONTHS, makeDraft, makeWorld, request } from './setup.ts'

const one = await testApp(t, { WORKER: 'on' })
const { app, done } = one

await makeWorld(app.db, 40)
await calculate(one, [BEFORE, ...MONTHS])
for (const [seller_code, period] of [
  ['BT-00002', '2026-05'],
  ['BT-00005', '2026-04'],
  ['BT-00006', '2026-05'],
] as const)
  await approvedAppeal(
    { done },
    { seller_code, period, component_appealed: 't_score' },
    { t_score_raw_after: 88, total_sos_after: 91.5 },
  )
for (const [code, status] of [
  ['BT-00003', 'suspended'],
  ['BT-00004', 'terminated'],
  ['BT-00006', 'suspended'],
])
  await done('bod', 'PATCH', `/api/sellers/${code}`, { status })

/** What a calculation of each month scores now: the others keep their scores. */
const calculated = new Set<string>()
for (const period of MONTHS)
  for (const { seller_code } of (await done('bod', 'POST', '/api/sos/monthly/calculate', { period })).results)
    calculated.add(`${seller_code} ${period}`)
await eventually(async () => {
  const { open } = await app.db.one<{ open: number }>(
    `select count(*) as open from ${app.db.queueSchema}.job where name = 'am-kpi' and state < 'completed'`,
  )
  return open === 0
})

type Row = Record<'seller_code' | 'period' | 'tier_before' | 'tier_after', string> &
  Record<'total_before' | 'total_after' | 'delta' | 'surcharges_before' | 'surcharges_after', number> &
  Record<'is_rated_before' | 'is_rated_after', boolean> & {
    untouched: 'appeal' | 'inactive' | null
  }

const rowsOf = async (id: number, query = ''): Promise<Row[]> =>
  (await done('viewer', 'GET', `/api/backtests/${id}/sellers?limit=500${query}`)).data
const key = ({ seller_code, period }: Pick<Row, 'seller_code' | 'period'>) => `${seller_code} ${period}`
const sorted = (keys: Iterable<string>) => [...keys].sort()

const id = await request(one, { draft_id: await makeDraft(app.db, CHANGES) })
const found = await ended(one, id)
const rows = await rowsOf(id)
const touched = rows.filter(({ untouched }) => untouched === null)
const untouched = rows.filter((row) => row.untouched !== null)

t.test('the scores that a backtest touches are those that a calculation writes', async (t) => {
  t.equal(rows.length, 120)
  t.same(sorted(touched.map(key)), sorted(calculated))
  t.same(sorted(untouched.map((row) => `${key(row)} ${row.untouched}`)), [
    'BT-00002 2026-05 appeal',
    ...MONTHS.map((month) => `BT-00003 ${month} inactive`),
    ...MONTHS.map((month) => `BT-00004 ${month} inactive`),
    'BT-00005 2026-04 appeal',
    'BT-00006 2026-03 inactive',
    'BT-00006 2026-04 inactive',
    'BT-00006 2026-05 appeal',
  ])
  t.same(found.untouched, { appeal: 3, inactive: 8 })
})

t.test('the others stay as they are stored', async (t) => {
  const stored = await app.db.rows<{ seller_code: string; period: string; total: number; tier: string }>`
    select code as seller_code, period, total_sos as total, tier_name as tier from monthly_scores`
  const scores = new Map(stored.map(({ total, tier, ...of }) => [key(of), [total, tier]]))
  for (const row of untouched) {
    t.same([row.total_before, row.tier_before], scores.get(key(row)), key(row))
    t.same([row.total_after, row.tier_after], scores.get(key(row)), key(row))
    t.same([row.delta, row.surcharges_before, row.surcharges_after], [0, 0, 0], key(row))
  }
})

t.test('all figures of a report are of the scores that it touches', async (t) => {
  t.equal(found.scores, touched.length)
  t.equal(found.stored_differs, 0)
  const pairs = new Map<string, number>()
  for (const { tier_before, tier_after } of touched)
    pairs.set(`${tier_before} ${tier_after}`, (pairs.get(`${tier_before} ${tier_after}`) ?? 0) + 1)
  const migration = found.migration as { from: string; to: string; count: number }[]
  t.same(new Map(migration.map(({ from, to, count }) => [`${from} ${to}`, count])), pairs)
  const distribution = Object.values(found.distribution as Record<string, { before: number; after: number }>)
  t.equal(
    distribution.reduce((sum, { before }) => sum + before, 0),
    touched.length,
  )
  for (const side of ['before', 'after'] as const)
    t.equal(
      Number(found.money.surcharges[side]).toFixed(2),
      touched.reduce((sum, row) => sum + row[`surcharges_${side}`], 0).toFixed(2),
    )
  const lists = ['up', 'down', 'none'].map((moved) => rowsOf(id, `&moved=${moved}`))
  const [up, down, none] = await Promise.all(lists)
  t.same([up?.length, down?.length], [found.tier_rises, found.tier_drops])
  t.same(sorted([up, down, none].flatMap((list) => (list ?? []).map(key))), sorted(touched.map(key)))
})

t.test('account managers keep the sellers that stay as they are in their KPI', async (t) => {
  const none = await ended(
    one,
    await request(one, { draft_id: await makeDraft(app.db, []), bonus_base: 100 }),
  )
  const kpis = await app.db.rows`
    select am_id, period, percent from am_kpis where period >= '2026-03' order by period, am_id`
  t.same(
    (none.money.am_bonus as Record<string, unknown>[]).map(({ am_id, period, percent_before }) => ({
      ...{ am_id, period },
      percent: percent_before,
    })),
    kpis,
  )
})
