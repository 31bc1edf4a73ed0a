import t from 'tap'
import { goodRequests } from '../../generated/good-requests.ts'
import { world } from '../../spec/world.ts'

interface Schema {
  $ref?: string
  type?: string
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
interface Form {
  schema: Schema
  example?: unknown
}
interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, Form> }
}

const the = await world(t)
const { app, call, bearer } = the
const { paths, components } = app.swagger() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema

/** The examples of a schema: its own, or else one that is made of those of its parts, as the documentation does. */
function examplesOf(given: Schema): unknown[] {
  const { examples, anyOf, properties, items, enum: words, const: word, default: usual } = resolve(given)
  if (examples) return examples
  if (anyOf) return anyOf.flatMap(examplesOf)
  if (properties) {
    const parts = Object.entries(properties).flatMap(([name, part]) =>
      examplesOf(part)
        .slice(0, 1)
        .map((one) => [name, one]),
    )
    return [Object.fromEntries(parts)]
  }
  if (items) return [examplesOf(items).slice(0, 1)]
  return [word ?? words?.[0] ?? usual].filter((one) => one !== undefined)
}

/** Codes of what is wrong whatever else there is; others are about what is not there. */
const OF_FORM = [
  'bad_request',
  'field_required',
  'unknown_field',
  'invalid_field',
  'invalid_json',
  'end_before_start',
  'rules_unusable',
]
let sent = 0

for (const { method, path, params, query, headers } of await goodRequests(the)) {
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) continue
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema, example }]) =>
    (example === undefined ? examplesOf(schema) : [example]).map((body) => ({
      type,
      body: adjusted(body, params),
    })),
  )
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query')
  await t.test(`${method} ${path} takes its examples`, async (t) => {
    const ask = async (asked: Record<string, unknown>, form?: { type: string; body: unknown }) => {
      const given = Object.entries(asked).filter(([, value]) => value !== '')
      const search = new URLSearchParams(
        given.map(([name, value]): [string, string] => [name, String(value)]),
      )
      const url = `${path.replaceAll(/:(\w+)/g, (_, name) => params[name] as string)}?${search}`
      const type = form && { 'content-type': form.type }
      const payload = typeof form?.body === 'object' ? JSON.stringify(form.body) : (form?.body as string)
      const answer = await call(null, method as 'GET', url, payload, { ...bearer, ...headers, ...type })
      const { status, body } = answer
      sent++
      t.ok(status < 500 && status !== 415, `${status} ${url} ${body.error}`)
      const isOfForm = OF_FORM.includes(answer.headers['x-error-code'] as string)
      t.notOk(status === 400 && isOfForm, `${url} ${payload} ${body.error}`)
    }
    const [first] = bodies
    for (const { name, schema } of parameters)
      for (const example of examplesOf(schema)) await ask({ ...query, [name]: example }, first)
    for (const body of bodies) await ask(query, body)
  })
}

t.test('there are many', async (t) => t.ok(sent > 300, `${sent}`))

t.test('a time in the future stays there', async (t) => {
  const [key] = examplesOf(
    paths['/api/auth/api-keys']?.post?.requestBody?.content['application/json']?.schema as Schema,
  )
  t.ok((key as { expires_at: string }).expires_at > '2090')
})

/** The body about what the path names, and with keys that nobody has taken. */
function adjusted(body: unknown, { id }: Record<string, string>) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { id: _, ...others } = body as { id?: unknown }
  return Number(id) ? { ...body, ...('id' in body && { id: Number(id) }) } : others
}
