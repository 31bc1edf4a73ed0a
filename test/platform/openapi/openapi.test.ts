import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, call } = await testApp(t)
const document = (await call(null, 'GET', '/openapi.json')).body
const { paths } = document

interface Operation {
  operationId: string
  tags?: string[]
  security?: object[]
  parameters?: { in: string; name: string }[]
  responses: Record<string, { $ref?: string; headers?: object }>
}
const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

t.test('the document is OpenAPI 3.1 and needs no account', async (t) => {
  t.match(document.openapi, /^3\.1\./)
  t.ok(operations.length > 3)
})

t.test('every operation has an id in camel case, a tag and its answers', async (t) => {
  const tags = new Set(document.tags.map(({ name }: { name: string }) => name))
  for (const { name, operation } of operations) {
    t.match(operation.operationId, /^[a-z][a-zA-Z]+$/, `${name} has an id`)
    t.ok(
      operation.tags?.every((tag) => tags.has(tag)) && operation.tags.length === 1,
      `${name} has one known tag`,
    )
    t.ok(operation.responses['200'] ?? operation.responses['202'], `${name} says what success looks like`)
    for (const status of [400, 403, 500, 503]) t.ok(operation.responses[status], `${name} ${status}`)
    t.ok(operation.security, `${name} says who may call`)
  }
})

t.test('every /api route of the service is in the document', async (t) => {
  const documented = new Set(operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1')))
  const isPath = ({ url }: { url: string }) => url.startsWith('/api/')
  for (const { method, url } of app.routeTable().filter(isPath))
    t.ok(documented.has(`${method.toLowerCase()} ${url}`), `${method} ${url}`)
})

t.test('what only happens to some is said there alone', async (t) => {
  t.ok(paths['/api/appeals/{id}/preview'].get.responses[409], 'an appeal that is closed')
  t.notOk(paths['/api/appeals/{id}'].get.responses[409])
  for (const part of ['explanation', 'reasons', 'facts'])
    t.ok(paths[`/api/sos/sellers/{seller_code}/score/${part}`].get.responses[409], `${part} of other code`)
  t.match(
    paths['/api/sellers/{id}'].get.responses[409].description,
    /code of one record and the id of another/,
  )
  t.notOk(paths['/api/sos/model/fairness'].get.responses[409], 'another by')
  t.notOk(paths['/api/sellers'].get.responses[404])
  t.notOk(paths['/api/sellers'].get.responses[415])
  for (const [method, path] of [
    ['post', '/api/auth/logout'],
    ['post', '/api/auth/api-keys'],
    ['delete', '/api/auth/api-keys/{id}'],
    ['patch', '/api/webhooks/{id}'],
    ['delete', '/api/sync/mappings/{id}'],
  ] as const)
    t.notOk(paths[path][method].responses[409], `${method} ${path} can’t conflict`)
})

const operationAt = (method: string, path: string): Operation => paths[path][method]
const headerNames = ({ parameters = [] }: Operation) =>
  parameters.flatMap((parameter) => (parameter.in === 'header' ? parameter.name : []))
const answerHeaders = (of: Operation, status: number) => {
  const answer = of.responses[status] ?? {}
  const shared = document.components.responses[answer.$ref?.split('/').at(-1) ?? '']
  return Object.keys((answer.headers ?? shared?.headers ?? {}) as object).sort()
}

t.test('every POST that honours Idempotency-Key takes it as a parameter, and no other', async (t) => {
  const posts = app.routeTable().filter(({ method, url }) => method === 'POST' && url.startsWith('/api/'))
  for (const { url, config } of posts) {
    const names = headerNames(operationAt('post', url.replaceAll(/:(\w+)/g, '{$1}')))
    const keepsNothing = url.startsWith('/api/auth/') || url === '/api/users/:id/password-reset'
    const changesNothing = /(score\/(what-if|path)|config\/preview|sos\/verify)$/.test(url)
    t.equal(
      names.includes('Idempotency-Key'),
      !keepsNothing && !changesNothing,
      `${url} ${config?.permission}`,
    )
  }
  t.ok(posts.length > 30)
})

t.test('If-Match and Prefer are parameters of the operations that take them', async (t) => {
  t.same(headerNames(operationAt('put', '/api/config/tiers/{id}')), ['If-Match'])
  t.same(headerNames(operationAt('delete', '/api/config/helpdesk/{id}')), ['If-Match'])
  t.same(headerNames(operationAt('post', '/api/sos/monthly/calculate')), ['Idempotency-Key', 'Prefer'])
  t.same(headerNames(operationAt('get', '/api/sellers')), [])
})

t.test('answers name their headers', async (t) => {
  const put = operationAt('put', '/api/config/tiers/{id}')
  t.same(answerHeaders(put, 200), ['ETag', 'X-Request-Id'])
  t.same(answerHeaders(put, 412), ['X-Error-Code', 'X-Request-Id'])
  const limit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  t.same(answerHeaders(put, 429), [...limit, 'Retry-After', 'X-Error-Code', 'X-Request-Id'])
  t.same(answerHeaders(put, 503), ['Retry-After', 'X-Error-Code', 'X-Request-Id'])
  for (const { name, operation } of operations)
    for (const status of Object.keys(operation.responses))
      t.ok(answerHeaders(operation, Number(status)).length > 0, `${name} ${status}`)
})
