import t from 'tap'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { makeAm, makeSeller } from './scored-sellers.ts'

const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
const { db } = app
const [ada, bo, cy] = [await makeAm(app, 'Ada'), await makeAm(app, 'Bo'), await makeAm(app, 'Cy')]
const thisMonth = new Date().toISOString().slice(0, 7)

const calculate = async (period: string) =>
  t.equal((await call('bod', 'POST', '/api/sos/monthly/calculate', { period })).status, 200)
const handOver = async (sellerId: number, assigned_am_id: number | null) =>
  t.equal((await call('bod', 'PATCH', `/api/sellers/${sellerId}`, { assigned_am_id })).status, 200)
/** For whom a seller's score counts. */
const countsFor = async (sellerId: number, period: string) =>
  (
    await db.row<{ am_id: number | null }>(
      'select am_id from monthly_scores where seller_id = $1 and period = $2',
      [sellerId, period],
    )
  )?.am_id
/** Lets the seller have been assigned at other times than it was. */
async function assignedSince(sellerId: number, since: [string, number | null][]) {
  await db.rows('delete from seller_assignments where seller_id = $1', [sellerId])
  for (const [assigned_at, am_id] of since)
    await db.prisma.seller_assignment.create({
      data: { seller_id: sellerId, assigned_at: new Date(assigned_at), am_id },
    })
}

t.test('a handover is remembered, once', async (t) => {
  const { id } = await makeSeller(app, { assigned_am_id: ada.id })
  for (const am_id of [bo.id, bo.id, null]) await handOver(id, am_id)
  const rows = await db.rows(
    'select am_id from seller_assignments where seller_id = $1 order by assigned_at',
    [id],
  )
  t.same(rows, [{ am_id: ada.id }, { am_id: bo.id }, { am_id: null }])
})

t.test('of two handovers at once the one that stays is the newest', async (t) => {
  const { id } = await makeSeller(app, { assigned_am_id: ada.id })
  const early = await clientOf(t, DATABASE_URL)
  await early.query('begin; select now()')
  await handOver(id, bo.id)
  await early.query(`update sellers set assigned_am_id = ${cy.id} where id = ${id}; commit`)
  const newest = await db.row(
    'select am_id from seller_assignments where seller_id = $1 order by assigned_at desc limit 1',
    [id],
  )
  t.same(newest, { am_id: cy.id })
})

const LONG_AGO = '2024-01-01T00:00:00Z'

t.test('each month counts for whoever looked after the seller when it ended', async (t) => {
  const { id } = await makeSeller(app, { assigned_am_id: ada.id })
  await assignedSince(id, [
    [LONG_AGO, ada.id],
    ['2026-02-10T00:00:00Z', bo.id],
    ['2026-03-01T00:00:00Z', cy.id],
    ['2026-06-10T00:00:00Z', null],
    ['2026-07-01T00:00:00Z', bo.id],
  ])
  for (const [period, am_id] of [
    ['2023-12', ada.id], // before the seller was entered
    ['2026-01', ada.id],
    ['2026-02', bo.id],
    ['2026-03', cy.id],
    ['2026-06', null],
  ] as const) {
    await calculate(period)
    t.equal(await countsFor(id, period), am_id, period)
  }
  await handOver(id, cy.id)
  await calculate('2026-01')
  t.equal(await countsFor(id, '2026-01'), ada.id, 'calculated again')
})

t.test('the running month counts for whoever looks after the seller now, by whichever road', async (t) => {
  const { id, seller_code } = await makeSeller(app, { assigned_am_id: ada.id })
  const [dan, eve] = [await makeAm(app, 'Dan'), await makeAm(app, 'Eve')]
  await calculate(thisMonth)
  t.equal(await countsFor(id, thisMonth), ada.id)
  await handOver(id, bo.id)
  t.equal(await countsFor(id, thisMonth), bo.id, 'changed by itself')
  const record = { seller_code, company_name: 'Pushed', assigned_am_id: dan.id }
  t.match(await call('bod', 'POST', '/api/sync/sellers', { records: [record] }), { status: 200 })
  t.equal(await countsFor(id, thisMonth), dan.id, 'pushed')
  const all = await call('bod', 'PATCH', `/api/sellers/am/${dan.id}`, { hand_over_to: eve.id })
  t.equal(all.status, 200)
  t.equal(await countsFor(id, thisMonth), eve.id, 'with the whole portfolio')
  await eventually(async () => (await kpiSellers(eve)) === 1 && (await kpiSellers(dan)) === undefined)
  await handOver(id, null)
  t.equal(await countsFor(id, thisMonth), null)
})

