import Fastify, { type FastifyServerOptions } from 'fastify'
import t, { type Test } from 'tap'
import type { Role } from '../../../../src/platform/access/roles.ts'
import { useProblems } from '../../../../src/platform/http/errors/error-handler.ts'
import * as all from '../../../../src/platform/http/errors/problems.ts'
import { useRequestLines } from '../../../../src/platform/logs/request-lines.ts'
import { documented } from '../../../generated/documented.ts'
import { testApp } from '../../../setup/app.ts'

const { app, call, user } = await testApp(t)
const problemWith = documented(app.swagger())
const warehouse = { code: 'WH-1', name: 'One' }
const large = { ...warehouse, name: 'x'.repeat(2 ** 20) }
const seller = { seller_code: 'S-1', company_name: 'One', primary_warehouse_id: 99_999 }
const ofNobody = { seller_code: 'S-404', period: '2026-10' }
const said = { appeal_reason_type: 'other', description: 'There is no such seller' }
const appeal = { ...ofNobody, component_appealed: 'o_score', ...said, submitted_by_am_id: user.am.am_id }
const surcharge = { ...ofNobody, surcharge_type: 'planning_overload', amount: 1 }
const exception = { exception_type: 'other', adjustment_rule: {}, effective_from: '2026-10-01' }
const account = { username: 'bod', full_name: 'B', email: 'b@example.com', role: 'bod' }
const curve = [0, 1].map((n) => [n, `${n}`])
const odd = { name: 'mine', feed: 'orders', fields: { units: { path: 'a', when: { path: 'b', is: [0] } } } }
await call('bod', 'POST', '/api/warehouses', warehouse)
const tier = (await call('bod', 'GET', '/api/config/tiers')).body.data[0].id

interface Caller extends Record<string, string | null | undefined> {
  as?: Role | null
}
const text = { 'content-type': 'text/plain' }
const notText = /^The body must be sent with the header Content-Type: application\/json, not text\/plain\.$/
const nobody: Caller = { as: null }
const system: Caller = { as: 'system' }
const longKey = { 'idempotency-key': 'x'.repeat(256) }
const stale = { 'if-match': '"999"' }

