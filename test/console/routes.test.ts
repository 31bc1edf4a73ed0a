import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { compress } from '../../console/build/compress.ts'
import { writeDist } from '../../console/build/write.ts'
import { servePages } from '../../plugins/console/serve.ts'
import { bareApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { testSettings } from '../setup/app.ts'

const HTML = '<!doctype html><title>The console</title>'
const SCRIPT = 'export const answer = 42\n'.repeat(50)
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const build = async (dist: string, html = HTML) =>
  writeDist(
    dist,
    await compress(
      new Map([
        ['index.html', Buffer.from(html)],
        ['assets/main-A1.js', Buffer.from(SCRIPT)],
        ['assets/style-B2.css', Buffer.from('body { margin: 0 }')],
      ]),
    ),
  )

/** The console on a folder of its own, built or not. */
async function served(t: Test, { isBuilt = true, settings = {} } = {}) {
  const dist = t.testdir({})
  if (isBuilt) await build(dist)
  const app = bareApp(
    readEnv({ ...testSettings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...settings }),
  )
  t.teardown(() => app.close())
  const documented: string[] = []
  app.addHook('onRoute', ({ url, schema }) => void (schema?.hide || documented.push(url)))
  servePages(app, dist)
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
  return { dist, get, documented }
}

t.test('every path of the console is the page, with its policy', async (t) => {
  const { get } = await served(t)
  for (const path of ['/console', '/console/', '/console/sellers/S-1?period=2026-01', '/console/a.js']) {
    const { statusCode, headers, body } = await get(path)
    t.same([statusCode, body], [200, HTML], path)
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
  }
})

t.test('/ leads to it, save for programs that ask for JSON', async (t) => {
  const { get } = await served(t)
  for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
    const { statusCode, headers } = await get('/', { accept })
    t.same([statusCode, headers.location], [302, '/console'], accept)
  }
  const { statusCode, headers } = await get('/', { accept: 'application/json' })
  t.same([statusCode, headers['x-error-code']], [404, 'path_not_found'])
})

t.test('files are kept for a year, and a missing one is no page', async (t) => {
  const { get } = await served(t)
  const script = await get('/console/assets/main-A1.js')
  t.same([script.statusCode, script.body], [200, SCRIPT])
  t.match(script.headers, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  t.match((await get('/console/assets/style-B2.css')).headers, { 'content-type': 'text/css; charset=utf-8' })
  const missing = await get('/console/assets/main-A2.js')
  t.same([missing.statusCode, missing.headers['x-error-code']], [404, 'path_not_found'])
  t.notMatch(missing.headers['cache-control'], 'immutable')
})

t.test('a file comes in the form that the caller wants most', async (t) => {
  const { get } = await served(t)
  const read = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity, br;q=0.1', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['*;q=0', 'identity'],
    ['', 'identity'],
  ] as const) {
    const { headers, rawPayload } = await get('/console/assets/main-A1.js', { 'accept-encoding': accepted })
    t.equal(headers['content-encoding'] ?? 'identity', encoding, accepted)
    t.equal(headers.vary, 'accept-encoding')
    t.equal(read[encoding](rawPayload).toString(), SCRIPT, accepted)
  }
})

t.test('who has a file is told so, and each form has a tag of its own', async (t) => {
  const { get } = await served(t)
  for (const path of ['/console', '/console/assets/main-A1.js']) {
    const tags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const asked = { 'accept-encoding': encoding }
      const tag = String((await get(path, asked)).headers.etag)
      tags.add(tag)
      const again = await get(path, { ...asked, 'if-none-match': `W/${tag}, "other"` })
      t.same([again.statusCode, again.body, again.headers.etag], [304, '', tag])
      t.ok(again.headers['cache-control'])
      t.equal((await get(path, { ...asked, 'if-none-match': '"other"' })).statusCode, 200)
    }
    t.equal(tags.size, 3)
  }
})

t.test('HEAD tells what GET would, without the body', async (t) => {
  const { get } = await served(t)
  for (const path of [
    '/',
    '/console',
    '/console/x',
    '/console/assets/main-A1.js',
    '/console/assets/none.js',
  ]) {
    const [whole, told] = [await get(path), await get(path, {}, 'HEAD')]
    t.same([told.statusCode, told.body], [whole.statusCode, ''], path)
    if (whole.statusCode === 404) continue // it names the method
    for (const name of ['etag', 'content-type', 'content-length', 'location'])
      t.equal(told.headers[name], whole.headers[name], `${name} of ${path}`)
  }
})

t.test('no path leaves the folder or breaks the service', async (t) => {
  const { get } = await served(t)
  for (const path of [
    '..%2f..%2fpackage.json',
    '%2e%2e/index.html',
    '../index.html',
    '..%5cindex.html',
    '%00',
    'main-A1.js%00.css',
    'main-A1.js.br',
    '%E0%A4%A',
    '/etc/passwd',
    'x'.repeat(10_000),
    '',
    '__proto__',
  ]) {
    const { statusCode, body } = await get(`/console/assets/${path}`)
    t.ok([200, 400, 404].includes(statusCode), `${statusCode} ${path.slice(0, 50)}`)
    if (statusCode === 200) t.equal(body, HTML, 'a path that leads out of assets/ is one of the page')
  }
})

t.test('without a build the API runs, and the console says what to do', async (t) => {
  const { dist, get } = await served(t, {
    isBuilt: false,
    settings: { NODE_ENV: 'production', AUTH_MODE: 'demo' },
  })
  for (const path of ['/console', '/console/x']) {
    const { statusCode, headers, body } = await get(path)
    t.same(
      [statusCode, headers['x-error-code'], JSON.parse(body)],
      [503, 'console_not_built', { error: 'The console is not built: run npm run console.' }],
    )
  }
  t.equal((await get('/console/assets/main-A1.js')).statusCode, 404)
  await build(dist)
  t.equal((await get('/console')).statusCode, 200, 'no restart is needed')
})

t.test('a build while the service runs is seen at once, but not in production', async (t) => {
  for (const [NODE_ENV, expected] of [
    ['test', 'A newer one'],
    ['production', HTML],
  ] as const) {
    const { dist, get } = await served(t, { settings: { NODE_ENV, AUTH_MODE: 'demo' } })
    t.equal((await get('/console')).body, HTML)
    await build(dist, 'A newer one')
    t.equal((await get('/console')).body, expected, NODE_ENV)
    await rm(dist, { recursive: true })
    t.equal((await get('/console')).statusCode, NODE_ENV === 'test' ? 503 : 200)
  }
})

t.test('a name that is not the machine’s gets no page in demo mode', async (t) => {
  const { get } = await served(t)
  for (const path of ['/', '/console', '/console/assets/main-A1.js'])
    t.equal((await get(path, { host: 'evil.example' })).headers['x-error-code'], 'host_not_allowed', path)
})

t.test('the document of the API says nothing of it', async (t) => {
  t.same((await served(t)).documented, [])
})
