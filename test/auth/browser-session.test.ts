import t from 'tap'
import { PAIR_FAILURES } from '../../plugins/auth/login-waits.ts'
import { authClient, bearer, makeAccount, PASSWORD } from './accounts.ts'
import { browser, SAME_ORIGIN, tokenIn, verifiedApp } from './browsers.ts'

const { demo, nadia, test, verified } = await verifiedApp(t)
const { db } = test.app
const signedIn = async (login = 'nadia') => {
  const page = browser(test)
  const { body } = await page.logIn(login, PASSWORD)
  return { ...page, token: body.session.access_token as string }
}
/** A browser that stays signed in. */
const page = browser(test)
await page.logIn('nadia', PASSWORD)

t.test('a login answers the user and an access token, and gives a cookie with every flag', async (t) => {
  const page = browser(test)
  const { status, body, headers } = await page.logIn('nadia', PASSWORD)
  t.equal(status, 200)
  t.same(Object.keys(body), ['success', 'user', 'session'])
  t.match(body.user, { id: nadia, username: 'nadia', role: 'viewer', email: 'nadia@example.com' })
  t.same(Object.keys(body.session).sort(), ['access_token', 'expires_at'])
  const seconds = body.session.expires_at - Date.now() / 1000
  t.ok(seconds > 890 && seconds < 910, `${seconds} s`)
  t.equal(headers['cache-control'], 'no-store')
  const [value, ...flags] = (headers['set-cookie'] as string).split('; ')
  t.match(value, /^__Secure-sos=sosc_[\w-]{43}$/, '32 random bytes')
  t.same(flags, ['Path=/api/auth/session', 'HttpOnly', 'Secure', 'SameSite=Strict'])
  t.match((await page.me(body.session.access_token)).body, { id: nadia })
})

t.test('a name with an @ is an e-mail address, in any case', async (t) => {
  t.match((await browser(test).logIn('NADIA@example.com', PASSWORD)).body, { user: { id: nadia } })
})

t.test('the next token comes by the cookie alone, which stays as it is', async (t) => {
  const page = await signedIn()
  const before = page.jar.cookie
  for (let times = 0; times < 3; times++) {
    const { status, body, headers } = await page.next()
    t.equal(status, 200)
    t.match(body, { success: true, user: { id: nadia }, session: { access_token: String } })
    t.equal(headers['set-cookie'], undefined)
    t.equal(headers['cache-control'], 'no-store')
    t.equal((await page.me(body.session.access_token)).status, 200)
  }
  t.equal(page.jar.cookie, before)
})

t.test('two tabs, and twenty, may ask at once, in two processes', async (t) => {
  const page = await signedIn()
  const elsewhere = browser(await verified())
  elsewhere.jar.cookie = page.jar.cookie
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? page : elsewhere).next()))
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  const tokens = new Set(answers.map(({ body }) => body.session.access_token))
  t.equal(tokens.size, 20)
  for (const { body } of answers.slice(0, 3)) t.equal((await page.me(body.session.access_token)).status, 200)
})

t.test('logout ends the cookie and its access tokens, and lets the browser forget it', async (t) => {
  const page = await signedIn()
  const other = await signedIn()
  const { jar } = page
  const cookie = jar.cookie
  const { status, body, headers } = await page.logOut()
  t.same([status, body], [200, { success: true }])
  t.equal(
    headers['set-cookie'],
    '__Secure-sos=; Path=/api/auth/session; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
  )
  t.equal((await page.me(page.token)).status, 401, 'the access token')
  jar.cookie = cookie
  t.match(await page.next(), { status: 401, headers: { 'x-error-code': 'session_ended' } }, 'the cookie')
  t.equal((await page.logOut()).status, 200, 'again')
  t.equal((await other.next()).status, 200, 'another browser of the same user stays')
})

t.test('POST /api/auth/logout with the access token ends both, too', async (t) => {
  const page = await signedIn()
  t.equal((await authClient(test).logout(page.token)).status, 200)
  t.equal((await page.next()).status, 401)
})

t.test('a login ends the session that the browser had', async (t) => {
  await makeAccount(demo, 'omar')
  const page = await signedIn()
  const first = { cookie: page.jar.cookie, token: page.token }
  await page.logIn('omar', PASSWORD)
  t.match((await page.next()).body, { user: { username: 'omar' } })
  t.equal((await page.me(first.token)).status, 401)
  page.jar.cookie = first.cookie
  t.equal((await page.next()).status, 401)
})

t.test('a failed login leaves the session that the browser has', async (t) => {
  const page = await signedIn()
  const headers = { 'x-error-code': 'wrong_credentials' }
  t.match(await page.logIn('nadia', 'wrong'), { status: 401, headers })
  t.equal((await page.next()).status, 200)
})

