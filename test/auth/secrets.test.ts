import { Writable } from 'node:stream'
import t from 'tap'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { testApp } from '../setup/app.ts'
import { authClient } from './accounts.ts'
import { startGoTrue } from './gotrue.ts'

const demo = await testApp(t)
const gotrue = await startGoTrue(t, { 'nadia@example.com': 'the provider’s own password' })

let logged = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk
    done()
  },
})
const JWT_SECRET = 'a signing secret that is told to nobody'
const { DATABASE_URL } = demo
const env = { NODE_ENV: 'test', DATABASE_URL, WORKER: 'off', JWT_SECRET, IDP_API_KEY: 'an-api-key' }
const embedded = await buildApp(readEnv(env), { level: 'trace', stream })
const external = await buildApp(readEnv({ ...env, IDP_URL: gotrue.url }), { level: 'trace', stream })
const verified = await buildApp(
  readEnv({ ...env, AUTH_MODE: 'verified', WEBHOOK_SECRET_KEY: 'a key that seals secrets in this test' }),
  { level: 'trace', stream },
)
t.teardown(() => Promise.all([embedded.close(), external.close(), verified.close()]))

/** Signs a browser in, asks for another token and signs it out. Returns its cookie’s token. */
async function useBrowser(login: string, password: string) {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const url = '/api/auth/session'
  const answer = await verified.inject({ method: 'POST', url, headers, payload: { login, password } })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] as string
  for (const [method, path] of [
    ['POST', `${url}/token`],
    ['DELETE', url],
  ] as const)
    await verified.inject({ method, url: path, headers: { ...headers, cookie } })
  return cookie.split('=')[1]
}

const clientOf = (app: typeof embedded) => ({
  call: (async (_role, method, url, body, headers = {}) => {
    const answer = await app.inject({
      method,
      url,
      payload: body,
      headers: { 'x-user-id': String(demo.user.bod.id), 'idempotency-key': `${Math.random()}`, ...headers },
    })
    return { status: answer.statusCode, body: answer.json(), headers: {} }
  }) as typeof demo.call,
})

/** Does everything that handles a secret, and returns the secrets. */
async function handleSecrets() {
  const here = clientOf(embedded)
  const { login, idpLogin, refresh, me, updatePassword, logout } = authClient(here)
  const [password, next, wrong] = ['the very first password', 'the password after it', 'a mistyped password']
  const [email, role] = ['nadia@example.com', 'viewer']
  const account = { username: 'nadia', full_name: 'Nadia', email, role, password }
  const { id } = (await here.call('bod', 'POST', '/api/users', account)).body
  await here.call('bod', 'POST', '/api/users', { ...account, role: 'nonsense' })
  await here.call('bod', 'POST', '/api/users', account)
  const ofViewer = { name: 'k', user_id: id, role }
  const { key } = (await here.call('bod', 'POST', '/api/auth/api-keys', ofViewer)).body
  await me(key)
  await login('nadia', wrong)
  await login(wrong, wrong)
  const { token } = (await login('nadia', password)).body
  const { session } = (await idpLogin(email, password)).body
  const { session: later } = (await refresh(session.refresh_token)).body
  await updatePassword(later.access_token, next)
  await here.call('bod', 'PATCH', `/api/users/${id}`, { password })
  await logout(later.access_token)
  const cookie = await useBrowser('nadia', password)

  const there = authClient(clientOf(external))
  const provider = 'the provider’s own password'
  const { session: foreign } = (await there.idpLogin('nadia@example.com', provider)).body
  await there.me(foreign.access_token)
  gotrue.fault.instead = () => [500, 'sorry']
  await there.updatePassword(foreign.access_token, next)
  await there.refresh(foreign.refresh_token)
  await there.idpLogin('nadia@example.com', provider)
  gotrue.fault.instead = () => 'silence'

  const tokens = [session, later, foreign].flatMap(({ access_token, refresh_token }) => [
    access_token,
    refresh_token,
  ])
  return { password, next, wrong, key, token, cookie, provider, JWT_SECRET, apikey: env.IDP_API_KEY, tokens }
}

const secrets = Object.entries(await handleSecrets()).flatMap(([name, value]) =>
  [value].flat().map((secret) => [name, secret as string] as const),
)

t.test('the log holds none of the secrets', async (t) => {
  for (const [name, secret] of secrets) t.ok(secret?.length > 9, `${name} was come by`)
  t.match(logged, '/api/auth/idp-login', 'there is a log')
  for (const [name, secret] of secrets) t.notMatch(logged, secret, name)
})

t.test('the database holds none of them in clear, nor a digest of a password', async (t) => {
  const tables = await demo.app.db.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss')`,
  )
  let stored = ''
  for (const { name } of tables) {
    const rows = await demo.app.db.rows<{ row: string }>(`select row_to_json(r)::text as row from ${name} r`)
    stored += rows.map(({ row }) => row).join('\n')
  }
  t.match(stored, '$argon2id$', 'there are rows')
  for (const [name, secret] of secrets) t.notMatch(stored, secret, name)
})

t.test('of the keys given with them, only those whose answers hold no secret are kept', async (t) => {
  const kept = await demo.app.db.rows<{ answer: object }>('select answer from idempotency_keys')
  t.match(kept, [{ answer: { success: true, id: Number } }], 'the one of POST /api/users')
})
