import t from 'tap'
import { computeKpis } from '../../plugins/account-managers/am-kpi-job.ts'
import { scoresChanged } from '../../src/domain/scores/score-changes.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { makeAm, makeSeller, score } from './scored-sellers.ts'

const { app, call } = await testApp(t)
const { db } = app

interface Kpi {
  am_id: number
  kpi: number
  assessed: boolean
  sellers: number
  rated_sellers: number
  band: string | null
  percent: number | null
  parts: { metric: string; value: number | null; sellers: number }[]
  rules: Record<string, { id: number; version: number }[]>
}
const stored = (period: string) =>
  db.rows<Kpi>('select * from am_kpis where period = $1 order by am_id', [period])
const attempt = { signal: AbortSignal.timeout(240_000), failure: null }
const compute = (period: string) => computeKpis.handler(app, { period }, attempt)

/** An account manager with a scored seller for each of the given scores. */
async function portfolio(period: string, scores: Partial<Parameters<typeof score>[1]>[]) {
  const am = await makeAm(app, 'Ada')
  const sellers = []
  for (const given of scores) {
    const seller = await makeSeller(app, { assigned_am_id: am.id })
    await score(app, { seller_id: seller.id, period, am_id: am.id, ...given })
    sellers.push(seller)
  }
  return { am, sellers }
}

t.test('a previous score that was not rated is no previous score', async (t) => {
  await portfolio('2026-02', [
    { total_sos: 80, previous_sos: 20, previous_rated: false },
    { total_sos: 80, previous_sos: 78 },
  ])
  await compute('2026-02')
  t.match((await stored('2026-02'))[0]?.parts[1], { metric: 'portfolio_change', value: 2, sellers: 1 })
})

t.test('fewer than three rated sellers: a KPI, but no band and no bonus', async (t) => {
  await portfolio('2026-03', [{ total_sos: 95 }, { total_sos: 95 }, { is_rated: false }])
  await compute('2026-03')
  const [kpi] = await stored('2026-03')
  t.match(kpi, { assessed: false, rated_sellers: 2, band: null, percent: null })
  t.equal(kpi?.kpi, 96) // 95 of 60, 100 of 15
})

t.test('whoever has no scores any more has no KPI any more', async (t) => {
  const { am, sellers } = await portfolio('2026-04', [{ total_sos: 60 }])
  await compute('2026-04')
  const { id } = await makeAm(app, 'Bo')
  await db.prisma.monthly_score.updateMany({ where: { seller_id: sellers[0]?.id }, data: { am_id: id } })
  t.match(await stored('2026-04'), [{ am_id: am.id }])
  await compute('2026-04')
  t.match(await stored('2026-04'), [{ am_id: id }])
})

t.test('scores that count for nobody make no KPI', async (t) => {
  const seller = await makeSeller(app)
  await score(app, { seller_id: seller.id, period: '2026-05', am_id: null })
  await compute('2026-05')
  t.same(await stored('2026-05'), [])
})

t.test('a period is judged by its own records, and keeps them', async (t) => {
  for (const period of ['2026-06', '2026-07'])
    await portfolio(period, [{ total_sos: 95 }, { total_sos: 95 }, { total_sos: 95 }])
  const band = { name: 'Outstanding', min_kpi: 90, percent: 20, effective_from: '2026-07' }
  const { id } = (await call('bod', 'POST', '/api/config/am-bonus-penalty', band)).body
  await compute('2026-06')
  await compute('2026-07')
  const [before, after] = [...(await stored('2026-06')), ...(await stored('2026-07'))]
  t.match([before?.percent, after?.percent], [15, 20])
  t.ok(after?.rules['am-bonus-penalty']?.some((rule) => rule.id === id))
  t.notOk(before?.rules['am-bonus-penalty']?.some((rule) => rule.id === id))
})