/** How many sellers the KPI of the running month is made of. */
const kpiSellers = async (am: { id: number }) =>
  (
    await db.row<{ sellers: number }>('select sellers from am_kpis where am_id = $1 and period = $2', [
      am.id,
      thisMonth,
    ])
  )?.sellers

t.test('a final score of the running month stays', async (t) => {
  const { id } = await makeSeller(app, { assigned_am_id: ada.id })
  await calculate(thisMonth)
  await db.rows(`update monthly_scores set status = 'final', finalized_at = now() where seller_id = $1`, [id])
  await handOver(id, bo.id)
  t.equal(await countsFor(id, thisMonth), ada.id)
})

t.test('a handover while the first score of a seller is being written is not lost', async (t) => {
  const fresh = await makeSeller(app, { assigned_am_id: ada.id }) // rows are written in the order of sellers
  const known = await makeSeller(app)
  const score = (...seller_codes: string[]) =>
    call('bod', 'POST', '/api/sos/monthly/calculate', { period: thisMonth, seller_codes })
  t.equal((await score(known.seller_code)).status, 200)
  const holder = await clientOf(t, DATABASE_URL)
  await holder.query(`begin; select from monthly_scores where seller_id = ${known.id} for update`)
  const calculated = score(fresh.seller_code, known.seller_code)
  await eventually(async () => (await waiters(db, 'with scored as')) > 0)
  await handOver(fresh.id, cy.id)
  await holder.query('rollback')
  t.equal((await calculated).status, 200)
  t.equal(await countsFor(fresh.id, thisMonth), cy.id)
})

t.test('a final score never changes whom it counts for', async (t) => {
  const { id } = await makeSeller(app, { assigned_am_id: ada.id })
  await assignedSince(id, [[LONG_AGO, ada.id]])
  await calculate('2026-08')
  t.equal((await call('bod', 'POST', '/api/sos/monthly/finalize', { period: '2026-08' })).status, 200)
  await assignedSince(id, [[LONG_AGO, bo.id]])
  await calculate('2026-08')
  t.equal(await countsFor(id, '2026-08'), ada.id)
})

t.test('both portfolios show a handover where it belongs', async (t) => {
  const seller = await makeSeller(app, { assigned_am_id: ada.id })
  await assignedSince(seller.id, [[LONG_AGO, ada.id]])
  await calculate('2026-09')
  await handOver(seller.id, bo.id)
  const holds = async (am: { id: number }, period: string) => {
    const { sellers } = (await call('bod', 'GET', `/api/am/portfolio/${am.id}?period=${period}`)).body
    return sellers.some(({ seller_code }: { seller_code: string }) => seller_code === seller.seller_code)
  }
  t.same([await holds(ada, '2026-09'), await holds(bo, '2026-09')], [true, false])
  t.same([await holds(ada, thisMonth), await holds(bo, thisMonth)], [false, true])
})

t.test('the KPI of the past month stays with whom it was earned by', async (t) => {
  type Kpi = { sellers: number; computed_at: string }
  const kpiOf = (am: { id: number }) =>
    db.row<Kpi>(`select sellers, computed_at from am_kpis where am_id = $1 and period = '2026-09'`, [am.id])
  await eventually(async () => (await kpiOf(ada)) !== undefined)
  const before = (await kpiOf(ada)) as Kpi
  const others = (await kpiOf(bo))?.sellers
  await calculate('2026-09')
  await eventually(async () => ((await kpiOf(ada))?.computed_at ?? '') > before.computed_at)
  t.equal((await kpiOf(ada))?.sellers, before.sellers)
  t.equal((await kpiOf(bo))?.sellers, others)
})

t.test('a seller that is given to an account manager waits for that one before it is locked', async () => {
  const { id } = await makeSeller(app, { assigned_am_id: ada.id })
  let given: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.run`select from account_managers where id = ${bo.id} for update` // as a hand-over begins
    given = handOver(id, bo.id)
    await eventually(async () => (await waiters(db, 'account_managers')) > 0)
    await tx.run`select from sellers where id = ${id} for update nowait` // as it goes on
  })
  await given
})
