import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const list = '/api/sellers/am/list'
const create = (body: object) => call('am_head', 'POST', '/api/sellers/am/create', body)

t.test('an account manager is created, audited and listed by name', async (t) => {
  const am = { name: 'Ada', email: 'ada@example.com', employee_id: 4711 }
  const { status, body } = await create(am)
  t.equal(status, 200)
  t.same(body, { success: true, id: body.id })
  const answer = (await call('viewer', 'GET', list)).body
  t.match(answer, { total: 2, page: 1, limit: 500 })
  const { created_at, updated_at, ...first } = answer.data[0]
  t.same(first, { id: body.id, ...am, is_active: true, sellers_count: 0 })
  t.match({ created_at, updated_at }, { created_at: /Z$/, updated_at: /Z$/ })
  const entry = await app.db.row(
    `select user_id, after from audit_log where action = 'account_manager.created'`,
  )
  t.match(entry, { user_id: user.am_head.id, after: am })
})

t.test('the count is of the active sellers in the portfolio', async (t) => {
  for (const [i, status] of ['active', 'active', 'suspended', 'terminated'].entries())
    await call('bod', 'POST', '/api/sellers', {
      seller_code: `S-${i}`,
      company_name: 'Acme',
      assigned_am_id: user.am.am_id,
      status,
    })
  const { data } = (await call('bod', 'GET', list)).body
  t.match(data, [
    { name: 'Ada', sellers_count: 0 },
    { name: 'Test AM', sellers_count: 2 },
  ])
})

t.test('pages', async (t) => {
  t.match((await call('bod', 'GET', `${list}?limit=1&page=2`)).body, {
    data: [{ name: 'Test AM' }],
    total: 2,
    page: 2,
    limit: 1,
  })
  t.match((await call('bod', 'GET', `${list}?page=99`)).body, { data: [], total: 2 })
})

t.test('an account manager sees the own record only', async (t) => {
  t.match((await call('am', 'GET', list)).body, { data: [{ id: user.am.am_id }], total: 1 })
  t.equal((await call('am', 'GET', `/api/sellers/am/${user.am.am_id}`)).status, 200)
  const { id: other } = (await create({ name: 'Yve' })).body
  for (const id of [other, 99999])
    t.equal((await call('am', 'GET', `/api/sellers/am/${id}`)).status, 403, 'whether there is one or not')
})

t.test('an e-mail or employee_id that is taken answers 409 and names it', async (t) => {
  t.match(await create({ name: 'B', email: 'ada@example.com' }), {
    status: 409,
    body: { error: /^email is already taken/ },
  })
  t.match(await create({ name: 'B', email: 'b@example.com', employee_id: 4711 }), {
    status: 409,
    body: { error: /^employee_id is already taken/ },
  })
})

t.test('many may have no address and no employee_id, and some write them oddly', async (t) => {
  for (const body of [
    { name: 'Zoe' },
    { name: 'C', email: 'c@example.com' },
    { name: 'D', email: 'd@example.com', employee_id: null },
    { name: 'F', email: null, employee_id: null },
    { name: 'G', email: '' },
    { name: 'H', email: 'Am.Five@Example.com', employee_id: '4715' },
    { name: ' I ', email: ' am.six@example.com ' },
  ])
    t.equal((await create(body)).status, 200, JSON.stringify(body))
})

t.test('invalid account managers answer 400 and name the field', async (t) => {
  const cases: [object, RegExp][] = [
    [{ name: undefined }, /^name is required/],
    [{ name: '' }, /^name is required/],
    [{ name: '  ' }, /^name is required/],
    [{ email: 'nobody' }, /^email must be an e-mail address/],
    [{ email: `${'x'.repeat(250)}@example.com` }, /^email must have at most 254/],
    [{ employee_id: 'seven' }, /^employee_id must be a whole number/],
    [{ employee_id: 2147483648 }, /^employee_id must be at most/],
    [{ is_active: false }, /^is_active is not a known field/],
  ]
  for (const [wrong, error] of cases)
    t.match(await create({ name: 'E', email: 'e@example.com', ...wrong }), { status: 400, body: { error } })
})
