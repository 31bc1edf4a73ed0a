import t from 'tap'
import { testApp } from '../setup/app.ts'

const { call, user, app } = await testApp(t)
const account = { username: 'nadia', full_name: 'Nadia Rahman', role: 'viewer' }
/** Makes an account whose e-mail address is its username's, unless the fields name another. */
const create = ({ username = 'nadia', ...fields }: Record<string, unknown>, headers = {}) => {
  const body = { ...account, username, email: `${username}@example.com`, ...fields }
  return call('bod', 'POST', '/api/users', body, headers)
}

t.test('an account is made of four fields, and can call at once', async (t) => {
  const { status, body } = await create({})
  t.same({ status, body }, { status: 200, body: { success: true, id: body.id } })
  const headers = { 'x-user-id': String(body.id) }
  t.equal((await call(null, 'GET', '/api/warehouses', undefined, headers)).status, 200)
  t.equal((await call(null, 'POST', '/api/auth/login', { username: 'nadia', password: 'x' })).status, 401)
})

t.test('it gets an employee where it names none, and no field that has a type is null', async (t) => {
  const { id } = (
    await create({ username: 'lena', role: 'warehouse', warehouse_id: user.warehouse.warehouse_id })
  ).body
  const [shown] = (await call('bod', 'GET', '/api/users?search=lena')).body.data
  t.match(shown, { id, employee_id: Number, employee_code: `U-${id}`, email: 'lena@example.com' })
  t.match((await call('bod', 'GET', `/api/employees?search=U-${id}`)).body.data, [
    {
      id: shown.employee_id,
      full_name: 'Nadia Rahman',
      email: 'lena@example.com',
      warehouse_id: user.warehouse.warehouse_id,
    },
  ])
  const audited = await call('bod', 'GET', `/api/audit?entity=employee&entity_id=${shown.employee_id}`)
  t.match(audited.body.data, [
    { action: 'employee.created', user_id: user.bod.id, after: { employee_code: `U-${id}` } },
  ])
})

t.test('or of all of them, shown and audited without its hash', async (t) => {
  const employee = await app.db.prisma.employee.create({ data: { employee_code: 'E-7', full_name: 'Omar' } })
  const fields = {
    username: 'omar',
    email: 'Omar@Example.com',
    role: 'am',
    warehouse_id: user.warehouse.warehouse_id,
    am_id: user.am.am_id,
    employee_id: employee.id,
    is_active: false,
    password: 'a long password',
  }
  const { id } = (await create(fields)).body
  const { password: _, ...shown } = fields
  const { data } = (await call('bod', 'GET', '/api/users?search=omar')).body
  t.match(data, [{ id, ...shown, email: 'omar@example.com', employee_code: 'E-7', am_name: 'Test AM' }])
  const [entry] = (await call('bod', 'GET', `/api/audit?entity=user&entity_id=${id}`)).body.data
  t.match(entry, { action: 'user.created', user_id: user.bod.id, before: null, after: { username: 'omar' } })
  t.notMatch(JSON.stringify([data, entry]), /password|argon2/)
})

t.test('a username or e-mail address that is taken answers 409', async (t) => {
  t.match(await create({ username: 'bod' }), { status: 409, body: { error: 'username is already taken.' } })
  t.match(await create({ username: 'new', email: 'BOD@example.com' }), {
    status: 409,
    body: { error: 'email is already taken.' },
  })
})

const nowhere = (field: string) =>
  [{ username: field, [field]: 2147483647 }, `${field} names something that does not exist.`] as const
for (const [fields, error] of [
  ...['warehouse_id', 'am_id', 'employee_id'].map(nowhere),
  [{ username: '', email: 'n@example.com' }, 'username is required.'],
  [{ username: 'na dia', email: 'n@example.com' }, 'username must have no spaces.'],
  [{ full_name: undefined }, 'full_name is required.'],
  [{ role: 'king' }, /^role must be one of bod/],
  [{ email: undefined }, 'email is required.'],
  [{ email: null }, 'email must be a string.'],
  [{ email: 'nadia' }, 'email must be an e-mail address.'],
  [{ password: 'short' }, 'password must have at least 8 characters.'],
  [{ password: 12345678 }, 'password must be a string.'],
  [{ is_active: 2 }, 'is_active must be true or false.'],
  [{ am_id: 'one' }, /^am_id must be a whole number/],
  [{ seller_id: 1.5 }, 'seller_id must be a whole number or a string.'],
  [
    { password_hash: 'x' },
    /^password_hash is not a known field here; known are full_name, username, email, /,
  ],
  [{ is_seeded: true }, /^is_seeded is not a known field here/],
] as const)
  t.test(`an account with ${JSON.stringify(fields)} answers 400`, async (t) => {
    t.match(await create(fields), { status: 400, body: { error } })
  })