t.test('wrong passwords of all logins count together', async (t) => {
  await makeAccount(demo, 'petra')
  const page = browser(test)
  const { login, idpLogin } = authClient(test)
  const ways = [
    () => page.logIn('petra', 'wrong'),
    () => login('petra', 'wrong'),
    () => idpLogin('petra@example.com', 'wrong'),
  ]
  for (let n = 0; n < PAIR_FAILURES; n++) t.equal((await ways[n % 3]?.())?.status, 401)
  await db.run(
    `update login_failures set waits_until = now() + interval '1 minute' where waits_until > last_at`,
  )
  for (const name of ['petra', 'petra@example.com'])
    t.match(await page.logIn(name, PASSWORD), { status: 429, headers: { 'retry-after': /^\d+$/ } }, name)
  t.equal((await login('petra', PASSWORD)).status, 429)
  t.equal((await signedIn()).jar.cookie?.length, '__Secure-sos=sosc_'.length + 43, 'nadia is not held back')
})

t.test('a cookie that was never given, or is broken, answers 401', async (t) => {
  const page = browser(test)
  const ended = { status: 401, headers: { 'x-error-code': 'session_ended', 'set-cookie': undefined } }
  t.match(await page.next(), ended)
  for (const value of ['__Secure-sos=', '__Secure-sos=sosc_unknown', '__Secure-sos=%E0%A4%A', 'sos=1']) {
    page.jar.cookie = value
    t.match(await page.next(), ended, value)
  }
})

t.test('the cookie opens nothing else', async (t) => {
  const { jar } = await signedIn()
  const cookie = jar.cookie as string
  const token = tokenIn(cookie)
  const named = { cookie, 'x-user-id': String(nadia), 'sec-fetch-site': 'same-origin' }
  const { call } = test
  for (const url of ['/api/auth/me', '/api/warehouses', '/api/console/context'])
    for (const headers of [named, { ...named, ...bearer(token) }])
      t.equal((await call(null, 'GET', url, undefined, headers)).status, 401, url)
  t.equal((await call(null, 'POST', '/api/auth/logout', undefined, named)).status, 401)
  const change = { new_password: 'nine red lamps' }
  t.equal((await call(null, 'POST', '/api/auth/update-password', change, named)).status, 401)
  t.equal((await call(null, 'POST', '/api/auth/refresh', { refresh_token: token }, named)).status, 401)
})

t.test('in demo mode it says what to do instead', async (t) => {
  const page = browser(demo)
  for (const answer of [await page.logIn('nadia', PASSWORD), await page.next(), await page.logOut()]) {
    t.match(answer, { status: 409, headers: { 'x-error-code': 'demo_mode' } })
    t.equal(answer.body.error, 'In demo mode nobody signs in: send X-User-Id alone.')
  }
})

/** A browser that has just signed in with an account of its own. */
async function fresh(username: string) {
  const id = await makeAccount(demo, username)
  const page = browser(test)
  const { body } = await page.logIn(username, PASSWORD)
  return { ...page, id, token: body.session.access_token as string }
}

/** Lets time pass for the sessions of a user. */
const age = (id: number, time: string) =>
  db.run(
    `update sessions set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
     where user_id = $1 and ended_at is null`,
    [id, time],
  )
const hoursLeft = (id: number) =>
  db.value<number>(
    `select extract(epoch from expires_at - now())::float8 / 3600 from sessions
     where user_id = $1 and ended_at is null`,
    [id],
  )

t.test('a session that is used lives 12 hours from then on', async (t) => {
  const { id, next } = await fresh('used')
  t.ok(Math.abs((await hoursLeft(id)) - 12) < 0.1)
  for (let times = 0; times < 3; times++) {
    await age(id, '11 hours 55 minutes')
    t.equal((await next()).status, 200)
    t.ok(Math.abs((await hoursLeft(id)) - 12) < 0.1)
  }
})

t.test('one that is not used for 12 hours has ended, with its access tokens', async (t) => {
  const { id, next, me, token } = await fresh('idle')
  await age(id, '12 hours')
  test.app.identities.forget()
  t.match(await next(), { status: 401, headers: { 'x-error-code': 'session_ended' } })
  t.equal((await me(token)).status, 401)
})

t.test('one that is always used ends after 30 days', async (t) => {
  const { id, next } = await fresh('busy')
  for (let day = 1; day < 60; day++) {
    await age(id, '11 hours 59 minutes')
    t.equal((await next()).status, 200, `${day}`)
  }
  t.ok((await hoursLeft(id)) < 12, 'no use moves its end beyond that')
  await age(id, '11 hours')
  t.equal((await next()).status, 200)
  const hours = await hoursLeft(id)
  t.ok(hours < 2, `${hours} hours are left`)
  await age(id, '2 hours')
  t.equal((await next()).status, 401)
})

