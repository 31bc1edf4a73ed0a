import t from 'tap'
import { PAIR_FAILURES } from '../../plugins/auth/login-waits.ts'
import { authClient, bearer, makeAccount, PASSWORD } from './accounts.ts'
import { browser, tokenIn, verifiedApp } from './browsers.ts'

const { demo, nadia, test, verified } = await verifiedApp(t)
const { db } = test.app
const signedIn = async (login = 'nadia') => {
  const page = browser(test)
  const { body } = await page.logIn(login, PASSWORD)
  return { ...page, token: body.session.access_token as string }
}

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
  t.same(
    answers.map(({ status }) => status),
    Array(20).fill(200),
  )
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
  t.match(await page.logIn('nadia', 'wrong'), {
    status: 401,
    headers: { 'x-error-code': 'wrong_credentials' },
  })
  t.equal((await page.next()).status, 200)
})

t.test('wrong passwords of all logins count together', async (t) => {
  await makeAccount(demo, 'petra')
  const page = browser(test)
  const { login, idpLogin } = authClient(test)
  for (let n = 0; n < PAIR_FAILURES; n++)
    t.equal(
      (await [page.logIn, login, idpLogin][n % 3]?.(n % 3 === 2 ? 'petra@example.com' : 'petra', 'wrong'))
        ?.status,
      401,
    )
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
  for (const cookie of [
    undefined,
    '__Secure-sos=',
    '__Secure-sos=sosc_unknown',
    '__Secure-sos=%E0%A4%A',
    'sos=1',
  ])
    t.match(
      await page.ask(
        'POST',
        '/token',
        undefined,
        cookie ? { cookie, 'sec-fetch-site': 'same-origin' } : undefined,
      ),
      {
        status: 401,
        headers: { 'x-error-code': 'session_ended', 'set-cookie': undefined },
      },
      String(cookie),
    )
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
  t.equal(
    (await call(null, 'POST', '/api/auth/update-password', { new_password: 'nine red lamps' }, named)).status,
    401,
  )
  t.equal((await call(null, 'POST', '/api/auth/refresh', { refresh_token: token }, named)).status, 401)
})

t.test('what the database has of it is a hash', async (t) => {
  const { jar } = await signedIn()
  const token = tokenIn(jar.cookie)
  const tables = await db.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  for (const { name } of tables) {
    const found = await db.rows(`select from ${name} r where r::text like '%' || $1 || '%'`, [token])
    t.equal(found.length, 0, name)
  }
  t.match(
    await db.rows('select cookie_hash from sessions where ended_at is null order by created_at desc limit 1'),
    [{ cookie_hash: /^[0-9a-f]{64}$/ }],
  )
})

t.test('in demo mode it says what to do instead', async (t) => {
  const page = browser(demo)
  for (const answer of [await page.logIn('nadia', PASSWORD), await page.next(), await page.logOut()]) {
    t.match(answer, { status: 409, headers: { 'x-error-code': 'demo_mode' } })
    t.equal(answer.body.error, 'In demo mode nobody signs in: send X-User-Id alone.')
  }
})
