import t from 'tap'
import { PAIR_FAILURES } from '../../plugins/auth/login-waits.ts'
import { testApp } from '../setup/app.ts'
import { authClient, bearer, makeAccount, PASSWORD } from './accounts.ts'
import { startGoTrue } from './gotrue.ts'

type Test = Parameters<typeof testApp>[0]
const NEW = 'six crates under a green roof'
const THERE = 'what the provider knows'
const JWT_SECRET = 'a secret that only these tests know'

/** The accounts of all tests, in whose database each test has a service of its own. */
const demo = await testApp(t, { JWT_SECRET })
const { DATABASE_URL } = demo
const nadia = await makeAccount(demo, 'nadia')
await makeAccount(demo, 'closed', { is_active: false })
const { password_hash } = await demo.app.db.one<{ password_hash: string }>`
  select password_hash from users where id = ${nadia}`

/** A service in verified mode that asks GoTrue, where nadia has an account at both, stranger at the provider only. */
async function withProvider(t: Test, settings: object = {}) {
  const people = ['nadia', 'stranger', 'closed'].map((name) => [`${name}@example.com`, THERE])
  const gotrue = await startGoTrue(t, Object.fromEntries(people))
  await demo.app.db.rows('truncate login_failures, login_networks')
  await demo.app.db.rows`update users set password_hash = ${password_hash} where id = ${nadia}`
  const verified = { AUTH_MODE: 'verified', JWT_SECRET, DATABASE_URL }
  const test = await testApp(t, { ...verified, IDP_URL: `${gotrue.url}/`, ...settings })
  // The same service before it was told of the provider: its sessions live on.
  const before = authClient(await testApp(t, verified))
  const client = authClient(test)
  const newSession = async () => (await client.idpLogin('nadia@example.com', THERE)).body.session
  return { ...client, before, gotrue, test, newSession }
}

t.test('idp-login answers the provider’s session and the account here with the same address', async (t) => {
  const { idpLogin, gotrue } = await withProvider(t, { IDP_API_KEY: 'anon' })
  const { status, body } = await idpLogin('nadia@example.com', THERE)
  t.equal(status, 200)
  t.match(body.user, { id: nadia, email: 'nadia@example.com' })
  t.match(body.session, { access_token: /^jwt\./, refresh_token: /^[\w-]{36}$/ })
  t.ok(body.session.expires_at > Date.now() / 1000 + 3500)
  t.match(gotrue.asked[0], {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: 'anon', 'content-type': 'application/json' },
    body: { email: 'nadia@example.com', password: THERE },
  })
})

t.test('a password the provider refuses answers 401, the local one too, and is throttled', async (t) => {
  const { idpLogin, newSession } = await withProvider(t)
  t.match(await idpLogin('nadia@example.com', PASSWORD), {
    status: 401,
    body: { error: 'The e-mail address or the password is wrong.' },
  })
  for (let n = 1; n < PAIR_FAILURES; n++) await idpLogin('nadia@example.com', 'wrong')
  t.equal((await idpLogin('nadia@example.com', THERE)).status, 429)
  t.equal(await newSession(), undefined)
})

for (const who of ['stranger', 'closed'])
  t.test(`whom the provider knows, but who is ${who} here, answers 403`, async (t) => {
    const { idpLogin } = await withProvider(t)
    t.match(await idpLogin(`${who}@example.com`, THERE), {
      status: 403,
      body: { error: 'The identity provider’s user has no active account here.' },
    })
  })

t.test('the provider’s access token says who calls, and is asked about once within the bound', async (t) => {
  const { me, newSession, gotrue, test } = await withProvider(t)
  const { access_token } = await newSession()
  t.match(await me(access_token), { status: 200, body: { id: nadia, email: 'nadia@example.com' } })
  const headers = { 'x-user-id': String(nadia), ...bearer(access_token) }
  t.equal((await test.call(null, 'GET', '/api/warehouses', undefined, headers)).status, 200)
  t.equal(gotrue.asked.filter(({ path }) => path === '/auth/v1/user').length, 1)
  const other = { ...headers, 'x-user-id': String(nadia + 1) }
  t.equal((await test.call(null, 'GET', '/api/warehouses', undefined, other)).status, 401)
})

