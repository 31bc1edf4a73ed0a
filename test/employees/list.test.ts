import t from 'tap'
import { testApp } from '../setup/app.ts'

const { call, user, app } = await testApp(t)
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
    id: body.data[0].id,
    employee_code: 'E-1',
    full_name: 'Nadia Rahman',
    email: null,
    position: 'Shift lead',
    warehouse_id,
    warehouse_name: 'Test warehouse',
    is_active: true,
    created_at: body.data[0].created_at,
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

t.test('limits that are no number from 1 answer 400', async (t) => {
  for (const limit of ['0', '-1', 'x', '1.5'])
    t.equal((await call('bod', 'GET', `/api/employees?limit=${limit}`)).status, 400, limit)
  t.equal((await call('bod', 'GET', '/api/employees?limit=500')).status, 200)
})
