import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { call } = await testApp(t)
const { paths } = (await call(null, 'GET', '/openapi.json')).body

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
