import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { serveConsole } from '../../plugins/console/serve.ts'
import { bareApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { testApp, testSettings } from '../setup/app.ts'

const HTML = '<!doctype html><title>The console</title>'
const SCRIPT = 'export const answer = 42\n'.repeat(50)

/** The console on a folder of its own, built or not. */
async function served(t: Test, isBuilt = true) {
  const dist = t.testdir({})
  if (isBuilt) build(dist)
  const app = bareApp(readEnv({ ...testSettings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }))
  t.teardown(() => app.close())
  serveConsole(app, dist)
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { dist, get }
}

function build(dist: string) {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), HTML)
  writeFileSync(join(dist, 'scheme.js'), '')
  writeFileSync(join(dist, 'assets/main-A1.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/main-A1.js.br'), brotliCompressSync(SCRIPT))
}

t.test('every path of the console is its page, with the policy of the old one', async (t) => {
  const { get } = await served(t)
  for (const path of ['', '/', '/sellers/S-1?period=2026-01', '/records/users', '/a.js']) {
    const { statusCode, headers, body } = await get(`/console${path}`)
    t.same([statusCode, body], [200, HTML], path)
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': /style-src 'self'; font-src 'self'; .*require-trusted-types-for 'script'/,
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
  }
})

t.test('its files are kept for a year, compressed, and a missing one is no page', async (t) => {
  const { get } = await served(t)
  const plain = await get('/console/assets/main-A1.js')
  t.same([plain.statusCode, plain.body], [200, SCRIPT])
  t.match(plain.headers, {
    'content-type': /javascript; charset=utf-8/,
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const small = await get('/console/assets/main-A1.js', { 'accept-encoding': 'gzip, br' })
  t.match(small.headers, { 'content-encoding': 'br', 'content-type': /javascript; charset=utf-8/ })
  t.equal(brotliDecompressSync(small.rawPayload).toString(), SCRIPT)
  const missing = await get('/console/assets/main-A2.js')
  t.equal(missing.statusCode, 404)
  t.notMatch(missing.headers['cache-control'], 'immutable')
  t.equal((await get('/console/scheme.js')).headers['cache-control'], 'no-cache')
})

t.test('who has a file is told so', async (t) => {
  const { get } = await served(t)
  for (const path of ['/console', '/console/assets/main-A1.js']) {
    const tag = String((await get(path)).headers.etag)
    t.equal((await get(path, { 'if-none-match': tag })).statusCode, 304, path)
  }
})

t.test('no path leaves the folder of the console', async (t) => {
  const { get } = await served(t)
  for (const path of [
    '..%2f..%2fpackage.json',
    '%2e%2e/index.html',
    '..%5cindex.html',
    '%00',
    'main-A1.js%00.css',
    '%E0%A4%A',
    'x'.repeat(10_000),
    '',
    '__proto__',
  ]) {
    const { statusCode, body } = await get(`/console/assets/${path}`)
    t.ok([200, 400, 403, 404, 414].includes(statusCode), `${statusCode} ${path.slice(0, 50)}`)
    if (statusCode === 200) t.equal(body, HTML, 'a path that leads out of assets/ is one of the page')
  }
})

t.test('without a build the console says what to do', async (t) => {
  const { dist, get } = await served(t, false)
  for (const path of ['/console', '/console/x']) {
    const { statusCode, headers, body } = await get(path)
    t.same(
      [statusCode, headers['x-error-code'], JSON.parse(body)],
      [503, 'console_not_built', { error: 'The console is not built: run npm ci, then npm run console.' }],
    )
  }
  t.equal((await get('/console/assets/main-A1.js')).statusCode, 404)
  build(dist)
  t.equal((await get('/console')).statusCode, 200, 'no restart is needed')
})

t.test('a form learns the fields of a body from the service, a list those of a record', async (t) => {
  const { app } = await testApp(t)
  const ask = (name: string) => app.inject(`/console/forms/${name}`)
  const warehouse = (await ask('CreateWarehouseBody')).json()
  t.match(warehouse, { type: 'object', required: ['code', 'name'], properties: { code: { type: 'string' } } })
  const bodies = 'UpdateUser CreateCampaign CreateWebhook ReviewAppealAsOps ReplayWebhook'.split(' ')
  for (const name of bodies) t.notMatch((await ask(`${name}Body`)).body, '$ref', `${name} is whole`)
  t.match((await ask('Warehouse')).json(), { properties: { name: { 'x-label': 'Name' } } })
  for (const name of ['Body', 'constructor', '__proto__', 'NoSuchBody', '..%2fBody'])
    t.equal((await ask(name)).statusCode, 404, name)
})

t.test('the pages learn from the service what people call its words', async (t) => {
  const { get } = await served(t)
  const { labels, roles } = (await get('/console/words')).json()
  t.match(labels, {
    assigned_am_id: 'Account manager',
    on_time_ready_rate: 'Ready on time',
    p_score: 'Planning',
    under_review: 'Reviewed',
    less_aged_stock: 'Less aged stock',
    ops_head: 'Head of operations',
  })
  t.same(roles[0], { role: 'bod', sentence: 'Sees and may do everything.' })
})
