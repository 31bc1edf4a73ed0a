import t from 'tap'
import { testApp } from '../../setup/app.ts'

const POLICY = "default-src 'none'; frame-ancestors 'none'"
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}
const BOUND = { TRUST_PROXY: '127.0.0.1', ALLOWED_HOSTS: 'sos.test, Other.Test' }
const { app, call, DATABASE_URL } = await testApp(t, BOUND)

for (const [what, status, ...asked] of [
  ['a public answer', 200, null, 'GET', '/api/health'],
  ['a list', 200, 'bod', 'GET', '/api/sellers'],
  ['a CSV', 200, 'bod', 'GET', '/api/sellers', undefined, { accept: 'text/csv' }],
  ['the document', 200, null, 'GET', '/openapi.json'],
  ['a refusal', 401, null, 'GET', '/api/sellers'],
  ['an unknown path', 404, null, 'GET', '/nowhere'],
  ['what the router refuses', 400, null, 'GET', '/api/sellers/%E0%A4%A'],
] as [string, number, ...Parameters<typeof call>][])
  t.test(`${what} is not to be guessed at, framed or run`, async (t) => {
    const answer = await call(...asked)
    t.equal(answer.status, status)
    t.match(answer.headers, { ...EVERYWHERE, 'content-security-policy': POLICY })
    t.notOk(answer.headers['strict-transport-security'], 'nothing is promised of TLS without TLS')
  })

t.test('the documentation page runs and asks nothing foreign', async (t) => {
  const { status, headers, body } = await call(null, 'GET', '/docs/')
  t.equal(status, 200)
  t.match(headers, EVERYWHERE)
  const policy = String(headers['content-security-policy'])
  t.match(policy, /^default-src 'none'; script-src 'self';/)
  t.notMatch(policy, /https?:|\*/, 'no foreign origin')
  t.notMatch(body, /<script(?![^>]*\bsrc=)|(?:src|href)="(?:https?:)?\/\//, 'the page needs none')
})

t.test('HSTS is sent where a trusted proxy says that the request came by TLS', async (t) => {
  const https = { 'x-forwarded-proto': 'https' }
  const hsts = async (ask: typeof call) =>
    (await ask(null, 'GET', '/api/health', undefined, https)).headers['strict-transport-security']
  t.equal(await hsts(call), 'max-age=31536000')
  const alone = await testApp(t, { DATABASE_URL })
  t.equal(await hsts(alone.call), undefined, 'nobody else is believed')
})

t.test('what holds a token or secret is kept nowhere', async (t) => {
  const { paths, components } = (await call(null, 'GET', '/openapi.json')).body
  const holders: string[] = []
  for (const [path, methods] of Object.entries<Record<string, { responses: Record<string, object> }>>(paths))
    for (const [method, { responses }] of Object.entries(methods))
      if (holdsSecret(responses['200'])) holders.push(`${method.toUpperCase()} ${path}`)
  function holdsSecret(part: unknown): boolean {
    if (typeof part !== 'object' || part === null) return false
    const { $ref, properties = {} } = part as { $ref?: string; properties?: object }
    if ($ref) return holdsSecret(components.schemas[$ref.split('/').at(-1) as string])
    if (Object.keys(properties).some((name) => /^(.*_)?(token|secret|key)$/.test(name))) return true
    return Object.values(part).some(holdsSecret)
  }
  const declared = app
    .routeTable()
    .filter(({ config }) => config?.answersSecret)
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  t.same(holders.filter((one) => !HARMLESS.test(one)).sort(), declared.sort())
  t.ok(declared.length >= 6)
  const login = await call(null, 'POST', '/api/auth/login', { username: 'bod', password: 'any' })
  t.match(login, { status: 200, headers: { 'cache-control': 'no-store' } })
  const refused = await call(null, 'POST', '/api/auth/refresh', { refresh_token: 'x' })
  t.match(refused, { status: 401, headers: { 'cache-control': 'no-store' } })
})

/** What a push answers names the key of a record, which opens nothing; the keys of the logs are for everybody. */
const HARMLESS = / \/api\/(sync\/|transparency\/key$)/

t.test('demo mode on loopback answers to names of this machine, addresses and ALLOWED_HOSTS', async (t) => {
  const asking = (host: string, path = '/api/health') => call('bod', 'GET', path, undefined, { host })
  for (const host of [
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    'sos.localhost',
    '127.0.0.1',
    '[::1]:3000',
  ])
    t.equal((await asking(host)).status, 200, host)
  for (const host of ['192.168.1.7:3000', 'sos.test:3000', 'other.test'])
    t.equal((await asking(host)).status, 200, host)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'a:b:c'])
    for (const path of ['/api/health', '/api/users', '/docs/', '/openapi.json', '/nowhere'])
      t.match(await asking(host, path), { status: 403, body: { error: /ALLOWED_HOSTS/ } }, `${host}${path}`)
})

t.test('what is bound elsewhere, or asks for proof, answers to any name', async (t) => {
  const JWT_SECRET = 'a secret that only this test signs with'
  for (const settings of [{ HOST: '0.0.0.0' }, { AUTH_MODE: 'verified', JWT_SECRET }] as const) {
    const { app } = await testApp(t, { DATABASE_URL, ...settings })
    const { statusCode } = await app.inject({ url: '/api/health', headers: { host: 'evil.example' } })
    t.equal(statusCode, 200)
  }
})
