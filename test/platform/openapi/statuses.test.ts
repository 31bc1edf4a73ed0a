import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { call, user } = await testApp(t)
const { paths } = (await call(null, 'GET', '/openapi.json')).body

const text = { 'content-type': 'text/plain' }
const stale = { 'if-match': '"999"' }
const appeal = {
  seller_code: 'S-404',
  period: '2026-10',
  component_appealed: 'o_score',
  appeal_reason_type: 'other',
  description: 'There is no such seller',
  submitted_by_am_id: user.am.am_id,
}
const exception = { exception_type: 'other', adjustment_rule: {}, effective_from: '2026-10-01' }
const surcharge = {
  seller_code: 'S-404',
  period: '2026-10',
  surcharge_type: 'planning_overload',
  amount: 1,
}
const totals = { period: '2026-10', seller_code: 'S-404', totals: { records: 1 } }
const account = { username: 'bod', full_name: 'B', email: 'b@example.com', role: 'bod' }
const warehouse = { code: 'WH-1', name: 'One' }
await call('bod', 'POST', '/api/warehouses', warehouse)
const tier = (await call('bod', 'GET', '/api/config/tiers')).body.data[0].id

/** The path as the document writes it, the status, and a request that is answered with it. */
const cases: [string, number, ...Parameters<typeof call>][] = [
  ['/api/appeals', 404, 'bod', 'POST', '/api/appeals', appeal],
  ['/api/surcharges', 404, 'bod', 'POST', '/api/surcharges', surcharge],
  ['/api/sync/orders/control-totals', 404, 'bod', 'POST', '/api/sync/orders/control-totals', totals],
  ['/api/sellers/{id}', 404, 'bod', 'GET', '/api/sellers/S-404'],
  ['/api/sellers/{id}', 414, 'bod', 'GET', `/api/sellers/${'x'.repeat(501)}`],
  ['/api/sellers/{id}/exceptions', 404, 'bod', 'POST', '/api/sellers/S-404/exceptions', exception],
  ['/api/warehouses', 409, 'bod', 'POST', '/api/warehouses', warehouse],
  ['/api/warehouses', 413, 'bod', 'POST', '/api/warehouses', { code: 'W', name: 'x'.repeat(2 ** 20) }],
  ['/api/warehouses', 415, 'bod', 'POST', '/api/warehouses', 'a', text],
  ['/api/webhooks/{id}', 415, 'bod', 'DELETE', '/api/webhooks/1', 'a', text],
  ['/api/webhooks/{id}/test', 415, 'bod', 'POST', '/api/webhooks/1/test', 'a', text],
  ['/api/config/tiers/{id}', 412, 'bod', 'DELETE', `/api/config/tiers/${tier}`, undefined, stale],
  ['/api/health', 403, null, 'GET', '/api/health', undefined, { host: 'evil.example' }],
  ['/api/users', 409, 'bod', 'POST', '/api/users', account],
  ['/api/auth/login', 415, null, 'POST', '/api/auth/login', 'a', text],
  ['/api/auth/me', 401, null, 'GET', '/api/auth/me'],
]

for (const [path, status, ...asked] of cases)
  t.test(`${asked[1]} ${path} answers ${status} and says so`, async (t) => {
    const answer = await call(...asked)
    t.equal(answer.status, status, answer.body.error)
    t.ok(paths[path][String(asked[1]).toLowerCase()].responses[status])
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

t.test('each operation says what may happen to any', async (t) => {
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const [method, { responses }] of Object.entries(methods))
      for (const status of [400, 403, 500, 503]) t.ok(status in responses, `${method} ${path} ${status}`)
})
