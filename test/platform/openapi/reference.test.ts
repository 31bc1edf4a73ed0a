import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, call } = await testApp(t)
const page = await call(null, 'GET', '/docs')
const assets = [...String(page.body).matchAll(/src="(\/docs\/assets\/[^"]+)"/g)].map(
  ([, address]) => address as string,
)

t.test('the page says what it is, and has no script or style in it', async (t) => {
  t.match(page, { status: 200, headers: { 'content-type': /^text\/html/ } })
  t.match(page.body, '<title>Seller Operating Score API</title>')
  t.match(page.body, /<noscript>.*\/docs\/json/)
  t.notMatch(page.body, / style=|<style|<script>/)
  t.equal((await call(null, 'GET', '/docs/')).body, page.body)
})

t.test('its files are scripts that are not sent again as long as they are the same', async (t) => {
  t.same(assets, ['/docs/assets/standalone.js', '/docs/assets/start.js'])
  for (const url of assets) {
    const { statusCode, headers } = await app.inject({ url })
    t.equal(statusCode, 200, url)
    t.match(headers['content-type'], /javascript/)
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    t.match(again, { statusCode: 304, body: '' })
    t.match(await app.inject({ method: 'HEAD', url }), { statusCode: 200, body: '' })
  }
})

t.test('there is nothing else below /docs', async (t) => {
  for (const name of ['reference.ts', 'index.js', '__proto__', '..%2fpackage.json', '..%2freference.ts'])
    t.equal((await call(null, 'GET', `/docs/assets/${name}`)).status, 404, name)
  t.equal((await call(null, 'GET', '/docs/nothing')).status, 404)
})

t.test('/docs/json and /docs/yaml are the document, as @fastify/swagger makes it once', async (t) => {
  t.ok(app.hasPlugin('@fastify/swagger'))
  t.equal(app.swagger(), app.swagger())
  const document = JSON.parse(JSON.stringify(app.swagger()))
  for (const path of ['/openapi.json', '/docs/json'])
    t.same((await call(null, 'GET', path)).body, document, path)
  const yaml = await call(null, 'GET', '/docs/yaml')
  t.match(yaml, { status: 200, headers: { 'content-type': 'application/x-yaml' } })
  t.equal(yaml.body, app.swagger({ yaml: true }))
  t.match(yaml.body, /^openapi: 3\.1\.0\n/)
})
