import Fastify from 'fastify'
import t from 'tap'
import { useProblems } from '../../../../src/platform/http/errors/error-handler.ts'
import * as all from '../../../../src/platform/http/errors/problems.ts'
import { useRequestLines } from '../../../../src/platform/logs/request-lines.ts'
import { testApp } from '../../../setup/app.ts'

const { call } = await testApp(t)
const warehouse = { code: 'WH-1', name: 'One' }
await call('bod', 'POST', '/api/warehouses', warehouse)
const key = { 'idempotency-key': 'used' }
await call('bod', 'POST', '/api/warehouses', { code: 'WH-2', name: 'Two' }, key)

const as = (type: string) => ({ 'content-type': type })
const large = { ...warehouse, name: 'x'.repeat(2 ** 20) }

/** The code, the status, what the sentence says, and a request that is answered so. */
const cases: [string, number, RegExp, ...Parameters<typeof call>][] = [
  ['user_id_missing', 401, /X-User-Id/, null, 'GET', '/api/warehouses'],
  ['role_not_allowed', 403, /role am/, 'am', 'GET', '/api/users'],
  ['field_required', 400, /^name /, 'bod', 'POST', '/api/warehouses', { code: 'WH-3' }],
  ['invalid_field', 400, /body/, 'bod', 'POST', '/api/warehouses'],
  ['unknown_field', 400, /^colour /, 'bod', 'POST', '/api/warehouses', { ...warehouse, colour: 'red' }],
  ['unknown_field', 400, /^colour /, 'bod', 'GET', '/api/warehouses?colour=red'],
  ['invalid_field', 400, /^page /, 'bod', 'GET', '/api/warehouses?page=first'],
  ['invalid_field', 400, /^page /, 'bod', 'GET', '/api/warehouses?page=1&page=2'],
  ['invalid_field', 400, /^limit /, 'bod', 'GET', '/api/warehouses?limit=0'],
  [
    'idempotency_key_invalid',
    400,
    /^Idempotency-Key /,
    'bod',
    'POST',
    '/api/warehouses',
    warehouse,
    {
      'idempotency-key': 'x'.repeat(256),
    },
  ],
  ['invalid_json', 400, /JSON/, 'bod', 'POST', '/api/warehouses', '{', as('application/json')],
  ['path_not_found', 404, /api.nothing/, 'bod', 'GET', '/api/nothing'],
  ['path_not_found', 404, /favicon/, null, 'GET', '/favicon'],
  ['path_not_found', 404, /PUT/, 'bod', 'PUT', '/api/sellers'],
  ['seller_not_found', 404, /S-404/, 'bod', 'GET', '/api/sellers/S-404'],
  ['seller_not_found', 404, /system is\.$/, 'bod', 'GET', '/api/sellers/the%20database%20system%20is'],
  ['unknown_field', 400, /^Connection terminated /, 'bod', 'GET', '/api/sellers?Connection%20terminated=1'],
  ['unknown_field', 400, /^Query read/, 'bod', 'PATCH', '/api/users/1', { 'Query read timeout': 1 }],
  ['uri_too_long', 414, /./, 'bod', 'GET', `/api/sellers/${'x'.repeat(501)}`],
  ['bad_request', 400, /./, 'bod', 'GET', '/api/sellers/%zz'],
  ['already_taken', 409, /^code /, 'bod', 'POST', '/api/warehouses', warehouse],
  ['too_large', 413, /large/, 'bod', 'POST', '/api/warehouses', large],
  ['unsupported_media_type', 415, /json/, 'bod', 'POST', '/api/warehouses', 'a', as('text/plain')],
  [
    ...(['unsupported_media_type', 415, /json/, 'bod', 'POST', '/api/warehouses'] as const),
    'a=1',
    as('application/x-www-form-urlencoded'),
  ],
]

for (const [code, status, sentence, ...asked] of cases)
  t.test(`${asked[1]} ${asked[2].slice(0, 30)} answers ${code}`, async (t) => {
    const answer = await call(...asked)
    t.same([answer.status, answer.headers['x-error-code']], [status, code], answer.body.error)
    t.same(Object.keys(answer.body), ['error'])
    t.match(answer.body.error, sentence)
    t.match(answer.body.error, /^\S.*[.!?]$/s)
  })

t.test('every answer has an x-request-id of its own', async (t) => {
  const paths = ['/api/warehouses', '/api/nothing', '/api/health']
  const answers = await Promise.all(
    paths.flatMap((path) => [call('bod', 'GET', path), call(null, 'GET', path)]),
  )
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  for (const id of ids) t.match(id, /^[\w-]{8,}$/)
  t.equal(new Set(ids).size, ids.length)
})

t.test('a success has no code', async (t) => {
  const { headers } = await call('bod', 'GET', '/api/warehouses')
  t.notOk('x-error-code' in headers)
})

const { invalidField, ...problems } = all

t.test('the error of a field has its code already', async (t) => {
  t.match(invalidField('size must be 1'), { statusCode: 400, errorCode: 'invalid_field' })
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

t.test('a caller that hangs up is not taken for a database that is away', async (t) => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
  const app = Fastify({ logger: { level: 'debug', stream } })
  t.teardown(() => app.close())
  useRequestLines(app)
  useProblems(app)
  for (const code of ['ECONNRESET', 'EPIPE', 'ABORT_ERR'])
    app.get(`/${code}`, async ({ raw }) => {
      raw.socket.destroy()
      throw Object.assign(new Error('It broke off.'), { code })
    })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const code of ['ECONNRESET', 'EPIPE', 'ABORT_ERR']) {
    lines.length = 0
    await t.rejects(fetch(`${url}/${code}`))
    t.ok(lines.includes('the caller has closed the connection before its answer'), code)
  }
})
