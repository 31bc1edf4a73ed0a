import t from 'tap'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { overlapping, waiters } from '../setup/waiters.ts'

const { app, call, user } = await testApp(t)
const am = async (name: string) =>
  (await call('am_head', 'POST', '/api/sellers/am/create', { name })).body.id as number
const update = (id: number, body: object) => call('am_head', 'PATCH', `/api/sellers/am/${id}`, body)
const shown = async (id: number) =>
  (await call('bod', 'GET', '/api/sellers/am/list?limit=500')).body.data.find(
    (one: { id: number }) => one.id === id,
  )
const seller = (seller_code: string, assigned_am_id: number, status = 'active') =>
  call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme', assigned_am_id, status })
const assign = (code: string, assigned_am_id: number) =>
  call('bod', 'PATCH', `/api/sellers/${code}`, { assigned_am_id })
const amOf = async (code: string) => (await call('bod', 'GET', `/api/sellers/${code}`)).body.assigned_am_id
const audited = (entity: string, id: number, action: string) =>
  app.db.rows<{ user_id: number; before: object; after: object }>(
    `select user_id, before, after from audit_log where entity = $1 and entity_id = $2 and action = $3 order by id`,
    [entity, String(id), action],
  )

t.test('a name is enough; the rest is changed later, and audited', async (t) => {
  const id = await am('Ada')
  t.match(await shown(id), { name: 'Ada', email: null, employee_id: null, is_active: true })
  t.same((await update(id, { email: 'ada@example.com', employee_id: '7' })).body, { success: true })
  const record = await shown(id)
  t.match(record, { name: 'Ada', email: 'ada@example.com', employee_id: 7 })
  for (const body of [{}, record]) t.same((await update(id, body)).body, { success: true })
  t.match(await audited('account_manager', id, 'account_manager.updated'), [
    {
      user_id: user.am_head.id,
      before: { email: null },
      after: { email: 'ada@example.com', employee_id: 7 },
    },
  ])
  t.equal((await audited('account_manager', id, 'account_manager.updated')).length, 1)
  t.equal((await update(id, { email: null })).status, 200)
  t.match(await shown(id), { email: null })
})

t.test('one without active sellers is deactivated, and gets no new ones', async (t) => {
  const id = await am('Ben')
  await seller('B-1', id, 'suspended')
  t.equal((await update(id, { is_active: false })).status, 200)
  t.match(await shown(id), { is_active: false })
  t.equal(await amOf('B-1'), id, 'what a seller has it may keep')
  t.match(await seller('B-2', id), { status: 400, body: { error: /^assigned_am_id names no active/ } })
})

t.test('one with active sellers is refused with their codes', async (t) => {
  const id = await am('Cem')
  await seller('C-2', id)
  await seller('C-1', id)
  await seller('C-3', id, 'terminated')
  t.match(await update(id, { is_active: false }), {
    status: 409,
    body: {
      error:
        'Cem still has active sellers (C-1 and C-2): hand them over to another account manager, or leave them without one, first.',
    },
  })
  t.match(await shown(id), { is_active: true })
})

t.test('all sellers are handed over, each audited and remembered with its assignments', async (t) => {
  const [id, to] = [await am('Dia'), await am('Eli')]
  await seller('D-1', id)
  await seller('D-2', id, 'suspended')
  t.same((await update(id, { is_active: false, hand_over_to: to })).body, { success: true })
  t.match(await shown(id), { is_active: false, sellers_count: 0 })
  for (const code of ['D-1', 'D-2']) {
    t.equal(await amOf(code), to, code)
    const { id: sellerId } = (await call('bod', 'GET', `/api/sellers/${code}`)).body
    t.match(await audited('seller', sellerId, 'seller.updated'), [
      { user_id: user.am_head.id, before: { assigned_am_id: id }, after: { assigned_am_id: to } },
    ])
    const history = await app.db.rows<{ am_id: number }>(
      `select am_id from seller_assignments where seller_id = $1 order by assigned_at`,
      [sellerId],
    )
    t.same(
      history.map(({ am_id }) => am_id),
      [id, to],
    )
  }
})

