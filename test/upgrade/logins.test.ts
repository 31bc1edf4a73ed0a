import t from 'tap'
import { testApp } from '../setup/app.ts'
import { asIfMadeNow, oldDatabase } from './old-release.ts'

const { known, settings, DATABASE_URL } = await oldDatabase(t)
await asIfMadeNow(DATABASE_URL, known)
const { call } = await testApp(t, {
  ...settings,
  WORKER: 'off',
  AUTH_MODE: 'verified',
  JWT_SECRET: 'a secret that only this test signs with',
})

const logIn = (username: string, password: string) =>
  call(null, 'POST', '/api/auth/login', { username, password })
const refresh = (refresh_token: string) => call(null, 'POST', '/api/auth/refresh', { refresh_token })

t.test('every account logs in with its old password, and with no other', async (t) => {
  const { root, others } = known
  t.equal((await logIn(root.username, root.password)).status, 200)
  const { status, body } = await call(null, 'POST', '/api/auth/idp-login', {
    email: root.email,
    password: root.password,
  })
  t.equal(status, 200, 'by e-mail address')
  const me = await call(null, 'GET', '/api/auth/me', undefined, {
    authorization: `Bearer ${body.session.access_token}`,
  })
  t.match(me, { status: 200, body: { email: root.email, role: 'bod', employee_code: 'E-1' } })
  t.ok(others.usernames.length > 5)
  for (const username of others.usernames) {
    t.equal((await logIn(username, others.password)).status, 200, username)
    t.equal((await logIn(username, root.password)).status, 401, `${username} with the password of root`)
  }
  t.equal((await logIn(known.closed_account, others.password)).status, 401, 'a closed account')
})

t.test('sessions go on where they were', async (t) => {
  const { unused, next, used, logged_out } = known.refresh_tokens
  const { status, body } = await refresh(unused)
  t.equal(status, 200)
  const list = await call('viewer', 'GET', '/api/sellers', undefined, {
    authorization: `Bearer ${body.session.access_token}`,
  })
  t.equal(list.status, 200)
  t.equal((await refresh(unused)).status, 401, 'a second use')
  t.equal((await refresh(next)).status, 200, 'of a session that was refreshed before')
  t.equal((await refresh(used)).status, 401, 'a token that was used before')
  t.equal((await refresh(logged_out)).status, 401, 'of a session that was logged out')
})

t.test('an API key works, and a revoked one does not', async (t) => {
  const { active, revoked } = known.api_keys
  const status = async (key: string) =>
    (await call('system', 'GET', '/api/sync/status', undefined, { authorization: `Bearer ${key}` })).status
  t.equal(await status(active), 200)
  t.equal(await status(revoked), 401)
})
