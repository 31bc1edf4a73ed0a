import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Ajv } from 'ajv'
import type { RouteOptions } from 'fastify'
import t from 'tap'
import { bareApp, DOMAINS, PLATFORM } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { serializerOpts } from '../../src/platform/http/requests/compile-at-first-use.ts'
import { checkOf } from '../../src/platform/http/requests/validation.ts'
import { testSettings } from '../setup/app.ts'
import { createTestDatabase } from '../setup/database.ts'

const DATABASE_URL = await createTestDatabase(t)
const app = bareApp(readEnv({ ...testSettings, DATABASE_URL, WORKER: 'off' }))
t.teardown(() => app.close())
const routes: RouteOptions[] = []
app.addHook('onRoute', (route) => void routes.push(route))
for (const { plugin, options = {} } of PLATFORM) await app.register(plugin, options)
for (const domain of DOMAINS) await app.register(domain)
await app.ready()

/** What JSON Schema itself refuses of a schema, which the service takes for right. */
const ajv = new Ajv({ strict: false })
const faultsOf = (schema: object) => (ajv.validateSchema(schema) ? [] : ajv.errors)

const name = ({ method, url }: RouteOptions) => `${method} ${url}`

t.test('the schema of every part of every request compiles', async (t) => {
  for (const route of routes)
    for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
      const schema = route.schema?.[httpPart] as object | undefined
      if (!schema) continue
      t.doesNotThrow(() => checkOf(schema), `${name(route)}: ${httpPart}`)
      t.same(faultsOf(schema), [], `${name(route)}: ${httpPart}`)
    }
  t.ok(routes.length > 100)
})

t.test('the schema of every answer compiles', async (t) => {
  interface Documented {
    content?: Record<string, { schema: object }>
  }
  const names = new Map<string, string>()
  for (const route of routes)
    for (const [status, answer] of Object.entries(
      (route.schema?.response ?? {}) as Record<string, Documented>,
    ))
      for (const schema of answer.content
        ? Object.values(answer.content).map((form) => form.schema)
        : [answer])
        names.set(JSON.stringify(schema), `${name(route)}: ${status}`)
  const compile = SerializerSelector()(app.getSchemas(), serializerOpts as object)
  for (const [text, of] of names) {
    const schema = JSON.parse(text)
    t.doesNotThrow(() => compile({ schema, method: 'GET', url: '/', httpStatus: '200' }), of)
    t.same(faultsOf(schema), [], of)
  }
})
