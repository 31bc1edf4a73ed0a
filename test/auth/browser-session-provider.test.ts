import t from 'tap'
import { makeAccount, PASSWORD } from './accounts.ts'
import { browser, tokenIn, verifiedApp } from './browsers.ts'
import { startGoTrue } from './gotrue.ts'

const THERE = 'what the provider knows'
type Test = Parameters<typeof verifiedApp>[0]

/** A browser at a service that asks GoTrue, where nadia, petra and a stranger have accounts. */
async function withProvider(t: Test) {
  const people = ['nadia', 'petra', 'stranger'].map((name) => [`${name}@example.com`, THERE])
  const gotrue = await startGoTrue(t, Object.fromEntries(people))
  const the = await verifiedApp(t, { IDP_URL: gotrue.url })
  await makeAccount(the.demo, 'petra')
  return { ...the, gotrue, ...browser(the.test) }
}

t.test('an e-mail address goes to the provider, whose refresh token is the cookie', async (t) => {
  const { logIn, me, nadia, jar } = await withProvider(t)
  const { status, body, headers } = await logIn('nadia@example.com', THERE)
  t.equal(status, 200)
  t.match(body, { user: { id: nadia }, session: { access_token: /^jwt\./ } })
  t.same(Object.keys(body.session).sort(), ['access_token', 'expires_at'])
  t.match(
    headers['set-cookie'],
    /^__Secure-sos=[0-9a-f-]{36}; Path=\/api\/auth\/session; HttpOnly; Secure; SameSite=Strict$/,
  )
  t.equal((await me(body.session.access_token)).status, 200)
  t.notMatch(JSON.stringify(body), tokenIn(jar.cookie))
})

t.test('each next token changes the cookie: a second use of one is refused and keeps the new', async (t) => {
  const { logIn, next, jar, nadia } = await withProvider(t)
  await logIn('nadia@example.com', THERE)
  const first = jar.cookie
  t.match(await next(), { status: 200, body: { user: { id: nadia } } })
  t.not(jar.cookie, first)
  const second = jar.cookie
  jar.cookie = first
  const late = await next()
  t.same([late.status, late.headers['set-cookie']], [401, undefined])
  jar.cookie = second
  t.equal((await next()).status, 200)
})

t.test('logout ends the provider’s session', async (t) => {
  const { logIn, next, logOut, jar, me } = await withProvider(t)
  await logIn('nadia@example.com', THERE)
  const { access_token } = (await next()).body.session
  const cookie = jar.cookie
  t.same((await logOut()).body, { success: true })
  t.equal(jar.cookie, undefined)
  t.equal((await me(access_token)).status, 401)
  jar.cookie = cookie
  t.equal((await next()).status, 401)
  t.equal((await logOut()).status, 200, 'of a session that has ended')
})

t.test('a provider that does not answer is a 503; the browser forgets the cookie all the same', async (t) => {
  const { logIn, next, logOut, jar, gotrue } = await withProvider(t)
  await logIn('nadia@example.com', THERE)
  gotrue.fault.instead = () => [502, 'bad gateway']
  t.match(await next(), { status: 503, headers: { 'retry-after': /^\d+$/ } })
  t.ok(jar.cookie, 'a failed renewal keeps it')
  const { status, headers } = await logOut()
  t.equal(status, 503)
  t.match(headers['set-cookie'], /Max-Age=0/)
  t.equal((await logIn('nadia@example.com', THERE)).status, 503)
})

t.test('whom the provider knows and nobody here does answers 403, and gets no cookie', async (t) => {
  const { logIn, demo, jar, next } = await withProvider(t)
  const answer = await logIn('stranger@example.com', THERE)
  t.match(answer, { status: 403, headers: { 'x-error-code': 'account_inactive', 'set-cookie': undefined } })
  await logIn('petra@example.com', THERE)
  t.ok(jar.cookie)
  await demo.app.db.run(`update users set is_active = false where username = 'petra'`)
  t.match(await next(), { status: 403, headers: { 'x-error-code': 'account_inactive' } })
  await demo.app.db.run(`update users set is_active = true where username = 'petra'`)
  t.equal((await next()).status, 200, 'a refusal here used the provider’s token, and gave the next one')
})

t.test('a username is refused: the provider knows e-mail addresses', async (t) => {
  const { logIn, jar, gotrue } = await withProvider(t)
  const headers = { 'x-error-code': 'passwords_kept_elsewhere' }
  t.match(await logIn('nadia', PASSWORD), { status: 409, headers })
  t.equal(jar.cookie, undefined)
  t.same(gotrue.asked, [])
})
