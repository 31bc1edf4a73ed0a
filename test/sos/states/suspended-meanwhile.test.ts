import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { LAST, NOW } from '../../setup/months.ts'
import { waiters } from '../../setup/waiters.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
const { db } = app
const SELLERS = ['S-1', 'S-2', 'S-3']
for (const seller_code of SELLERS)
  await call('bod', 'POST', '/api/sellers', {
    seller_code,
    company_name: seller_code,
    contract_start_date: '2020-01-01',
  })
for (const period of [LAST, NOW]) await call('bod', 'POST', '/api/sos/monthly/calculate', { period })

const suspend = (seller_code: string, more: object = {}) =>
  call('bod', 'PATCH', `/api/sellers/${seller_code}`, { status: 'suspended', ...more })
const finalize = (period: string) =>
  call('bod', 'POST', '/api/sos/monthly/finalize', {
    period,
    accept: ['month_not_over'],
    notes: 'The last day was counted by hand.',
  })
const isBlocked = async (seller_code: string) =>
  (await call('bod', 'GET', `/api/sos/sellers/${seller_code}/enforcement`)).body.is_blocked
const statusOf = async (seller_code: string, period: string) =>
  (await call('bod', 'GET', `/api/sos/monthly?period=${period}&seller_code=${seller_code}`)).body.data[0]
    .status
const eventsOf = (seller_code: string) =>
  db.rows<{ type: string; sequence: number }>(
    `select e.type, e.sequence from events e join sellers s on s.id = e.seller_id
     where s.seller_code = $1 order by e.sequence`,
    [seller_code],
  )

t.test('a seller is suspended while its month is finalized: neither waits, and both are so', async (t) => {
  const began = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const holder = db.transaction(async (tx) => {
    await tx.run`
      select from monthly_scores where period = ${LAST} and code = 'S-3' for update`
    began.resolve()
    await goOn.promise
  })
  await began.promise
  const finalized = finalize(LAST)
  await eventually(async () => (await waiters(db, 'from monthly_scores%for update')) > 0)
  t.equal((await suspend('S-1')).status, 200)
  t.equal(await isBlocked('S-1'), true, 'while the month is being finalized')
  goOn.resolve()
  await holder
  t.match(await finalized, { status: 200, body: { finalized: SELLERS.length } })
  t.equal(await statusOf('S-1', LAST), 'final')
  t.same(await eventsOf('S-1'), [
    { type: 'seller.status_changed', sequence: 1 },
    { type: 'seller.score_finalized', sequence: 2 },
  ])
})

t.test('sellers are suspended and handed over while the running month is finalized', async (t) => {
  const answers = await Promise.all([
    ...['S-2', 'S-3'].map((code) => suspend(code, { assigned_am_id: user.am.am_id })),
    finalize(NOW),
    ...['S-2', 'S-3'].map((code) => call('bod', 'PATCH', `/api/sellers/${code}`, { payment_terms_days: 7 })),
  ])
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
  for (const code of SELLERS) {
    t.equal(await statusOf(code, NOW), 'final', code)
    t.equal(await isBlocked(code), true, code)
    const sequences = (await eventsOf(code)).map(({ sequence }) => sequence)
    t.same(sequences, [1, 2, 3], 'both months final, one status changed')
  }
})
