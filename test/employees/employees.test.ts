import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const warehouse_id = user.warehouse.warehouse_id
await app.db.prisma.employee.createMany({
  data: [
    { employee_code: 'E-2', full_name: 'Omar Aziz', email: 'omar@example.com' },
    { employee_code: 'E-1', full_name: 'Nadia Rahman', position: 'Shift lead', warehouse_id },
    { employee_code: 'E-3', full_name: 'Rania Haddad', is_active: false, warehouse_id },
  ],
})
await app.db.rows(`update users set employee_id = (select id from employees where employee_code = 'E-1')`)
await app.db.rows(`delete from employees where employee_code like 'U-%'`)
const list = async (query = '') => (await call('viewer', 'GET', `/api/employees${query}`)).body
const codes = async (query: string) =>
  (await list(query)).data.map(({ employee_code }: { employee_code: string }) => employee_code)

t.test('employees are listed by code, each with its full record', async (t) => {
  const body = await list()
  t.same({ ...body, data: body.data.length }, { data: 3, total: 3, page: 1, limit: 20 })
  t.same(body.data[0], {
    ...{ id: body.data[0].id, employee_code: 'E-1', full_name: 'Nadia Rahman', email: null },
    ...{ position: 'Shift lead', warehouse_id, warehouse_name: 'Test warehouse', is_active: true },
    ...{ created_at: body.data[0].created_at },
  })
  t.match(body.data[1], { employee_code: 'E-2', warehouse_id: null, warehouse_name: null })
})

t.test('pages and filters', async (t) => {
  t.same(await codes('?page=2&limit=2'), ['E-3'])
  t.same(await codes('?search=RAHMAN'), ['E-1'])
  t.same(await codes('?search=omar@'), ['E-2'])
  t.same(await codes('?search=e-3'), ['E-3'])
  t.same(await codes('?search=%25'), [])
  t.same(await codes(`?warehouse_id=${warehouse_id}`), ['E-1', 'E-3'])
  t.same(await codes(`?warehouse_id=${warehouse_id}&search=rania`), ['E-3'])
  t.same(await codes('?warehouse_id=2147483647'), [])
})

const create = (body: object) => call('admin', 'POST', '/api/employees', body)
const update = (id: number, body: object) => call('admin', 'PATCH', `/api/employees/${id}`, body)
const shown = async (code: string) =>
  (await call('viewer', 'GET', `/api/employees?search=${code}`)).body.data[0]
const actions = async (id: number) =>
  await app.db.rows<{ action: string; user_id: number }>(
    `select action, user_id from audit_log where entity = 'employee' and entity_id = $1 order by id`,
    [String(id)],
  )

t.test('an employee is created, changed and deactivated, each audited once', async (t) => {
  const { status, body } = await create({ employee_code: 'E-11', full_name: 'Nadia' })
  t.equal(status, 200)
  t.same(body, { success: true, id: body.id })
  const fields = {
    full_name: 'Nadia Rahman',
    email: 'nadia@example.com',
    position: 'Shift lead',
    warehouse_id: user.warehouse.warehouse_id,
  }
  t.same((await update(body.id, fields)).body, { success: true })
  const record = await shown('E-11')
  t.match(record, { id: body.id, employee_code: 'E-11', ...fields, is_active: true })
  for (const nothing of [{}, record]) t.same((await update(body.id, nothing)).body, { success: true })
  t.same((await update(body.id, { is_active: 0, position: '' })).body, { success: true })
  t.match(await shown('E-11'), { is_active: false, position: null })
  t.match(await actions(body.id), [
    { action: 'employee.created', user_id: user.admin.id },
    { action: 'employee.updated' },
    { action: 'employee.updated' },
  ])
})

t.test('deactivating one whose account is active says so', async (t) => {
  const { body } = await create({ employee_code: 'E-12', full_name: 'Omar' })
  await call('bod', 'POST', '/api/users', {
    ...{ username: 'omar', full_name: 'Omar', role: 'viewer', email: 'omar@example.com' },
    ...{ employee_id: body.id },
  })
  t.same((await update(body.id, { is_active: false })).body, {
    success: true,
    warnings: ['Accounts of this employee are still active: omar.'],
  })
})

t.test('invalid ones answer 400, a code that is taken 409, an unknown one 404', async (t) => {
  const cases: [object, RegExp][] = [
    [{ employee_code: undefined }, /^employee_code is required/],
    [{ full_name: ' ' }, /^full_name is required/],
    [{ email: 'nobody' }, /^email must be an e-mail address/],
    [{ warehouse_id: 2147483647 }, /^warehouse_id names something that does not exist/],
    [{ salary: 1 }, /^salary is not a known field here; known are employee_code/],
  ]
  for (const [wrong, error] of cases)
    t.match(await create({ employee_code: 'E-13', full_name: 'X', ...wrong }), {
      status: 400,
      body: { error },
    })
  t.match(await create({ employee_code: 'E-11', full_name: 'X' }), {
    status: 409,
    body: { error: 'employee_code is already taken.' },
  })
  t.equal((await update(2147483647, {})).status, 404)
})
