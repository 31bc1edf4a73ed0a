import Fastify from 'fastify'
import t from 'tap'
import { useProblems } from '../../../../src/platform/http/errors/error-handler.ts'
import * as problems from '../../../../src/platform/http/errors/problems.ts'
import { useRequestLines } from '../../../../src/platform/logs/request-lines.ts'
import { testApp } from '../../../setup/app.ts'

const { call } = await testApp(t)
const warehouse = { code: 'WH-1', name: 'One' }
await call('bod', 'POST', '/api/warehouses', warehouse)
const key = { 'idempotency-key': 'used' }
await call('bod', 'POST', '/api/warehouses', { code: 'WH-2', name: 'Two' }, key)

const text = { 'content-type': 'text/plain' }
const json = { 'content-type': 'application/json' }

/** The code, and a request that is answered with it. */
const cases: [string, ...Parameters<typeof call>][] = [
  ['field_required', 'bod', 'POST', '/api/warehouses', { code: 'WH-3' }],
  ['unknown_field', 'bod', 'POST', '/api/warehouses', { ...warehouse, colour: 'red' }],
  ['unknown_field', 'bod', 'GET', '/api/warehouses?colour=red'],
  ['invalid_field', 'bod', 'GET', '/api/warehouses?page=first'],
  ['invalid_json', 'bod', 'POST', '/api/warehouses', '{', json],
  ['path_not_found', 'bod', 'GET', '/api/nothing'],
  ['uri_too_long', 'bod', 'GET', `/api/sellers/${'x'.repeat(501)}`],
  ['bad_request', 'bod', 'GET', '/api/sellers/%zz'],
  ['already_taken', 'bod', 'POST', '/api/warehouses', warehouse],
  ['too_large', 'bod', 'POST', '/api/warehouses', { ...warehouse, name: 'x'.repeat(2 ** 20) }],
  ['unsupported_media_type', 'bod', 'POST', '/api/warehouses', 'a', text],
]

for (const [code, ...asked] of cases)
  t.test(`${asked[1]} ${asked[2].slice(0, 30)} answers ${code}`, async (t) => {
    const { status, headers, body } = await call(...asked)
    t.equal(headers['x-error-code'], code, `${status} ${body.error}`)
    t.same(Object.keys(body), ['error'])
  })

t.test('a success has no code', async (t) => {
  const { headers } = await call('bod', 'GET', '/api/warehouses')
  t.notOk('x-error-code' in headers)
})

t.test('an error that names its code is answered with it', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  useRequestLines(app)
  useProblems(app)
  for (const [name, problem] of Object.entries(problems))
    app.get(`/${name}`, async () => {
      throw problem('box_missing', 'There is no box.')
    })
  for (const name of Object.keys(problems)) {
    const { headers, body } = await app.inject(`/${name}`)
    t.same([headers['x-error-code'], body], ['box_missing', '{"error":"There is no box."}'], name)
  }
})

t.test('an error that names none has the code of its status', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  useRequestLines(app)
  useProblems(app)
  const expected = {
    400: 'bad_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    409: 'conflict',
    418: 'bad_request',
    429: 'too_many_requests',
    500: 'internal_error',
    502: 'internal_error',
    503: 'unavailable',
  }
  app.get<{ Params: { status: number } }>('/:status', async ({ params }) => {
    throw Object.assign(new Error('It failed.'), { statusCode: Number(params.status) })
  })
  for (const [status, code] of Object.entries(expected)) {
    const { headers } = await app.inject(`/${status}`)
    t.equal(headers['x-error-code'], code, status)
  }
})
