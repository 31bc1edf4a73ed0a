import t from 'tap'
import { preferredType } from '../../../../src/platform/http/requests/content-types.ts'
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

t.test('a list comes in the type that is preferred', async (t) => {
  for (const [accept, status, type] of [
    ['*/*', 200, 'application/json'],
    ['text/*', 200, 'text/csv'],
    ['application/json;q=0, text/csv;q=0.1', 200, 'text/csv'],
    ['text/html', 406, 'application/json'],
  ] as const) {
    const answer = await call('bod', 'GET', '/api/sellers', undefined, { accept })
    t.same([answer.status, answer.headers['content-type']?.split(';')[0]], [status, type], accept)
  }
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

const CASES: [string | undefined, 'json' | 'csv' | undefined, string][] = [
  [undefined, 'json', 'no header gets the first type'],
  ['', 'json', 'an empty header, too'],
  ['*/*', 'json', 'anything gets the first type'],
  ['*', 'json', 'however it is written'],
  ['text/*', 'csv', 'any text gets the one text that there is'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'json', 'a browser gets the first type'],
  ['application/json', 'json', 'a type gets itself'],
  ['text/csv', 'csv', 'the second one, too'],
  ['Text/CSV; charset=utf-8', 'csv', 'whatever its case and parameters'],
  ['application/json;odata=verbose;q=0.9', 'json', 'also parameters that we do not know'],
  ['text/csv, */*', 'csv', 'what is named comes before anything'],
  ['*/*, text/csv', 'csv', 'in either order'],
  ['text/csv;q=0.9, */*', 'json', 'anything rather than what is named'],
  ['text/csv, */*;q=0.1', 'csv', 'what is named rather than anything'],
  ['text/csv, application/*;q=0.5', 'csv', 'what is named rather than a range'],
  ['text/csv, application/json', 'csv', 'both, the second one first'],
  ['application/json, text/csv', 'json', 'both, the first one first'],
  ['application/json;q=0.5, text/csv', 'csv', 'both, the second one preferred'],
  ['application/json, text/csv;q=0.5', 'json', 'both, the first one preferred'],
  ['text/csv;q=0, */*', 'json', 'all but one'],
  ['application/json;q=0, */*;q=0.1', 'csv', 'all but the other'],
  ['text/csv;q=0', undefined, 'none but one that is refused'],
  ['*/*;q=0', undefined, 'nothing at all'],
  ['text/csv;q=much', undefined, 'a weight that is no number is none'],
  ['image/png', undefined, 'a type that there is not'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9', undefined, 'a page'],
  ['application/problem+json, application/json', 'json', 'a type that there is beside one that there is not'],
  ['application/problem+json', undefined, 'a type of errors alone, which are JSON here'],
  ['nonsense', undefined, 'a text that is no type'],
]
const TYPES = { json: 'application/json', csv: 'text/csv' } as const

for (const [accept, expected, title] of CASES)
  t.test(`${title}: ${accept}`, async (t) => {
    t.equal(preferredType(accept, Object.values(TYPES)), expected && TYPES[expected])
  })
