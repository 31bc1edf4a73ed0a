import t from 'tap'
import { testApp } from '../../../setup/app.ts'
import { someOf } from '../../../setup/form.ts'

interface Operation {
  responses: Record<string, { content?: object }>
}

const { call } = await testApp(t)
const { paths } = (await call(null, 'GET', '/openapi.json')).body
const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase() as 'GET',
      path,
      url: path.replaceAll(/\{\w+\}/g, '1'),
      types: Object.keys((responses[200] ?? responses[202])?.content ?? {}),
      statuses: Object.keys(responses),
    })),
)

t.test(
  'an answer that does not come in the type that is asked for is a 406 that names its types',
  async (t) => {
    t.ok(operations.length > 100)
    const asked = operations.filter(({ path }) => !path.startsWith('/api/auth/')) // which ask for more than a user
    for (const { method, path, url, types, statuses } of someOf(asked, 40)) {
      const answer = await call('bod', method, url, undefined, { accept: 'image/png' })
      t.match(
        answer,
        { status: 406, headers: { 'x-error-code': 'not_acceptable', vary: 'accept' } },
        `${method} ${path}`,
      )
      for (const type of types) t.ok(answer.body.error.includes(type), `${method} ${path} names ${type}`)
      t.ok(statuses.includes('406'), `${method} ${path} is documented`)
    }
  },
)

t.test('every type that is documented can be asked for', async (t) => {
  for (const { path, url, types } of operations.filter(({ method }) => method === 'GET'))
    for (const accept of types) {
      const { status, headers } = await call('bod', 'GET', url, undefined, { accept })
      t.not(status, 406, `${path} as ${accept}`)
      if (status === 200) t.equal(headers['content-type']?.split(';')[0], accept, path)
    }
})

const JSON_TYPE = 'application/json'
const CASES: [string, number, string][] = [
  ['*/*', 200, JSON_TYPE],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 200, JSON_TYPE],
  ['application/json, text/plain, */*', 200, JSON_TYPE],
  ['application/json;charset=utf-8', 200, JSON_TYPE],
  ['application/problem+json, application/json', 200, JSON_TYPE],
  ['application/*', 200, JSON_TYPE],
  ['text/*', 200, 'text/csv'],
  ['text/csv; header=present', 200, 'text/csv'],
  ['text/html', 406, JSON_TYPE],
  ['application/xml, text/xml;q=0.9', 406, JSON_TYPE],
  ['application/json;q=0', 406, JSON_TYPE],
  ['*/*;q=0', 406, JSON_TYPE],
  ['application/json;q=0, text/csv;q=0.1', 200, 'text/csv'],
  ['application/problem+json', 406, JSON_TYPE],
]

for (const [accept, status, type] of CASES)
  t.test(`a list asked for as ${accept} answers ${status} as ${type}`, async (t) => {
    const answer = await call('bod', 'GET', '/api/sellers', undefined, { accept })
    t.equal(answer.status, status)
    t.equal(answer.headers['content-type']?.split(';')[0], type)
  })

t.test('nothing is done for who can’t take the answer, and who may not ask learns that first', async (t) => {
  const warehouse = { code: 'WH-UNSEEN', name: 'Hall' }
  const xml = { accept: 'application/xml' }
  t.match(await call('bod', 'POST', '/api/warehouses', warehouse, xml), {
    status: 406,
    body: { error: 'Accept must name application/json, or */*.' },
  })
  t.match(await call('bod', 'POST', '/api/warehouses', warehouse), { status: 200 })
  t.equal((await call('am', 'POST', '/api/warehouses', warehouse, xml)).status, 403)
  t.equal((await call(null, 'GET', '/api/sellers', undefined, xml)).status, 401)
})
