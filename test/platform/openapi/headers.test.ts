import t from 'tap'
import { testApp } from '../../setup/app.ts'

interface Operation {
  parameters?: { in: string; name: string }[]
  responses: Record<string, { $ref?: string; headers?: object }>
}

const { app, call } = await testApp(t, { WORKER: 'on' })
const document = (await call(null, 'GET', '/openapi.json')).body

const operation = (method: string, path: string): Operation => document.paths[path][method]
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
    const names = headerNames(operation('post', url.replaceAll(/:(\w+)/g, '{$1}')))
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
  t.same(headerNames(operation('put', '/api/config/tiers/{id}')), ['If-Match'])
  t.same(headerNames(operation('delete', '/api/config/helpdesk/{id}')), ['If-Match'])
  t.same(headerNames(operation('post', '/api/sos/monthly/calculate')), ['Idempotency-Key', 'Prefer'])
  t.same(headerNames(operation('get', '/api/sellers')), [])
})

t.test('answers name their headers', async (t) => {
  const put = operation('put', '/api/config/tiers/{id}')
  t.same(answerHeaders(put, 200), ['ETag', 'X-Request-Id'])
  t.same(answerHeaders(put, 412), ['X-Error-Code', 'X-Request-Id'])
  const limit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  t.same(answerHeaders(put, 429), [...limit, 'Retry-After', 'X-Error-Code', 'X-Request-Id'])
  t.same(answerHeaders(put, 503), ['Retry-After', 'X-Error-Code', 'X-Request-Id'])
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths))
    for (const [method, of] of Object.entries(methods))
      for (const status of Object.keys(of.responses))
        t.ok(answerHeaders(of, Number(status)).length > 0, `${method} ${path} ${status}`)
})
