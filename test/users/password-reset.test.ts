import t from 'tap'
import { authClient, makeAccount, PASSWORD } from '../auth/accounts.ts'
import { startGoTrue } from '../auth/gotrue.ts'
import { testApp } from '../setup/app.ts'

const NEW = 'six crates on a red van'
const test = await testApp(t)
const { app, call, user, DATABASE_URL } = test
const { login, refresh, idpLogin, me } = authClient(test)
const make = (id: number) => call('bod', 'POST', `/api/users/${id}/password-reset`)
const use = (token: string, new_password = NEW) =>
  call(null, 'POST', '/api/auth/password-reset', { token, new_password })

t.test('a lost password is replaced with a token that is good once, for an hour', async (t) => {
  const id = await makeAccount(test, 'nadia')
  const old = (await idpLogin('nadia@example.com', PASSWORD)).body.session
  for (let n = 0; n < 10; n++) await login('nadia', 'wrong')
  const { status, body, headers } = await make(id)
  t.match(
    { status, body, cache: headers['cache-control'] },
    { status: 200, body: { success: true, token: /^sosp_[\w-]{43}$/ }, cache: 'no-store' },
  )
  const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000
  t.ok(minutes > 55 && minutes <= 60.1, `${minutes} minutes`)
  t.equal((await me(old.access_token)).status, 200, 'nothing ends before it is used')

  t.match(await use(body.token, 'short'), { status: 400, body: { error: /at least 8 characters/ } })
  t.match(await use(body.token), { status: 200, body: { success: true } })
  t.match(await use(body.token), { status: 401, headers: { 'x-error-code': 'reset_token_invalid' } })
  t.equal((await login('nadia', NEW)).status, 200, 'at once, whatever was tried before')
  t.equal((await me(old.access_token)).status, 401)
  t.equal((await refresh(old.refresh_token)).status, 401)

  const log = (await call('bod', 'GET', `/api/audit?entity=user&entity_id=${id}&limit=2`)).body.data
  t.match(log, [
    { action: 'user.password_reset', user_id: id, before: null, after: { full_name: 'The nadia' } },
    { action: 'user.password_reset_made', user_id: user.bod.id },
  ])
  const all = JSON.stringify(await app.db.rows('select * from audit_log, password_resets'))
  t.notOk(all.includes(body.token.slice(5)))
})

t.test('of ten uses at once one sets the password', async (t) => {
  const id = await makeAccount(test, 'omar')
  const { token } = (await make(id)).body
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => use(token, `${NEW} ${n}`)))
  t.same(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)])
  const winner = answers.findIndex(({ status }) => status === 200)
  t.equal((await login('omar', `${NEW} ${winner}`)).status, 200)
})

t.test('a token ends with its hour, with the next one, and with another password', async (t) => {
  const id = await makeAccount(test, 'pia')
  const first = (await make(id)).body.token
  const second = (await make(id)).body.token
  t.equal((await use(first)).status, 401)
  await app.db.rows(`update password_resets set expires_at = now() where user_id = $1`, [id])
  t.equal((await use(second)).status, 401)
  const third = (await make(id)).body.token
  await call('bod', 'PATCH', `/api/users/${id}`, { password: NEW })
  t.equal((await use(third)).status, 401)
  const fourth = (await make(id)).body.token
  await call('bod', 'PATCH', `/api/users/${id}`, { is_active: false })
  t.equal((await use(fourth)).status, 401)
  t.match(await make(id), { status: 409, headers: { 'x-error-code': 'account_inactive' } })
  t.equal((await make(2147483647)).status, 404)
})

t.test('where an external provider keeps the passwords it is refused', async (t) => {
  const gotrue = await startGoTrue(t, {})
  const there = await testApp(t, { DATABASE_URL, IDP_URL: gotrue.url })
  const refusal = { status: 409, body: { error: /identity provider keeps the passwords/ } }
  t.match(await there.call('bod', 'POST', `/api/users/${user.viewer.id}/password-reset`), refusal)
  const token = 'sosp_x'
  t.match(await there.call(null, 'POST', '/api/auth/password-reset', { token, new_password: NEW }), refusal)
})