t.test('a final KPI changes with its own scores alone', async (t) => {
  const final = { status: 'final', finalized_at: new Date(), total_sos: 70 }
  const changed = await portfolio('2025-10', [final, final, final])
  await portfolio('2025-10', [final, final, final])
  await portfolio('2025-10', [final, final, {}])
  await compute('2025-10')
  const { data } = (await call('bod', 'GET', '/api/config/am-kpi-weight')).body
  const { id, metric, weight, curve } = data.find((one: { metric: string }) => one.metric === 'portfolio_sos')
  const put = (curve: number[][]) =>
    call('bod', 'PUT', `/api/config/am-kpi-weight/${id}`, { metric, weight, curve })
  t.match(await put([0, 100].map((total) => [total, 100 - total])), { status: 200 })
  await db.prisma.monthly_score.updateMany({
    where: { seller_id: changed.sellers[0]?.id },
    data: { total_sos: 100 },
  })
  await compute('2025-10')
  t.same(
    (await stored('2025-10')).map(({ kpi }) => kpi),
    [84, 76, 44], // 80 of 60, 70 of 60, and 30 of 60: one that is not final goes by the rules of now
  )
  await put(curve)
})

t.test('twice, even at once, changes nothing', async (t) => {
  await portfolio('2026-08', [{ total_sos: 60 }, { total_sos: 70 }])
  const computed = async () => (await stored('2026-08')).map(({ kpi, parts }) => ({ kpi, parts }))
  await compute('2026-08')
  const once = await computed()
  await Promise.all([compute('2026-08'), compute('2026-08'), compute('2026-08')])
  t.same(await computed(), once)
})

t.test('a change that is not committed yet when its job is taken is waited for', async (t) => {
  const { sellers } = await portfolio('2026-09', [{ total_sos: 60 }])
  const notified = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const changing = db.transaction(async (tx) => {
    await tx.prisma.monthly_score.updateMany({
      where: { seller_id: sellers[0]?.id },
      data: { total_sos: 90 },
    })
    await scoresChanged(app.jobs, tx, '2026-09')
    notified.resolve()
    await goOn.promise
  })
  await notified.promise
  const computing = compute('2026-09')
  await eventually(async () => (await waiters(db)) > 0)
  t.same(await stored('2026-09'), [], 'nothing is computed meanwhile')
  const band = { name: 'Newest', min_kpi: 95, percent: 25, effective_from: '2026-09' }
  const { id } = (await call('bod', 'POST', '/api/config/am-bonus-penalty', band)).body
  goOn.resolve()
  await Promise.all([changing, computing])
  const [kpi] = await stored('2026-09')
  t.match(kpi?.parts[0], { value: 90 })
  t.ok(
    kpi?.rules['am-bonus-penalty']?.some((rule) => rule.id === id),
    'and the records are those of then',
  )
})

t.test('changes of one period that nobody has worked off are one job, beside one under way', async (t) => {
  await db.rows(`delete from pgboss.job where name = 'am-kpi'`)
  const change = (period: string) => db.transaction((tx) => scoresChanged(app.jobs, tx, period))
  const jobs = () =>
    db.rows(`select data ->> 'period' as period, state from pgboss.job where name = 'am-kpi' order by 1, 2`)
  await Promise.all([change('2026-10'), change('2026-10'), change('2026-11'), change('2026-10')])
  await change('2026-10')
  const waiting = ['2026-10', '2026-11'].map((period) => ({ period, state: 'created' }))
  t.same(await jobs(), waiting)
  await db.rows(
    `update pgboss.job set state = 'active' where name = 'am-kpi' and data ->> 'period' = '2026-10'`,
  )
  await change('2026-10')
  t.same(await jobs(), [waiting[0], { period: '2026-10', state: 'active' }, waiting[1]])
})

t.test('a change that is rolled back sends nothing', async (t) => {
  await db.rows(`delete from pgboss.job where name = 'am-kpi'`)
  const failing = db.transaction(async (tx) => {
    await scoresChanged(app.jobs, tx, '2026-10')
    throw new Error('changed my mind')
  })
  await t.rejects(failing, { message: 'changed my mind' })
  t.same(await db.rows(`select from pgboss.job where name = 'am-kpi'`), [])
})