/** The status, the code and the field of an answer, what its sentence says, and a request that is answered so. */
const CASES: [string, RegExp, string, unknown?, Caller?][] = [
  // as the check of the request finds it
  ['400 field_required name', /^name /, 'POST /api/warehouses', { code: 'WH-3' }],
  ['400 invalid_field -', /body/, 'POST /api/warehouses'],
  ['400 unknown_field colour', /^colour /, 'POST /api/warehouses', { ...warehouse, colour: 'red' }],
  ['400 unknown_field colour', /^colour /, 'GET /api/warehouses?colour=red'],
  ['400 unknown_field f%20%C3%A4', /^f ä /, 'POST /api/warehouses', { ...warehouse, 'f ä': 'red' }],
  ['400 invalid_field page', /^page /, 'GET /api/warehouses?page=first'],
  ['400 invalid_field page', /^page /, 'GET /api/warehouses?page=1&page=2'],
  ['400 invalid_field limit', /^limit /, 'GET /api/warehouses?limit=0'],
  ['400 invalid_field id', /^id /, 'PATCH /api/warehouses/none', { name: 'Two' }],
  ['400 invalid_field curve[0][1]', /^curve/, 'POST /api/config/o-score', { metric: 'x', weight: 1, curve }],
  ['400 invalid_field fields.units.when.is[0]', /^fields/, 'POST /api/sync/mappings', odd, system],
  ['400 invalid_json -', /JSON/, 'POST /api/warehouses', '{', { 'content-type': 'application/json' }],
  // as the sentence of a rule names it
  ['409 already_taken code', /^code /, 'POST /api/warehouses', warehouse],
  ['409 already_taken username', /^username /, 'POST /api/users', account],
  ['400 unknown_reference primary_warehouse_id', /^primary_warehouse_id /, 'POST /api/sellers', seller],
  ['400 period_in_future period', /future/, 'POST /api/sos/monthly/calculate', { period: '2999-01' }],
  ['400 invalid_field group_by', /^group_by/, 'GET /api/sos/monthly/summary?group_by=colour'],
  ['400 unknown_reference mapping', /^mapping z/, 'POST /api/sync/orders?mapping=z', { records: [] }, system],
  ['400 field_required records', /^records is required/, 'POST /api/sync/orders', {}, system],
  ['400 field_required data', /^data must be an array/, 'POST /api/sync/orders', { data: 'none' }, system],
  // a header
  ['400 idempotency_key_invalid Idempotency-Key', /^Idem/, 'POST /api/warehouses', warehouse, longKey],
  ['412 stale_version -', /look at it again/, `DELETE /api/config/tiers/${tier}`, undefined, stale],
  ['415 unsupported_media_type -', notText, 'POST /api/warehouses', 'a', text],
  ['415 unsupported_media_type -', /json/, 'POST /api/auth/login', 'a', { ...nobody, ...text }],
  ['415 unsupported_media_type -', /./, 'DELETE /api/webhooks/1', 'a', text],
  ['415 unsupported_media_type -', /./, 'POST /api/webhooks/1/test', 'a', text],
  // who asks
  ['401 user_id_missing -', /X-User-Id/, 'GET /api/warehouses', undefined, nobody],
  ['401 token_missing -', /./, 'GET /api/auth/me', undefined, nobody],
  ['403 role_not_allowed -', /role am/, 'GET /api/users', undefined, { as: 'am' }],
  ['403 host_not_allowed -', /ALLOWED_HOSTS/, 'GET /api/health', undefined, { host: 'evil.example' }],
  // what is not there, or too much
  ['404 path_not_found -', /^GET \/api\/nothing does not exist\.$/, 'GET /api/nothing?x=1'],
  ['404 path_not_found -', /^POST \/nothing does not exist\.$/, 'POST /nothing', 'a,b', text],
  ['404 path_not_found -', /favicon/, 'GET /favicon', undefined, nobody],
  ['404 path_not_found -', /PUT/, 'PUT /api/sellers'],
  ['404 seller_not_found -', /S-404/, 'GET /api/sellers/S-404'],
  ['404 seller_not_found -', /S-404/, 'POST /api/sellers/S-404/exceptions', exception],
  ['404 seller_not_found -', /S-404/, 'POST /api/appeals', appeal],
  ['404 seller_not_found -', /S-404/, 'POST /api/surcharges', surcharge],
  [
    '404 seller_not_found -',
    /S-404/,
    'POST /api/sync/orders/control-totals',
    { ...ofNobody, totals: { records: 1 } },
  ],
  ['413 too_large -', /^The body is larger than 1 MB\.$/, 'POST /api/warehouses', large],
  ['414 uri_too_long -', /./, `GET /api/sellers/${'x'.repeat(501)}`],
  ['400 bad_request -', /./, 'GET /api/sellers/%zz'],
  // texts of an outage of the database that a caller has sent
  ['404 seller_not_found -', /system is\.$/, 'GET /api/sellers/the%20database%20system%20is'],
  ['400 unknown_field Connection%20terminated', /^Conn/, 'GET /api/sellers?Connection%20terminated=1'],
  ['400 unknown_field Query%20read%20timeout', /^Query/, 'PATCH /api/users/1', { 'Query read timeout': 1 }],
]

for (const [expected, sentence, asked, body, { as = 'bod', ...headers } = {}] of CASES)
  t.test(`${asked.slice(0, 50)} answers ${expected}, as it is documented`, async (t) => {
    const [method, url] = asked.split(' ') as ['GET', string]
    const answer = await call(as, method, url, body as object, headers as Record<string, string>)
    const { 'x-error-code': code, 'x-error-field': field = '-' } = answer.headers
    t.equal(`${answer.status} ${code} ${field}`, expected, answer.body.error)
    t.same(Object.keys(answer.body), ['error'])
    t.match(answer.body.error, sentence)
    t.match(answer.body.error, /^\S.*[.!?]$/s)
    t.equal(problemWith(method, url, { ...answer, text: JSON.stringify(answer.body) }), undefined)
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

t.test('a success has no code and names no field', async (t) => {
  const { headers } = await call('bod', 'GET', '/api/warehouses')
  t.notOk('x-error-code' in headers || 'x-error-field' in headers)
})

const { invalidField, ...problems } = all

function bareService(t: Test, options: FastifyServerOptions = {}) {
  const app = Fastify(options)
  t.teardown(() => app.close())
  useRequestLines(app)
  useProblems(app)
  return app
}

t.test('the error of a field has its code already', async (t) => {
  t.match(invalidField('size must be 1'), { statusCode: 400, errorCode: 'invalid_field' })
})

t.test('an error that names its code is answered with it', async (t) => {
  const app = bareService(t)
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
  const app = bareService(t)
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
  const app = bareService(t, { logger: { level: 'debug', stream } })
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
