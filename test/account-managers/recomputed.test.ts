import t from 'tap'
import { testApp } from '../setup/app.ts'
import { reviewedAppeal } from '../setup/approved-appeal.ts'
import { eventually } from '../setup/eventually.ts'
import { makeAm, makeSeller } from './scored-sellers.ts'

const { app, call, done } = await testApp(t, { WORKER: 'on' })
const { db } = app
const PERIOD = '2026-03'
const am = await makeAm(app, 'Ada')

/** Makes a seller with forty orders, of which it cancelled some. */
async function sellerWithOrders(cancelled: number) {
  const { id } = await makeSeller(app, { assigned_am_id: am.id })
  await db.prisma.order.createMany({
    data: Array.from({ length: 40 }, (_, n) => ({
      seller_id: id,
      order_code: `O-${n}`,
      ordered_at: new Date('2026-03-05T10:00:00Z'),
      ...(n < cancelled && { cancelled_at: new Date('2026-03-06T10:00:00Z'), cancel_fault: 'seller' }),
    })),
  })
}
for (const cancelled of [3, 0, 0]) await sellerWithOrders(cancelled)

interface Kpi {
  kpi: number
  rated_sellers: number
  computed_at: string
  band: string
  percent: number
  rules: unknown
}
const kpiNow = () => db.row<Kpi>(`select * from am_kpis where am_id = $1 and period = $2`, [am.id, PERIOD])
/** Does something and waits for the KPI that comes of it. */
async function kpiAfter(work: () => Promise<{ status: number }>) {
  const before = await kpiNow()
  t.equal((await work()).status, 200)
  await eventually(async () => (await kpiNow())?.computed_at !== before?.computed_at)
  return (await kpiNow()) as Kpi
}
const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period: PERIOD })
const scores = () =>
  db.rows<{ id: number; total_sos: number; orders: number; previous_rated: boolean | null }>(
    'select * from monthly_scores where period = $1 order by seller_id',
    [PERIOD],
  )

t.test('a run computes the KPIs of its period', async (t) => {
  const kpi = await kpiAfter(calculate)
  t.match(kpi, { rated_sellers: 3 })
  const totals = (await scores()).map(({ total_sos }) => total_sos)
  const mean = totals.reduce((sum, total) => sum + total, 0) / 3
  t.equal(kpi.kpi, Math.round(((mean * 60 + 100 * 15) / 75) * 100) / 100)
})

t.test('a score keeps the orders of its month, and whether the one before was rated', async (t) => {
  t.match(await scores(), Array(3).fill({ orders: 40, previous_rated: null }))
  t.equal((await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-04' })).status, 200)
  const next = await db.rows(`select orders, previous_rated from monthly_scores where period = '2026-04'`)
  t.same(next, Array(3).fill({ orders: 0, previous_rated: true }))
})

t.test('so does making one score final, after a handover too', async (t) => {
  const bo = await makeAm(app, 'Bo')
  await call('bod', 'PATCH', `/api/sellers/am/${am.id}`, { hand_over_to: bo.id })
  const [first] = await scores()
  const before = await kpiNow()
  const kpi = await kpiAfter(() => call('bod', 'PATCH', `/api/sos/monthly/${first?.id}/finalize`, {}))
  t.equal(kpi.kpi, before?.kpi)
})

t.test('so does making the period final, by the records of then', async (t) => {
  const bands = (await call('bod', 'GET', '/api/config/am-bonus-penalty')).body.data
  const { id } = bands.find(({ name }: { name: string }) => name === 'Strong')
  const renamed = { name: 'Splendid', min_kpi: 80, percent: 9 }
  t.equal((await call('bod', 'PUT', `/api/config/am-bonus-penalty/${id}`, renamed)).status, 200)
  const kpi = await kpiAfter(() => call('bod', 'POST', '/api/sos/monthly/finalize', { period: PERIOD }))
  t.equal(kpi.band, 'Splendid')
})

t.test('so does an appeal that revises a score, for the month after it, too', async (t) => {
  const { seller_code } = (await db.row<{ seller_code: string }>(
    'select seller_code from sellers s join monthly_scores m on m.seller_id = s.id where m.period = $1 order by m.total_sos',
    [PERIOD],
  )) as { seller_code: string }
  const id = await reviewedAppeal({ done }, { seller_code, period: PERIOD })
  const before = await kpiNow()
  const bands = (await call('bod', 'GET', '/api/config/am-bonus-penalty')).body.data
  for (const { id, name, min_kpi } of bands)
    await call('bod', 'PUT', `/api/config/am-bonus-penalty/${id}`, {
      ...{ name: `New ${name}`, min_kpi, percent: 1 },
    })
  const decision = { decision: 'approve', score_adjustment: { o_score_raw_after: 100 } }
  const next = () => db.value<string>`select max(computed_at) from am_kpis where period = '2026-04'`
  const open = () => db.rows`select from pgboss.job where name = 'am-kpi' and state < 'completed'`
  await eventually(async () => (await open()).length === 0)
  const nextBefore = await next()
  const kpi = await kpiAfter(() => call('bod', 'PATCH', `/api/appeals/${id}/review-am`, decision))
  t.ok(kpi.kpi > (before?.kpi ?? 100), `${before?.kpi} became ${kpi.kpi}`)
  await eventually(async () => (await next()) !== nextBefore)
  t.same(kpi.rules, before?.rules, 'by the rules that the month was made final with')
  const { data } = (await call('bod', 'GET', '/api/audit?action=account_manager.kpi_changed')).body
  const { percent } = kpi
  t.match(data, [{ user_id: null, entity_id: String(am.id), period: PERIOD, before: { kpi: before?.kpi } }])
  t.same(data[0].after, { period: PERIOD, kpi: kpi.kpi, band: kpi.band, percent })
})

t.test('a run that changes no score computes them too', async (t) => {
  const before = await kpiNow()
  const kpi = await kpiAfter(calculate)
  t.equal(kpi.kpi, before?.kpi)
  const others = await db.rows('select from am_kpis where am_id <> $1 and period = $2', [am.id, PERIOD])
  t.same(others, [], 'whoever took the sellers over has earned none')
})

t.test('a score that comes to a final KPI changes it, but not its rules', async (t) => {
  const { rules, kpi: earlier } = (await kpiNow()) as Kpi
  await sellerWithOrders(20)
  const kpi = await kpiAfter(calculate)
  t.equal(kpi.rated_sellers, 4)
  t.same(kpi.rules, rules, 'while it is a draft')
  const { data } = (await call('bod', 'GET', '/api/audit?action=account_manager.kpi_changed')).body
  t.match(data[0], { before: { kpi: earlier }, after: { kpi: kpi.kpi } })
  const finalized = await kpiAfter(() => call('bod', 'POST', '/api/sos/monthly/finalize', { period: PERIOD }))
  t.same(finalized.rules, rules, 'and when it is final')
})
