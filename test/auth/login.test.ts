import t from 'tap'
import { testApp } from '../setup/app.ts'
import { authClient, bearer, makeAccount, PASSWORD } from './accounts.ts'

const JWT_SECRET = 'a secret that only these tests know'
const demo = await testApp(t)
const verified = await testApp(t, {
  AUTH_MODE: 'verified',
  JWT_SECRET,
  DATABASE_URL: demo.DATABASE_URL,
})
const { app, user } = demo
const warehouse_id = user.warehouse.warehouse_id
const nadia = await makeAccount(demo, 'nadia', {
  role: 'warehouse',
  warehouse_id,
  email: 'Nadia@Example.com',
})
await makeAccount(demo, 'closed', { is_active: false })
const inDemo = authClient(demo)
const inVerified = authClient(verified)

t.test('login answers the user and a token', async (t) => {
  const { status, body } = await inDemo.login('nadia', PASSWORD)
  t.equal(status, 200)
  t.same(body, {
    success: true,
    user: {
      id: nadia,
      username: 'nadia',
      role: 'warehouse',
      warehouse_id,
      full_name: 'The nadia',
      warehouse_name: 'Test warehouse',
    },
    token: body.token,
  })
  t.match((await inDemo.me(body.token)).body, { id: nadia })
})

t.test('idp-login answers the user with e-mail address, and a session', async (t) => {
  const before = Math.floor(Date.now() / 1000)
  const { status, body } = await inDemo.idpLogin('nadia@example.com', PASSWORD)
  t.equal(status, 200)
  t.same(Object.keys(body), ['success', 'user', 'session'])
  t.match(body.user, {
    id: nadia,
    email: 'nadia@example.com',
    warehouse_id,
    warehouse_name: 'Test warehouse',
  })
  t.same(Object.keys(body.session), ['access_token', 'refresh_token', 'expires_at'])
  const seconds = body.session.expires_at - before
  t.ok(seconds >= 900 && seconds < 910, `the access token lives for ${seconds} s`)
})

t.test('an e-mail address is the same in any case, and with blanks around it', async (t) => {
  for (const email of ['NADIA@example.COM', ' nadia@example.com '])
    t.equal((await inDemo.idpLogin(email, PASSWORD)).status, 200)
})

t.test('in demo mode a seeded account takes any password', async (t) => {
  const known = { id: user.bod.id, username: 'bod', role: 'bod', full_name: 'Test bod', warehouse_id: null }
  t.match(await inDemo.login('bod', 'whatever'), { status: 200, body: { user: known } })
  t.match(await inDemo.idpLogin('am@example.com', 'whatever'), { status: 200 })
})

t.test('in demo mode every other account is asked for its password, and nobody is let in', async (t) => {
  t.equal((await inDemo.login('nadia', 'whatever')).status, 401)
  t.equal((await inDemo.idpLogin('nadia@example.com', 'whatever')).status, 401)
  t.equal((await inDemo.login('nobody', 'whatever')).status, 401)
  t.equal((await inDemo.idpLogin('nobody@example.com', 'whatever')).status, 401)
})

t.test('in verified mode a seeded account without a password can’t log in', async (t) => {
  t.equal((await inVerified.login('bod', 'whatever')).status, 401)
  t.equal((await inVerified.idpLogin('bod@example.com', 'whatever')).status, 401)
})

t.test('in verified mode the right password logs in', async (t) => {
  t.equal((await inVerified.login('nadia', PASSWORD)).status, 200)
  t.equal((await inVerified.idpLogin('nadia@example.com', PASSWORD)).status, 200)
})

t.test('a wrong password, an unknown user and a closed account are told apart by nothing', async (t) => {
  const answers = [
    await inVerified.login('nadia', 'wrong'),
    await inVerified.login('nobody', PASSWORD),
    await inVerified.login('closed', PASSWORD),
  ]
  for (const { status, body } of answers)
    t.same({ status, body }, { status: 401, body: { error: 'The username or the password is wrong.' } })
})

t.test('a seeded account that is closed takes no password, in demo mode neither', async (t) => {
  await app.db.rows(`update users set is_active = false where username = 'finance'`)
  t.equal((await inDemo.login('finance', 'whatever')).status, 401)
})

for (const [body, error] of [
  [{ password: 'x' }, 'username is required.'],
  [{ username: 'nadia' }, 'password is required.'],
  [{ username: 'nadia', password: '' }, 'password must not be empty.'],
  [{ username: [], password: 'x' }, 'username must be a string.'],
  [{ username: 'nadia', password: 7 }, 'password must be a string.'],
  [
    { username: 'nadia', password: 'x', remember: true },
    'remember is not a known field here; known are username, password.',
  ],
] as const)
  t.test(`login with ${JSON.stringify(body)} answers 400`, async (t) => {
    t.match(await demo.call(null, 'POST', '/api/auth/login', body), { status: 400, body: { error } })
  })

for (const [body, error] of [
  [{ email: 'nadia', password: 'x' }, 'email must be an e-mail address.'],
  [{ password: 'x' }, 'email is required.'],
  [{ email: 'nadia@example.com' }, 'password is required.'],
  [{ email: 'nadia@example.com', password: [] }, 'password must be a string.'],
] as const)
  t.test(`idp-login with ${JSON.stringify(body)} answers 400`, async (t) => {
    t.match(await demo.call(null, 'POST', '/api/auth/idp-login', body), { status: 400, body: { error } })
  })

t.test('me knows the employee behind the account', async (t) => {
  const employee = await app.db.prisma.employee.create({ data: { employee_code: 'E-7', full_name: 'Nadia' } })
  await demo.call('bod', 'PATCH', `/api/users/${nadia}`, { employee_id: employee.id })
  const { token } = (await inDemo.login('nadia', PASSWORD)).body
  const { status, body } = await inDemo.me(token)
  t.equal(status, 200)
  t.same(body, {
    id: nadia,
    username: 'nadia',
    role: 'warehouse',
    warehouse_id,
    full_name: 'The nadia',
    warehouse_name: 'Test warehouse',
    email: 'nadia@example.com',
    employee_code: 'E-7',
    employee_id: employee.id,
    permissions: ['sellers.read', 'campaigns.read', 'surcharges.read', 'enforcement.read'],
  })
})

t.test('me answers 401 without a token, with X-User-Id alone, and with a token that is none', async (t) => {
  t.equal((await demo.call(null, 'GET', '/api/auth/me')).status, 401)
  t.equal((await demo.call('bod', 'GET', '/api/auth/me')).status, 401)
  t.equal((await inDemo.me('nonsense')).status, 401)
  const { token } = (await inDemo.login('nadia', PASSWORD)).body
  for (const authorization of [token, `Basic ${token}`, `Bearer ${token} ${token}`, 'Bearer ', 'Bearer'])
    t.equal((await demo.call(null, 'GET', '/api/auth/me', undefined, { authorization })).status, 401)
  for (const headers of [bearer(token), { authorization: `bearer ${token}` }])
    t.equal((await demo.call(null, 'GET', '/api/auth/me', undefined, headers)).status, 200)
  t.equal((await demo.call('bod', 'GET', '/api/auth/me', undefined, bearer(token))).status, 200)
})
