import t from 'tap'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { overlapping, waiters } from '../setup/waiters.ts'
import { authClient, bearer, makeAccount, PASSWORD } from './accounts.ts'

const test = await testApp(t)
const { call } = test
const { idpLogin, login, refresh, me, updatePassword } = authClient(test)
const NEW = 'six crates under a green roof'

t.test('a new password ends all other sessions and keeps the one it was set in', async (t) => {
  const nadia = await makeAccount(test, 'nadia')
  const mine = (await idpLogin('nadia@example.com', PASSWORD)).body.session
  const other = (await idpLogin('nadia@example.com', PASSWORD)).body.session
  const { token } = (await login('nadia', PASSWORD)).body

  const { status, body } = await updatePassword(mine.access_token, NEW)
  const message = 'The password is changed; all other sessions have ended.'
  t.same({ status, body }, { status: 200, body: { success: true, message } })
  t.equal((await me(mine.access_token)).status, 200, 'my access token')
  t.equal((await refresh(mine.refresh_token)).status, 200, 'my refresh token')
  t.equal((await me(other.access_token)).status, 401, 'another session')
  t.equal((await refresh(other.refresh_token)).status, 401, 'another session’s refresh token')
  t.equal((await me(token)).status, 401, 'a legacy login')

  t.equal((await login('nadia', PASSWORD)).status, 401, 'the old password')
  t.equal((await login('nadia', NEW)).status, 200, 'the new one')

  const query = `entity=user&entity_id=${nadia}&action=user.password_changed`
  const audited = await call('bod', 'GET', `/api/audit?${query}`)
  t.match(audited.body.data, [{ user_id: nadia, before: null, after: null }])
})

t.test('a login that waits for the change of the password is refused', async (t) => {
  const id = await makeAccount(test, 'petra')
  const change = await clientOf(t, test.app.db.connectionString)
  await change.query(`begin; update users set password_hash = 'another' where id = ${id}`)
  const late = login('petra', PASSWORD)
  await eventually(async () => (await waiters(test.app.db, 'insert into sessions')) === 1)
  await change.query('commit')
  t.equal((await late).status, 401)
})

t.test('what a session asks for while an administrator ends it is refused', async (t) => {
  const { DATABASE_URL } = test
  const JWT_SECRET = 'a secret that only these tests sign with'
  const verified = await testApp(t, { DATABASE_URL, AUTH_MODE: 'verified', JWT_SECRET })
  const client = authClient(verified)
  const id = await makeAccount(test, 'rosa', { role: 'admin' })
  const key = { name: 'Outlives it', user_id: test.user.system.id, role: 'system' }
  const ask = (method: 'POST' | 'PATCH', path: string, token: string, body?: object) =>
    verified.call(null, method, path, body, { 'x-user-id': String(id), ...bearer(token) })
  const { id: viewer } = test.user.viewer
  const stolen = async (ask: (token: string) => Promise<{ status: number }>, password: string) => {
    const { token } = (await client.login('rosa', password)).body
    const end = () => call('bod', 'PATCH', `/api/users/${id}`, { password: NEW })
    const answers = await overlapping(t, test.app.db, 'audit_log', [end, () => ask(token)])
    t.match(answers, [{ status: 200 }, { status: 401, body: { error: /session/ } }])
  }
  await stolen((token) => client.updatePassword(token, 'the password of a thief'), PASSWORD)
  await stolen((token) => ask('POST', '/api/auth/api-keys', token, key), NEW)
  await stolen((token) => ask('POST', `/api/users/${id}/password-reset`, token), NEW)
  await stolen((token) => ask('PATCH', `/api/users/${id}`, token, { email: 'thief@example.com' }), NEW)
  await stolen((token) => ask('PATCH', `/api/users/${viewer}`, token, { role: 'bod' }), NEW)
  t.equal((await login('rosa', NEW)).status, 200)
  t.same(await test.app.db.rows('select from api_keys where name = $1', [key.name]), [])
  t.same(await test.app.db.rows('select from password_resets where user_id = $1', [id]), [])
  t.match(
    await test.app.db.rows('select email, role from users where id in ($1, $2) order by role', [id, viewer]),
    [{ email: 'rosa@example.com' }, { role: 'viewer' }],
  )
})

t.test('what can be no password answers 400', async (t) => {
  const { token } = (await login('bod', 'any')).body
  for (const [new_password, error] of [
    ['short', 'new_password must have at least 8 characters.'],
    ['x'.repeat(201), 'new_password must have at most 200 characters.'],
    [123456789012, 'new_password must be a string.'],
    [undefined, 'new_password is required.'],
  ] as const) {
    const answer = await call(null, 'POST', '/api/auth/update-password', { new_password }, bearer(token))
    t.match(answer, { status: 400, body: { error } })
  }
  t.equal((await updatePassword(token, '8 chars!')).status, 200, 'eight characters are enough')
})

t.test('PASSWORD_MIN_LENGTH sets the fewest characters, an accented one counted once', async (t) => {
  const strict = await testApp(t, { PASSWORD_MIN_LENGTH: '10' })
  const client = authClient(strict)
  const { token } = (await client.login('bod', 'any')).body
  t.match(await client.updatePassword(token, '😀'.repeat(9)), {
    status: 400,
    body: { error: 'new_password must have at least 10 characters.' },
  })
  t.equal((await client.updatePassword(token, '😀'.repeat(10))).status, 200)
  const account = { username: 'x', full_name: 'X', role: 'viewer', email: 'x@example.com' }
  t.match(await strict.call('bod', 'POST', '/api/users', { ...account, password: 'ninechars' }), {
    status: 400,
    body: { error: 'password must have at least 10 characters.' },
  })
})

t.test('a seeded account of the demo may set one, and still takes any', async (t) => {
  const { token } = (await login('viewer', 'any')).body
  t.equal((await updatePassword(token, NEW)).status, 200)
  t.equal((await login('viewer', 'any')).status, 200)
})

t.test('it takes a token: X-User-Id is not enough, nor is an API key', async (t) => {
  t.equal((await call('bod', 'POST', '/api/auth/update-password', { new_password: NEW })).status, 401)
  const ofSystem = { name: 'k', user_id: test.user.system.id, role: 'system' }
  const { key } = await test.done('bod', 'POST', '/api/auth/api-keys', ofSystem)
  t.match(await updatePassword(key, NEW), { status: 403, body: { error: /API key/ } })
  t.equal((await call(null, 'POST', '/api/auth/logout', undefined, bearer(key))).status, 403)
})