t.test('or left without any on purpose', async (t) => {
  const id = await am('Fay')
  await seller('F-1', id)
  t.equal((await update(id, { is_active: false, unassign: true })).status, 200)
  t.equal(await amOf('F-1'), null)
})

for (const isAssigned of [true, false])
  t.test(`of a deactivation and an assignment the second is refused: ${isAssigned}`, async (t) => {
    const [id, code] = [await am('Gus'), `G-${isAssigned}`]
    await seller(code, user.am.am_id as number)
    const requests = [() => assign(code, id), () => update(id, { is_active: false })]
    const answers = await overlapping(t, app.db, 'audit_log', isAssigned ? requests : requests.toReversed())
    t.match(answers, [{ status: 200 }, { status: isAssigned ? 409 : 400 }])
    t.match(await shown(id), { is_active: isAssigned })
    t.equal(await amOf(code), isAssigned ? id : user.am.am_id)
  })

t.test('a seller that is assigned elsewhere meanwhile is not handed over', async (t) => {
  const [id, to, other] = [await am('Lea'), await am('Max'), await am('Ned')]
  await seller('L-1', id)
  await seller('L-2', id)
  await overlapping(t, app.db, 'audit_log', [
    () => assign('L-1', other),
    () => update(id, { hand_over_to: to }),
  ])
  t.same([await amOf('L-1'), await amOf('L-2')], [other, to])
})

t.test('a hand-over locks both in the order of their ids, so that two don’t deadlock', async (t) => {
  const [first, second] = [await am('Jim'), await am('Kay')]
  let handingOver: ReturnType<typeof update> | undefined
  await app.db.transaction(async (tx) => {
    await tx.run`select from account_managers where id = ${first} for update`
    handingOver = update(second, { hand_over_to: first })
    await eventually(async () => (await waiters(app.db, 'account_managers')) > 0)
    await tx.run`select from account_managers where id = ${second} for update nowait`
  })
  t.equal((await handingOver)?.status, 200)
})

t.test('a hand-over and a push lock sellers in the order of their ids, as surcharges do', async (t) => {
  const id = await am('Lea')
  for (const code of ['O-Z', 'O-A']) await seller(code, id)
  const record = (seller_code: string) => ({ seller_code, company_name: 'Other' })
  for (const lock of [
    () => call('bod', 'POST', '/api/sync/sellers', { records: [record('O-A'), record('O-Z')] }),
    () => update(id, { unassign: true }),
  ]) {
    let locking: ReturnType<typeof call> | undefined
    await app.db.transaction(async (tx) => {
      await tx.run`select from sellers where seller_code = 'O-Z' for update`
      locking = lock()
      await eventually(async () => (await waiters(app.db, 'from sellers')) > 0)
      await t.resolves(tx.run`select from sellers where seller_code = 'O-A' for update nowait`)
    })
    t.equal((await locking)?.status, 200)
  }
})

t.test('odd changes answer 400, an unknown one 404', async (t) => {
  const [id, retired] = [await am('Hal'), await am('Ina')]
  await update(retired, { is_active: false })
  const cases: [object, RegExp][] = [
    [{ hand_over_to: id }, /^hand_over_to names no other active account manager/],
    [{ hand_over_to: retired }, /^hand_over_to names no other active account manager/],
    [{ hand_over_to: 2147483647 }, /^hand_over_to names no other active account manager/],
    [{ hand_over_to: user.am.am_id, unassign: true }, /exclude each other/],
    [{ email: 'nobody' }, /^email must be an e-mail address/],
    [{ id: id + 1 }, /^id can't be changed/],
    [{ phone: '1' }, /^phone is not a known field here; known are name, email/],
  ]
  for (const [body, error] of cases) t.match(await update(id, body), { status: 400, body: { error } })
  t.equal((await update(2147483647, {})).status, 404)
})