t.test('a closed account has no session, nor when it is opened again', async (t) => {
  const { id, next, me, token } = await fresh('closed')
  await demo.call('bod', 'PATCH', `/api/users/${id}`, { is_active: false })
  test.app.identities.forget()
  t.equal((await next()).status, 401)
  t.equal((await me(token)).status, 401)
  await demo.call('bod', 'PATCH', `/api/users/${id}`, { is_active: true })
  t.equal((await next()).status, 401)
})

t.test('a new password ends the sessions of other browsers', async (t) => {
  const { jar, next, token, logIn } = await fresh('changed')
  const other = browser(test)
  await other.logIn('changed', PASSWORD)
  const cookie = jar.cookie
  t.equal((await authClient(test).updatePassword(token, 'nine red lamps and a chair')).status, 200)
  t.equal((await other.next()).status, 401)
  t.equal((await next()).status, 200, 'its own stays')
  t.equal(jar.cookie, cookie)
  t.equal((await logIn('changed', PASSWORD)).status, 401, 'the old password')
})

const ENDS: [string, (id: number) => Promise<unknown>][] = [
  ['closed by SQL', (id) => db.run('update users set is_active = false where id = $1', [id])],
  [
    'given another password',
    (id) => demo.done('bod', 'PATCH', `/api/users/${id}`, { password: 'nine red lamps and a chair' }),
  ],
  ['erased', (id) => demo.done('bod', 'POST', `/api/users/${id}/erase`, {})],
]
for (const [n, [what, end]] of ENDS.entries())
  t.test(`an account that is ${what} has no session`, async (t) => {
    const { id, next } = await fresh(`account-${n}`)
    await end(id)
    t.equal((await next()).status, 401)
  })

const refused = [403, 'origin_not_allowed', undefined]

/** What a request names of where it comes from, and whether it is let in. */
const CASES: [what: string, headers: Record<string, string>, isOwn: boolean][] = [
  ['a page of this origin', SAME_ORIGIN, true],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['a page of a sister host', { 'sec-fetch-site': 'same-site' }, false],
  ['a typed address', { 'sec-fetch-site': 'none' }, false],
  ['two answers at once', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
  [
    'another site that forges its origin',
    { 'sec-fetch-site': 'cross-site', origin: 'http://sos.test' },
    false,
  ],
  ['our host, where the browser says no more', { origin: 'http://sos.test' }, true],
  ['our host by TLS', { origin: 'https://sos.test' }, true],
  ['another host', { origin: 'http://evil.test' }, false],
  ['another port of our host', { origin: 'http://sos.test:8080' }, false],
  ['a host that begins as ours', { origin: 'http://sos.test.evil.test' }, false],
  ['our host as a user name', { origin: 'http://sos.test@evil.test' }, false],
  ['a hidden origin', { origin: 'null' }, false],
  ['an empty origin', { origin: '' }, false],
  ['nothing at all', {}, false],
]

for (const [what, headers, isOwn] of CASES)
  t.test(`${what} is ${isOwn ? 'let in' : 'refused'}`, async (t) => {
    const cookie = page.jar.cookie as string
    const sent = { host: 'sos.test', cookie, ...headers }
    const asked = [
      await browser(test).ask('POST', '', { login: 'nadia', password: PASSWORD }, { ...sent, cookie: 'a=1' }),
      await browser(test).ask('POST', '/token', undefined, sent),
      await browser(test).ask('DELETE', '', undefined, { ...sent, cookie: 'a=1' }),
    ]
    for (const { status, headers } of asked)
      if (isOwn) t.equal(status, 200)
      else t.same([status, headers['x-error-code'], headers['set-cookie']], refused)
  })

t.test('a refused logout ends nothing', async (t) => {
  await page.ask('DELETE', '', undefined, { 'sec-fetch-site': 'cross-site' })
  t.equal((await page.next()).status, 200)
})

t.test('a refused login counts no try and looks at no password', async (t) => {
  const failures = () => test.app.db.rows('select from login_failures')
  const before = await failures()
  for (let n = 0; n < 10; n++)
    await page.ask('POST', '', { login: 'nadia', password: 'wrong' }, { 'sec-fetch-site': 'cross-site' })
  t.equal((await failures()).length, before.length)
})

t.test('behind a proxy the host is the one that it names, if it is trusted', async (t) => {
  const trusting = browser(await verified({ TRUST_PROXY: '127.0.0.1' }))
  const behind = { host: 'inside:3000', 'x-forwarded-host': 'sos.test', origin: 'https://sos.test' }
  const logIn = { login: 'nadia', password: PASSWORD }
  t.equal((await trusting.ask('POST', '', logIn, behind)).status, 200)
  t.equal((await page.ask('POST', '', logIn, behind)).status, 403, 'without TRUST_PROXY')
})

t.test('a form is refused', async (t) => {
  const asJson = JSON.stringify({ login: 'nadia', password: PASSWORD })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { ...SAME_ORIGIN, 'content-type': type }
    const { status } = await test.call(null, 'POST', '/api/auth/session', asJson, headers)
    t.equal(status, 415, type)
  }
})
