import t from 'tap'
import { authClient, bearer, makeAccount, PASSWORD } from '../../auth/accounts.ts'
import { testApp } from '../../setup/app.ts'

const demo = await testApp(t)
const { call, user, app } = demo
const verified = await testApp(t, {
  AUTH_MODE: 'verified',
  JWT_SECRET: 'a secret that only these tests know',
  DATABASE_URL: demo.DATABASE_URL,
})
const GATED = '/api/warehouses'
const nadia = await makeAccount(demo, 'nadia')
const omar = await makeAccount(demo, 'omar')

/** Asks a gated route with these headers alone. */
const ask = (test: typeof demo, headers: Record<string, string> = {}) =>
  test.call(null, 'GET', GATED, undefined, headers)

t.test('a missing X-User-Id answers 401', async (t) => {
  const expected = { status: 401, body: { error: 'X-User-Id is missing.' } }
  t.match(await ask(demo), expected)
  t.match(await ask(verified), expected)
  const { token } = (await authClient(demo).login('nadia', PASSWORD)).body
  t.match(await ask(demo, bearer(token)), expected, 'a token alone says nothing in demo mode')
  const { token: verifiedToken } = (await authClient(verified).login('nadia', PASSWORD)).body
  t.match(await ask(verified, bearer(verifiedToken)), expected, 'nor in verified mode')
})

const ODD = [
  '',
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e0',
  '0x1',
  '1, 1',
  '"1"',
  'bod',
  'null',
  'NaN',
  '2147483648',
  '１',
]

t.test('an X-User-Id that is no id answers 401 in both modes', async (t) => {
  const expected = { status: 401, body: { error: 'X-User-Id must be the id of a user.' } }
  for (const odd of [...ODD, '99999999999999999999', '9'.repeat(400), "1' or '1'='1"])
    for (const service of [demo, verified]) t.match(await ask(service, { 'x-user-id': odd }), expected, odd)
})

t.test('blanks around the id are no part of it', async (t) => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(url + GATED, { headers: { 'x-user-id': `  ${user.viewer.id}  ` } })
  t.equal(answer.status, 200)
  const twice = new Headers([
    ['x-user-id', String(user.viewer.id)],
    ['x-user-id', String(user.bod.id)],
  ])
  t.equal((await fetch(url + GATED, { headers: twice })).status, 401, 'and two ids are none')
})

t.test('an id that nobody has, or a closed account, answers 401', async (t) => {
  const expected = { status: 401, body: { error: 'X-User-Id names no active user.' } }
  t.match(await ask(demo, { 'x-user-id': '2147483647' }), expected)
  const closed = await makeAccount(demo, 'closed')
  t.equal((await ask(demo, { 'x-user-id': String(closed) })).status, 200)
  await call('bod', 'PATCH', `/api/users/${closed}`, { is_active: false })
  t.match(await ask(demo, { 'x-user-id': String(closed) }), expected)
})

t.test('a 401 challenges with the bearer scheme, whatever it is about; other answers do not', async (t) => {
  const challenge = (answer: Awaited<ReturnType<typeof call>>) => [
    answer.status,
    answer.headers['www-authenticate'],
  ]
  const { me, updatePassword, login, refresh } = authClient(verified)
  const known = { 'x-user-id': String(nadia) }
  t.same(challenge(await ask(demo)), [401, 'Bearer'], 'no X-User-Id')
  t.same(challenge(await ask(verified, known)), [401, 'Bearer'], 'no token')
  t.same(challenge(await ask(verified, { ...known, ...bearer('x') })), [401, 'Bearer'], 'no good token')
  t.same(challenge(await me('x')), [401, 'Bearer'])
  t.same(challenge(await updatePassword('x', PASSWORD)), [401, 'Bearer'])
  t.same(challenge(await login('nadia', 'wrong')), [401, 'Bearer'])
  t.same(challenge(await refresh('x')), [401, 'Bearer'])
  t.same(challenge(await call('warehouse', 'GET', GATED)), [403, undefined])
  t.same(challenge(await call('bod', 'GET', '/api/sellers/S-0')), [404, undefined])
  t.same(challenge(await ask(demo, known)), [200, undefined])
})

t.test('a role without the permission answers 403 and names those with it', async (t) => {
  const answer = await call('warehouse', 'GET', GATED)
  t.match(answer, {
    status: 403,
    body: { error: /^The role warehouse may not do this; it takes bod, admin/ },
  })
})

t.test('an address that does not exist answers 404 to anyone', async (t) => {
  t.equal((await verified.call(null, 'GET', '/api/nothing')).status, 404)
})

t.test('in verified mode', async (t) => {
  const { login, idpLogin } = authClient(verified)
  const { token } = (await login('nadia', PASSWORD)).body
  const as = (id: number, token: string) => ask(verified, { 'x-user-id': String(id), ...bearer(token) })

  await t.test('X-User-Id alone answers 401', async (t) => {
    const answer = await ask(verified, { 'x-user-id': String(nadia) })
    t.match(answer, { status: 401, body: { error: /^Authorization must be "Bearer"/ } })
  })

  await t.test('both together are let in, with a token of either login', async (t) => {
    const { session } = (await idpLogin('nadia@example.com', PASSWORD)).body
    t.equal((await as(nadia, token)).status, 200)
    t.equal((await as(nadia, session.access_token)).status, 200)
    t.equal((await as(nadia, session.refresh_token)).status, 401, 'a refresh token is no access token')
  })

  await t.test('another user’s id answers 401', async (t) => {
    const expected = { status: 401, body: { error: 'X-User-Id and the bearer token name different users.' } }
    t.match(await as(omar, token), expected)
    t.match(await as(user.bod.id, token), expected)
  })

  await t.test('a new role counts at once, in the token already given too', async (t) => {
    const sami = await makeAccount(demo, 'sami', { role: 'finance' })
    const { token } = (await login('sami', PASSWORD)).body
    t.equal((await as(sami, token)).status, 403)
    await call('bod', 'PATCH', `/api/users/${sami}`, { role: 'viewer' })
    verified.app.identities.forget()
    t.equal((await as(sami, token)).status, 200)
  })
})
