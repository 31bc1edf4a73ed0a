import t from 'tap'
import { ERROR_CODES } from '../../../src/error-codes.ts'
import { METRICS } from '../../../src/scoring/metrics.ts'
import { AM_METRICS } from '../../../src/scoring/rule-set.ts'
import { testApp } from '../../setup/app.ts'

interface Schema {
  enum?: unknown[]
  anyOf?: Schema[]
  pattern?: string
  properties?: Record<string, Schema>
}

const { app } = await testApp(t)
const { components } = app.swagger() as unknown as {
  components: { schemas: Record<string, Schema>; headers: Record<string, { schema: object }> }
}

/** Every schema in the models of the document. */
function* schemasIn(value: unknown): Generator<Schema> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield value as Schema
  for (const [key, inner] of Object.entries(value))
    if (!['example', 'examples', 'default', 'enum'].includes(key)) yield* schemasIn(inner)
}
const schemas = [...schemasIn(components.schemas)]

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
    const forms = [...schemasIn(metric)]
    const words = forms.flatMap((one) => one.enum ?? [])
    t.ok(words.length > 0, JSON.stringify(metric).slice(0, 200))
    t.same(
      words.filter((word) => !known.includes(word as string)),
      [],
    )
  }
})

t.test('the code of an error is one of all that there are', async (t) => {
  t.same(components.schemas.ErrorCode?.enum, Object.keys(ERROR_CODES))
  t.same(components.headers['X-Error-Code']?.schema, { $ref: '#/components/schemas/ErrorCode' })
})
