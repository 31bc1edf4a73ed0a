import { readFile } from 'node:fs/promises'
import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { type Document, losses } from './compatible.ts'
import type { Schema } from './refusals.ts'

const root = new URL('../../../', import.meta.url)
const read = (file: string) => readFile(new URL(file, root), 'utf8')

const { call } = await testApp(t)
const now: Document = (await call(null, 'GET', '/openapi.json')).body
const released: Document = JSON.parse(await read('test/fixtures/release-0.1.0/openapi.json'))

t.test('what an early document promised still holds, but for what losses.txt names', async (t) => {
  const named = (await read('test/fixtures/release-0.1.0/losses.txt')).trim().split('\n')
  const found = [...new Set(losses(released, now))]
  const isNamed = (loss: string) => named.some((line) => matches(line, loss))
  t.same(
    found.filter((loss) => !isNamed(loss)),
    [],
    'every loss is named',
  )
  const idle = named.filter((line) => line && !found.some((loss) => matches(line, loss)))
  t.same(idle, [], 'nothing is named that is not so')
})

/** A line that begins with … names what is lost in several places. */
const matches = (line: string, loss: string) =>
  line.startsWith('…') ? loss.endsWith(line.slice(1)) : line === loss

t.test('a document has lost nothing against itself', async (t) => {
  t.same(losses(now, now), [])
})

const object = (fields: Schema['properties'], more: Schema = {}): Schema => ({
  type: 'object',
  properties: fields,
  ...more,
})
const text: Schema = { type: 'string' }
/** A document of one operation, with what it takes and answers. */
const documentOf = ({ body = object({}), answer = object({}), path = '/things', query = {} }): Document => ({
  paths: {
    [path]: {
      post: {
        operationId: 'doThings',
        parameters: [{ in: 'query', name: 'of', schema: text, ...query }],
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { 200: { content: { 'application/json': { schema: answer } } } },
      },
    },
  },
  webhooks: {},
  components: { schemas: {} },
})

type Part = Parameters<typeof documentOf>[0]
const cases: [string, Part, Part, string[]][] = [
  ['a path goes', {}, { path: '/others' }, ['POST /things is gone']],
  ['a parameter goes', {}, { query: { name: 'from' } }, ['POST /things: query of is gone']],
  ['a parameter becomes required', {}, { query: { required: true } }, ['POST /things: query of is required']],
  [
    'a word of a body goes',
    { body: object({ a: { type: 'string', enum: ['x', 'y'] } }) },
    { body: object({ a: { type: 'string', enum: ['x'] } }) },
    ['POST /things: body.a: y is refused'],
  ],
  [
    'a field of a body becomes required',
    { body: object({ a: text }) },
    { body: object({ a: text }, { required: ['a'] }) },
    ['POST /things: body.a is required'],
  ],
  [
    'a text of a body may be shorter only',
    { body: object({ a: { type: 'string', maxLength: 9 } }) },
    { body: object({ a: { type: 'string', maxLength: 8 } }) },
    ['POST /things: body.a: maxLength 9 is refused, known is 8'],
  ],
  [
    'a field of a body goes',
    { body: object({ a: text, b: text }) },
    { body: object({ a: text }) },
    ['POST /things: body.b is gone'],
  ],
  [
    'a field of an answer goes',
    { answer: object({ list: { type: 'array', items: object({ a: text }) } }) },
    { answer: object({ list: { type: 'array', items: object({ b: text }) } }) },
    ['POST /things: 200.list[].a is gone'],
  ],
  [
    'an answer may be null',
    { answer: object({ a: text }) },
    { answer: object({ a: { anyOf: [text, { type: 'null' }] } }) },
    ['POST /things: 200.a: null is new'],
  ],
  [
    'an answer has another word',
    { answer: object({ a: { type: 'string', enum: ['x'] } }) },
    { answer: object({ a: { type: 'string', enum: ['x', 'y'] } }) },
    ['POST /things: 200.a: y is new'],
  ],
  [
    'more is taken and more is answered',
    { body: object({ a: text }), answer: object({ a: text }) },
    { body: object({ a: { type: ['string', 'integer'] }, b: text }), answer: object({ a: text, b: text }) },
    [],
  ],
]
for (const [what, older, newer, lost] of cases)
  t.test(`it is ${lost.length > 0 ? 'found' : 'allowed'} when ${what}`, async (t) => {
    t.same(losses(documentOf(older), documentOf(newer)), lost)
  })
