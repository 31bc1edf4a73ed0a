import t from 'tap'
import { EVENT_TYPES } from '../../../src/domain/events/event-types.ts'
import { ERROR_CODES } from '../../../src/error-codes.ts'
import { nameModels } from '../../../src/platform/openapi/models.ts'
import { METRICS } from '../../../src/scoring/metrics.ts'
import { AM_METRICS } from '../../../src/scoring/rule-set.ts'
import { testApp } from '../../setup/app.ts'

type Json = Record<string, unknown>
interface Form {
  schema: Json
}
interface Operation {
  requestBody?: { content: Record<string, Form> }
  responses: Record<string, { content?: Record<string, Form> }>
}

const { call } = await testApp(t, { WORKER: 'on' })
const document = (await call(null, 'GET', '/openapi.json')).body
const models = document.components.schemas as Record<string, Json>

/** What languages that clients are generated in use themselves. */
const TAKEN = /^(Error|Object|Record|Map|Date|Array|String|Number|Boolean|Exception)$/

/** Every schema in a part of the document, with where it is. */
function* schemasIn(value: unknown, at = ''): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, inner] of Object.entries(value))
    if (!['example', 'examples', 'default'].includes(key)) yield* schemasIn(inner, `${at}/${key}`)
}

t.test('every body and every answer has a name', async (t) => {
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
  )
  for (const { at, operation } of operations)
    for (const form of [operation.requestBody, ...Object.values(operation.responses)]) {
      const json = form?.content?.['application/json']
      if (json) t.match(json.schema.$ref, /^#\/components\/schemas\/[A-Z]\w+$/, at)
    }
  t.ok(operations.length > 100)
})

t.test('no model hides what a language has', async (t) => {
  const names = Object.keys(models)
  t.ok(names.includes('MonthlyScore'))
  t.same(
    names.filter((name) => TAKEN.test(name)),
    [],
  )
})

t.test('no object is written twice', async (t) => {
  const places = new Map<string, string>()
  for (const [at, { description: _, ...schema }] of schemasIn({ ...document.paths, ...models })) {
    if (schema.type !== 'object' || !schema.properties) continue
    const text = JSON.stringify(schema)
    const isModel = at.lastIndexOf('/') === 0 // two may be alike, and differ in a later release
    if (!isModel) t.notOk(places.get(text), at)
    places.set(text, at)
  }
})

t.test('every date and every timestamp says that it is one', async (t) => {
  const isTime = (name: string) =>
    /(^|_)(at|date|timestamp|since|until|from|to)$/.test(name) && name !== 'changed_since' // a cursor
  /** How many go from one tier to another. */
  const isMigration = (properties: object) => Object.keys(properties).join() === 'from,to,count'
  const parameters = Object.values(document.paths as Record<string, Record<string, { parameters?: Json[] }>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation.parameters ?? [])
    .map(({ name, schema }) => [name, schema] as [string, Json])
  const fields = [...schemasIn(models)].flatMap(([, schema]) => {
    const properties = (schema.properties ?? {}) as Record<string, Json>
    return schema.type === 'object' && !isMigration(properties) ? Object.entries(properties) : []
  })
  let times = 0
  for (const [name, schema] of [...parameters, ...fields]) {
    if (!isTime(name) || schema.type === 'integer' || schema.enum) continue
    times++
    t.match(JSON.stringify(schema), /"format":"(date|date-time|period)"/, name)
  }
  t.ok(times > 50)
})

t.test('an event is one of its types, told apart by type', async (t) => {
  const { oneOf, discriminator } = models.Event as {
    oneOf: Json[]
    discriminator: { mapping: Record<string, string> }
  }
  t.same(Object.keys(discriminator.mapping).sort(), [...EVENT_TYPES].sort())
  t.same(oneOf.map(({ $ref }) => $ref).sort(), Object.values(discriminator.mapping).sort())
  for (const [type, ref] of Object.entries(discriminator.mapping)) {
    const { properties } = models[ref.split('/').at(-1) as string] as { properties: Record<string, Json> }
    t.equal(properties.type?.const, type)
    t.same(document.webhooks[type].post.requestBody.content['application/json'].schema, { $ref: ref })
  }
})

t.test('two different objects of one title keep what each of them has', async (t) => {
  const object = (field: string, title?: string) => ({
    type: 'object',
    properties: { [field]: {} },
    ...(title && { title }),
  })
  const answer = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
  const { components } = nameModels({
    paths: {
      '/a': { get: { operationId: 'getA', ...answer(object('one', 'Thing')) } },
      '/b': { get: { operationId: 'getB', ...answer(object('two', 'Thing')) } },
      '/c': { get: { operationId: 'getC', ...answer({ type: 'array', items: object('one', 'Thing') }) } },
    },
  }) as { components: { schemas: Json } }
  t.strictSame(components.schemas, {
    Thing: object('one'),
    Thing2: object('two'),
    C: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
  })
})

/** Those of the models that have words, and those that are made of others. */
const schemas = [...schemasIn(models)].map(([, schema]) => schema as Words)
interface Words {
  enum?: unknown[]
  properties?: Record<string, Words>
}

t.test('no list of words holds null: null stands beside it', async (t) => {
  const lists = schemas.filter((schema) => Array.isArray(schema.enum))
  t.ok(lists.length > 50)
  t.same(
    lists.filter((schema) => schema.enum?.includes(null)),
    [],
  )
})

t.test('every metric is one of those there are, or one still to come', async (t) => {
  const known: string[] = [...METRICS.map(({ name }) => name), ...AM_METRICS]
  const metrics = schemas.flatMap(({ properties }) => properties?.metric ?? [])
  t.ok(metrics.length > 10)
  for (const metric of metrics) {
    const words = [...schemasIn(metric)].flatMap(([, one]) => (one as Words).enum ?? [])
    t.ok(words.length > 0, JSON.stringify(metric).slice(0, 200))
    t.same(
      words.filter((word) => !known.includes(word as string)),
      [],
    )
  }
})

t.test('the code of an error is one of all that there are', async (t) => {
  t.same(models.ErrorCode?.enum, Object.keys(ERROR_CODES))
  t.same(document.components.headers['X-Error-Code']?.schema, { $ref: '#/components/schemas/ErrorCode' })
})