t.test('a token the provider does not know answers 401; one of a stranger 403', async (t) => {
  const { me, gotrue } = await withProvider(t)
  t.equal((await me('jwt.unknown')).status, 401)
  for (const status of [400, 401, 404]) {
    gotrue.fault.instead = () => [status, { msg: 'no' }]
    t.equal((await me('jwt.unknown')).status, 401, `the provider answers ${status}`)
  }
  gotrue.fault.instead = () => [200, { email: 'Stranger@example.com' }]
  t.equal((await me('jwt.stranger')).status, 403)
  gotrue.fault.instead = () => [200, { email: 'NADIA@Example.com' }]
  t.match(await me('jwt.nadia'), { status: 200, body: { id: nadia } }, 'addresses meet in any case')
})

t.test('refresh and logout go to the provider', async (t) => {
  const { refresh, newSession, me, logout } = await withProvider(t)
  const session = await newSession()
  const { status, body } = await refresh(session.refresh_token)
  t.equal(status, 200)
  const { access_token } = body.session
  t.equal((await me(access_token)).status, 200)
  t.equal((await refresh(session.refresh_token)).status, 401, 'a used token')
  t.same((await logout(access_token)).body, { success: true })
  t.equal((await me(access_token)).status, 401)
})

t.test('update-password changes it at the provider and ends all other sessions, here too', async (t) => {
  const { updatePassword, newSession, me, before, idpLogin } = await withProvider(t)
  const [mine, other] = [await newSession(), await newSession()]
  const { token } = (await before.login('nadia', PASSWORD)).body
  t.match(await updatePassword(mine.access_token, 'password password'), {
    status: 400,
    body: { error: 'new_password is refused: Password is known to be weak.' },
  })
  t.equal((await updatePassword(mine.access_token, NEW)).status, 200)
  t.equal((await me(mine.access_token)).status, 200, 'mine')
  t.equal((await me(other.access_token)).status, 401, 'another at the provider')
  t.equal((await me(token)).status, 401, 'one here')
  t.equal((await idpLogin('nadia@example.com', NEW)).status, 200, 'the new password is the provider’s')
})

t.test('a change that failed half way can be asked for again', async (t) => {
  const { updatePassword, newSession, gotrue, me } = await withProvider(t)
  const [mine, other] = [await newSession(), await newSession()]
  gotrue.fault.instead = ({ path }) => (path.includes('logout') ? [502, 'bad gateway'] : undefined)
  t.equal((await updatePassword(mine.access_token, NEW)).status, 503)
  gotrue.fault.instead = undefined
  t.equal((await updatePassword(mine.access_token, NEW)).status, 200)
  t.equal((await me(other.access_token)).status, 401)
})

t.test('a password that is kept here still is refused, right or wrong', async (t) => {
  const { login, gotrue } = await withProvider(t)
  for (const password of [PASSWORD, 'wrong'])
    t.match(await login('nadia', password), {
      status: 409,
      headers: { 'x-error-code': 'passwords_kept_elsewhere' },
      body: { error: /: log in with the e-mail address\.$/ },
    })
  t.same(gotrue.asked, [])
})

t.test('an administrator can set no password here, which no login would take', async (t) => {
  const { before, test } = await withProvider(t)
  const id = await makeAccount(demo, 'boss', { role: 'admin' })
  const { session } = (await before.idpLogin('boss@example.com', PASSWORD)).body
  const headers = { 'x-user-id': String(id), ...bearer(session.access_token) }
  const account = { username: 'new', full_name: 'New', role: 'viewer', email: 'new@example.com' }
  const elsewhere = { status: 409, headers: { 'x-error-code': 'passwords_kept_elsewhere' } }
  t.match(
    await test.call(null, 'PATCH', `/api/users/${nadia}`, { password: NEW, full_name: 'N' }, headers),
    elsewhere,
  )
  t.match(await test.call(null, 'POST', '/api/users', { ...account, password: NEW }, headers), elsewhere)
  t.equal((await test.call(null, 'POST', '/api/users', account, headers)).status, 200)
  t.equal((await before.login('nadia', PASSWORD)).status, 200)
})

