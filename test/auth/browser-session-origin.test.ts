import t from 'tap'
import { PASSWORD } from './accounts.ts'
import { browser, SAME_ORIGIN, verifiedApp } from './browsers.ts'

const { test, verified } = await verifiedApp(t)
const page = browser(test)
await page.logIn('nadia', PASSWORD)

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
      else
        t.match(
          [status, headers['x-error-code'], headers['set-cookie']],
          [403, 'origin_not_allowed', undefined],
        )
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

t.test('what a login lacks is named', async (t) => {
  for (const [body, error] of [
    [{}, 'login is required.'],
    [{ login: 'nadia' }, 'password is required.'],
    [{ login: '', password: 'x' }, 'login is required.'],
    [{ login: 'nadia', password: 'x', remember: true }, /^remember is not a known field/],
  ] as const)
    t.match(await page.ask('POST', '', body), { status: 400, body: { error } })
})
