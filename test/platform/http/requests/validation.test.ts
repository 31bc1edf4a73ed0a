import { Type } from '@sinclair/typebox'
import Fastify from 'fastify'
import t from 'tap'
import { useProblems } from '../../../../src/platform/http/errors/error-handler.ts'
import { refuseUnstorableText } from '../../../../src/platform/http/requests/json-bodies.ts'
import { useValidation } from '../../../../src/platform/http/requests/validation.ts'
import {
  CalendarDate,
  Code,
  Nullable,
  OneOf,
  PageQuery,
  Period,
  Timestamp,
} from '../../../../src/platform/schemas/schemas.ts'

const body = Type.Partial(
  Type.Object({
    code: Code(),
    kind: OneOf(['one', 'two']),
    date: CalendarDate(),
    period: Period(),
    at: Timestamp(),
    count: Type.Integer({ minimum: 0, maximum: 9 }),
    rate: Type.Number(),
    maybe: Nullable(Type.Integer({ minimum: 1 })),
    list: Type.Array(Type.Object({ url: Type.String({ format: 'uri' }) }), { maxItems: 2 }),
    email: Type.String({ format: 'email' }),
    source: Type.Union([
      Type.String(),
      Type.Object(
        {
          path: Type.String(),
          is: Type.Optional(Type.Array(Type.String())),
          constant: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Integer(), Type.Null()])),
          when: Type.Optional(Nullable(Type.Union([Type.Object({ path: Type.String() }), Type.Boolean()]))),
        },
        { additionalProperties: false },
      ),
    ]),
  }),
  { additionalProperties: false, minProperties: 1 },
)

const OF_PROTOTYPES = 'the body holds a field named __proto__ or constructor.prototype, which is not taken.'
const KNOWN = Object.keys(body.properties).join(', ')

const app = Fastify({ routerOptions: { maxParamLength: 500 } })
useValidation(app)
useProblems(app)
refuseUnstorableText(app)
app.post('/', { schema: { body } }, async () => ({}))
app.post('/required', { schema: { body: Type.Object({ code: Code(), period: Period() }) } }, async () => ({}))
app.get(
  '/',
  { schema: { querystring: Type.Object(PageQuery, { additionalProperties: false }) } },
  async ({ query }) => query,
)
const unbounded = Type.Object({
  whole: Type.Optional(Type.Integer()),
  rate: Type.Optional(Type.Number()),
})
app.get(
  '/numbers/:whole',
  { schema: { querystring: unbounded, params: unbounded, headers: unbounded } },
  async ({ query, params }) => ({ query, params }),
)

t.test('a body that is missing is told what it has to hold', async (t) => {
  for (const payload of [undefined, '[]', 'null']) {
    const headers = payload ? { 'content-type': 'application/json' } : {}
    const answer = await app.inject({ method: 'POST', url: '/required', headers, payload })
    t.equal(answer.statusCode, 400)
    t.same(answer.json(), { error: 'the body must be an object with code, period.' })
  }
})

t.test('a body that is not valid answers 400 and one sentence that names the field', async (t) => {
  const cases: [string, string][] = [
    ['{}', 'the body must name at least one field.'],
    ['[]', 'the body must be an object.'],
    ['null', 'the body must be an object.'],
    ['{"typo":1}', `typo is not a known field here; known are ${KNOWN}.`],
    ['{"":1}', `a field without a name is not a known field here; known are ${KNOWN}.`],
    ['{"code":" "}', 'code must not be blank.'],
    ['{"code":7}', 'code must be a string.'],
    ['{"kind":"three"}', 'kind must be one of one, two.'],
    ['{"date":"2026-02-30"}', 'date must be a date that exists: there is no 2026-02-30.'],
    ['{"date":"2026-2-3"}', 'date must be a date, such as 2026-01-31.'],
    ['{"period":"2026-13"}', 'period must be a month such as 2026-01.'],
    ['{"at":"2026-01-31T08:30:00"}', 'at must have its time zone, as 2026-01-31T08:30:00Z.'],
    ['{"at":"2026-01-31"}', 'at must be a date and time, such as 2026-01-31T08:30:00Z.'],
    ['{"at":"2026-02-30T08:30:00Z"}', 'at must be a date that exists: there is no 2026-02-30.'],
    ['{"count":"1"}', 'count must be a whole number.'],
    ['{"count":1.5}', 'count must be a whole number.'],
    ['{"count":10}', 'count must be at most 9.'],
    ['{"rate":1e400}', 'rate is too large for a number.'],
    ['{"rate":-1e400}', 'rate is too large for a number.'],
    ['{"maybe":0}', 'maybe must be at least 1.'],
    ['{"maybe":"x"}', 'maybe must be a whole number.'],
    [
      '{"list":[{"url":"https://a.example"},{"url":"ftp://a.example"}]}',
      'list[1].url must be a complete address that begins with https:// or http://.',
    ],
    ['{"list":[{}]}', 'list[0].url is required.'],
    ['{"source":7}', 'source must be a string or an object.'],
    ['{"source":{}}', 'source.path is required.'],
    [
      '{"source":{"path":"a","form":"b"}}',
      'source.form is not a known field here; known are path, is, constant, when.',
    ],
    ['{"source":{"path":5}}', 'source.path must be a string.'],
    ['{"source":{"path":"a","is":"0"}}', 'source.is must be an array.'],
    ['{"source":{"path":"a","is":[0]}}', 'source.is[0] must be a string.'],
    ['{"source":{"path":"a","constant":[]}}', 'source.constant must be a string or a whole number.'],
    ['{"source":{"path":"a","constant":1.5}}', 'source.constant must be a string or a whole number.'],
    ['{"source":{"path":"a","when":{"path":1}}}', 'source.when.path must be a string.'],
    ['{"source":{"path":"a","when":1}}', 'source.when must be an object or true or false.'],
    ['{"date":"31.01.2026"}', 'date must have the year first, as 2026-01-31.'],
    ['{"date":"31.02.2026"}', 'date must have the year first, as 2026-01-31; there is no 31.02.2026.'],
    ['{"at":"1/31/2026 08:30"}', 'at must have the year first, as 2026-01-31T08:30:00Z.'],
    ['{"list":[1,2,3]}', 'list must have at most 2 entries.'],
    ['{"email":"nobody"}', 'email must be an e-mail address.'],
    ['{"code":"a\\u0000"}', "code holds a NUL character or half a surrogate pair, which can't be stored."],
    [
      '{"list":[{"url":"\\ud800"}]}',
      "list.0.url holds a NUL character or half a surrogate pair, which can't be stored.",
    ],
    [
      `{"list":${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}}`,
      'the body is nested deeper than 500 levels.',
    ],
    ['{"__proto__":{}}', OF_PROTOTYPES],
    ['{"list":[{"url":{"constructor":{"prototype":1}}}]}', OF_PROTOTYPES],
    ['{"code"', "Body is not valid JSON but content-type is set to 'application/json'."],
  ]
  for (const [payload, error] of cases) {
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    t.same([answer.statusCode, answer.json()], [400, { error }], payload.slice(0, 80))
  }
})