t.test('tokens of this service are never shown to the provider', async (t) => {
  const { before, me, updatePassword, refresh, gotrue } = await withProvider(t)
  const { token } = (await before.login('nadia', PASSWORD)).body
  t.equal((await me(token)).status, 200)
  t.equal((await me(`${token}x`)).status, 401)
  const headers = { 'x-error-code': 'passwords_kept_elsewhere' }
  t.match(await updatePassword(token, NEW), { status: 409, headers })
  t.equal((await before.login('nadia', PASSWORD)).status, 200)
  t.equal((await me('sos_unknown')).status, 401)
  t.equal((await refresh('sosr_unknown')).status, 401)
  t.same(gotrue.asked, [])
})

t.test('in demo mode a seeded account takes any password here; every other asks the provider', async (t) => {
  const { gotrue } = await withProvider(t)
  const mixed = authClient(await testApp(t, { IDP_URL: gotrue.url, DATABASE_URL }))
  const { session } = (await mixed.idpLogin('bod@example.com', 'any')).body
  t.equal((await mixed.me(session.access_token)).status, 200)
  t.equal((await mixed.refresh(session.refresh_token)).status, 200)
  t.same(gotrue.asked, [])
  t.equal((await mixed.idpLogin('nadia@example.com', 'any')).status, 401)
  t.equal((await mixed.idpLogin('nadia@example.com', THERE)).status, 200)
})

t.test('when the provider', async (t) => {
  const { gotrue, idpLogin, me, refresh } = await withProvider(t, { IDP_TIMEOUT_MS: '1000' })
  const outage = { status: 503, headers: { 'retry-after': '5' } }
  const answers = async () => [
    await idpLogin('nadia@example.com', THERE),
    await me('jwt.any'),
    await refresh('any'),
  ]
  for (const [what, answer] of [
    ['never answers', 'silence'],
    ['fails', [500, { msg: 'sorry' }]],
    ['is not there, says its proxy', [502, '<html>bad gateway</html>']],
    ['sends elsewhere', [302, '', { location: 'http://127.0.0.1:1/' }]],
    ['answers no JSON', [200, '<html>welcome</html>']],
    ['answers something else', [200, { hello: 'world' }]],
  ] as const)
    await t.test(`${what}, it is a 503 with Retry-After`, async (t) => {
      gotrue.fault.instead = () => answer as never
      for (const given of await answers()) t.match(given, outage)
    })

  await t.test('has another address, it is a 503 as well', async (t) => {
    gotrue.fault.instead = () => [404, '404 page not found']
    t.match(await idpLogin('nadia@example.com', THERE), outage)
  })

  await t.test('is asked too often, it is a 429 with the provider’s Retry-After', async (t) => {
    gotrue.fault.instead = () => [429, { msg: 'over_request_rate_limit' }, { 'retry-after': '17' }]
    for (const given of await answers()) t.match(given, { status: 429, headers: { 'retry-after': '17' } })
    gotrue.fault.instead = () => [429]
    for (const given of await answers()) t.match(given, { status: 429, headers: { 'retry-after': '30' } })
  })

  await t.test('is back, logins work, and its absence counted against nobody', async (t) => {
    for (let n = 0; n < PAIR_FAILURES; n++) await idpLogin('nadia@example.com', THERE)
    gotrue.fault.instead = undefined
    t.equal((await idpLogin('nadia@example.com', THERE)).status, 200)
  })

  await t.test('is gone, it is a 503', async (t) => {
    const { idpLogin } = await withProvider(t, { IDP_URL: 'http://127.0.0.1:1' })
    t.match(await idpLogin('nadia@example.com', THERE), outage)
  })
})

t.test('of a provider that tells less the user is asked for, the end counted from expires_in', async (t) => {
  const { gotrue, idpLogin } = await withProvider(t)
  gotrue.fault.instead = ({ method }) =>
    method === 'POST'
      ? [200, { access_token: 'a', refresh_token: 'r', expires_in: 600 }]
      : [200, { email: 'nadia@example.com' }]
  const { body } = await idpLogin('nadia@example.com', THERE)
  t.match(body, { user: { id: nadia }, session: { access_token: 'a', refresh_token: 'r' } })
  const seconds = body.session.expires_at - Date.now() / 1000
  t.ok(seconds > 590 && seconds <= 600, `${seconds} s`)
})
