import t from 'tap'
import { testApp } from '../setup/app.ts'
import { authClient, bearer, makeAccount, PASSWORD } from './accounts.ts'

const JWT_SECRET = 'a secret that only these tests know'
const demo = await testApp(t)
const { app, user, DATABASE_URL } = demo
const verified = await testApp(t, { AUTH_MODE: 'verified', JWT_SECRET, DATABASE_URL })
const warehouse_id = user.warehouse.warehouse_id
const fields = { role: 'warehouse', warehouse_id, email: 'Nadia@Example.com' }
const nadia = await makeAccount(demo, 'nadia', fields)
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
  const known = { email: 'nadia@example.com', warehouse_id, warehouse_name: 'Test warehouse' }
  t.match(body.user, { id: nadia, ...known })
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
  for (const name of ['nadia', 'nobody']) {
    t.equal((await inDemo.login(name, 'whatever')).status, 401)
    t.equal((await inDemo.idpLogin(`${name}@example.com`, 'whatever')).status, 401)
  }
})

t.test('in verified mode the right password logs in, a seeded account without one can’t', async (t) => {
  for (const [name, password, status] of [
    ['nadia', PASSWORD, 200],
    ['bod', 'whatever', 401],
  ] as const) {
    t.equal((await inVerified.login(name, password)).status, status)
    t.equal((await inVerified.idpLogin(`${name}@example.com`, password)).status, status)
  }
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

t.test('a login without what it needs answers 400', async (t) => {
  const [login, idpLogin] = ['/api/auth/login', '/api/auth/idp-login']
  for (const [path, body, error] of [
    [login, { password: 'x' }, 'username is required.'],
    [login, { username: 'nadia' }, 'password is required.'],
    [login, { username: 'nadia', password: '' }, 'password must not be empty.'],
    [login, { username: [], password: 'x' }, 'username must be a string.'],
    [login, { username: 'nadia', password: 7 }, 'password must be a string.'],
    [
      login,
      { username: 'nadia', password: 'x', remember: true },
      'remember is not a known field here; known are username, password.',
    ],
    [idpLogin, { email: 'nadia', password: 'x' }, 'email must be an e-mail address.'],
    [idpLogin, { password: 'x' }, 'email is required.'],
    [idpLogin, { email: 'nadia@example.com' }, 'password is required.'],
    [idpLogin, { email: 'nadia@example.com', password: [] }, 'password must be a string.'],
    ['/api/auth/refresh', {}, 'refresh_token is required.'],
  ] as const)
    t.match(await demo.call(null, 'POST', path, body), { status: 400, body: { error } }, error)
  const ofPage = { 'sec-fetch-site': 'same-origin' }
  for (const [body, error] of [
    [{}, 'login is required.'],
    [{ login: 'nadia' }, 'password is required.'],
    [{ login: '', password: 'x' }, 'login is required.'],
    [{ login: 'nadia', password: 'x', remember: true }, /^remember is not a known field/],
  ] as const) {
    const answer = await verified.call(null, 'POST', '/api/auth/session', body, ofPage)
    t.match(answer, { status: 400, body: { error } })
  }
})

t.test('me knows the employee behind the account', async (t) => {
  const person = { employee_code: 'E-7', full_name: 'Nadia' }
  const { id: employee_id } = await demo.done('bod', 'POST', '/api/employees', person)
  await demo.done('bod', 'PATCH', `/api/users/${nadia}`, { employee_id })
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
    employee_id,
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
