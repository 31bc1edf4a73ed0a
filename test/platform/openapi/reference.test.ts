import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, call } = await testApp(t)
const page = await call(null, 'GET', '/docs')
const assets = [...String(page.body).matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(
  ([, address]) => address as string,
)
const source = '/docs/reference.json'
const shown = (await call(null, 'GET', source)).body
const document = (await call(null, 'GET', '/openapi.json')).body

t.test('the page says what it is before any script has run', async (t) => {
  t.match(page, { status: 200, headers: { 'content-type': /^text\/html/, 'cache-control': 'no-cache' } })
  t.match(page.body, '<title>Seller Operating Score API</title>')
  t.match(page.body, /<meta name="description" content="Scores the sellers/)
  t.match(page.body, /<noscript>.*\/docs\/json/)
  t.notMatch(page.body, / style=|<style|<script>/)
  t.equal((await call(null, 'GET', '/docs/')).body, page.body)
})

t.test('its files are kept for ever, compressed, and tagged', async (t) => {
  t.same(
    assets.map((address) => address.replace(/.*\/(\w+)-\w{16}/, '$1')),
    ['look.css', 'scalar.js', 'start.js'],
  )
  for (const address of [...assets, source]) {
    const ask = (headers: Record<string, string>) => app.inject({ url: address, headers })
    const plain = await ask({})
    t.equal(plain.statusCode, 200, address)
    t.equal(
      plain.headers['cache-control'],
      address === source ? 'no-cache' : 'public, max-age=31536000, immutable',
    )
    const refused = await ask({ 'accept-encoding': 'br, gzip;q=0' })
    t.equal(refused.headers['content-encoding'], undefined)
    const gzip = await ask({ 'accept-encoding': 'gzip, deflate, br' })
    t.equal(gzip.headers['content-encoding'], 'gzip')
    t.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
    const known = { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers.etag) }
    t.match(await ask(known), { statusCode: 304, rawPayload: { length: 0 } })
    t.match(await app.inject({ method: 'HEAD', url: address }), { statusCode: 200, body: '' })
  }
})

t.test('there is nothing else below /docs', async (t) => {
  for (const path of ['/docs/assets/other.js', '/docs/assets/..%2fpackage.json', '/docs/nothing'])
    t.equal((await call(null, 'GET', path)).status, 404, path)
})

t.test('/docs/json and /docs/yaml are the document', async (t) => {
  t.same((await call(null, 'GET', '/docs/json')).body, document)
  const yaml = await call(null, 'GET', '/docs/yaml')
  t.match(yaml, { status: 200, headers: { 'content-type': 'application/x-yaml' } })
  t.match(yaml.body, /^openapi: 3\.1\.0\n/)
})

t.test('what the page shows beside the document is guides and titles', async (t) => {
  t.same(shown.paths, document.paths)
  const guides = [...shown.info.description.matchAll(/^# (.*)$/gm)].map(([, title]) => title)
  const wanted = ['First score', 'Signing in', 'Errors', 'Paging', 'Idempotency', 'Webhooks', 'Versioning']
  t.same(
    wanted.filter((title) => !guides.includes(title)),
    [],
  )
  t.notMatch(shown.info.description, /\]\((?!https:|#)|<!--/, 'every link leads somewhere from here')
  const headings = [...shown.info.description.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    String(title)
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const [, slug = ''] of shown.info.description.matchAll(/\]\(#description\/([^)]*)\)/g))
    t.ok(headings.includes(slug), slug)
})