t.test('what is valid passes', async (t) => {
  const valid = {
    code: 'Ä/B 7',
    kind: 'one',
    date: '2028-02-29',
    period: '2026-12',
    at: '2026-01-31T08:30:00.123+02:00',
    count: 9,
    maybe: null,
    list: [{ url: 'http://a.example/b?c=d' }],
    email: 'a.b@c.example',
  }
  t.equal((await app.inject({ method: 'POST', url: '/', payload: valid })).statusCode, 200)
})

t.test('a query is text, so its numbers are read; its defaults are filled in', async (t) => {
  t.same((await app.inject('/')).json(), { page: 1, limit: 20 })
  t.same((await app.inject('/?page=3&limit=500')).json(), { page: 3, limit: 500 })
})

t.test('a query that is not valid answers 400', async (t) => {
  const cases: [string, string][] = [
    ['/?page=0', 'page must be at least 1.'],
    ['/?limit=501', 'limit must be at most 500.'],
    ['/?limit=many', 'limit must be a whole number.'],
    ['/?limit=1&limit=2', 'limit is given several times: send it once.'],
    ['/?pgae=1', 'pgae is not a known field here; known are page, limit.'],
    ['/?page=%00', "page holds a NUL character or half a surrogate pair, which can't be stored."],
  ]
  for (const [url, error] of cases) {
    const answer = await app.inject(url)
    t.same([answer.statusCode, answer.json()], [400, { error }], url)
  }
})

t.test('a number in a text is one as people write it, and no larger than a number can be', async (t) => {
  const tooLarge = ['1e309', '-1e309', '9'.repeat(400), 'Infinity', '-Infinity']
  const noNumber = ['NaN', '0x10', ' 0B1', '0o7', ' ', 'true', '1.5', '1.0', '1e3', '01', '+1', 'null']
  for (const text of [...tooLarge, ...noNumber]) {
    const demand = tooLarge.includes(text) ? 'is too large for a number.' : 'must be a whole number.'
    const ask = (url: string, headers = {}) => app.inject({ url, headers })
    const encoded = encodeURIComponent(text)
    const expected = [400, { error: `whole ${demand}` }]
    const inQuery = await ask(`/numbers/1?whole=${encoded}`)
    t.same([inQuery.statusCode, inQuery.json()], expected, `?whole=${text.slice(0, 20)}`)
    const inPath = await ask(`/numbers/${encoded}`)
    t.same([inPath.statusCode, inPath.json()], expected, `/${text.slice(0, 20)}`)
    if (text.trim() === '') continue // a header is sent without its blanks
    const inHeader = await ask('/numbers/1', { whole: text })
    t.same([inHeader.statusCode, inHeader.json()], expected, `whole: ${text.slice(0, 20)}`)
  }
  const empty = await app.inject('/numbers/1?whole=')
  t.same([empty.statusCode, empty.json()], [400, { error: 'whole must be a whole number.' }])
  const several = await app.inject('/numbers/1?rate=1&rate=1e309')
  t.equal(several.statusCode, 400, 'rate as a list')
  t.match(several.json(), { error: /^rate\b/ })

  const taken = await app.inject('/numbers/7?whole=-20&rate=-1.5e3')
  t.same(taken.json(), {
    params: { whole: 7 },
    query: { whole: -20, rate: -1500 },
  })
})
