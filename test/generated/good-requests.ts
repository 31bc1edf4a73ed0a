import { LAST } from '../setup/months.ts'
import { endpoints } from '../spec/endpoints.ts'
import type { World } from '../spec/world.ts'
import { type GoodRequest, NUMBER } from './odd-requests.ts'

interface Schema {
  $ref?: string
  type?: string
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/**
 * A request for every route of the service that it takes, or nearly: the specification's where it has one, else one
 * made of the examples of the documentation.
 */
export async function goodRequests(the: World): Promise<GoodRequest[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is documented to be
  const document = the.app.swagger() as any
  const nameless = (at: string) => at.replaceAll(/:\w+/g, ':')
  const specified = new Map(endpoints(the).map((endpoint) => [nameless(endpoint.at), endpoint]))

  function exampleOf(schema: Schema): unknown {
    if (schema.$ref) return exampleOf(document.components.schemas[schema.$ref.split('/').at(-1) as string])
    if (schema.examples?.[0] !== undefined) return schema.examples[0]
    if (schema.default !== undefined) return schema.default
    if (schema.enum) return schema.enum[0]
    if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
    if (schema.properties)
      return Object.fromEntries(
        Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one)]),
      )
    if (schema.items) return [exampleOf(schema.items)]
    return schema.type === 'boolean' ? true : schema.type === 'string' ? 'text' : 1
  }

  return the.app.routeTable().map(({ method: methods, url, config }) => {
    const method = methods.split(',').at(-1) as string
    const documented = url.replaceAll(/:(\w+)/g, '{$1}')
    const operation: Operation = document.paths[documented]?.[method.toLowerCase()] ?? {}
    const row = specified.get(nameless(`${method} ${url}`))
    const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query')
    const names = [...url.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? '*')
    const ids = Object.values(row?.params ?? {})
    const schema = operation.requestBody?.content['application/json']?.schema
    return {
      method,
      path: url,
      params: Object.fromEntries(names.map((name, n) => [name, String(ids[n] ?? placeOf(url, the))])),
      query: Object.fromEntries(
        inQuery.map(({ name, required, schema }) => [name, required ? String(exampleOf(schema)) : '']),
      ),
      body: BODIES[url] ?? fresh(`${method} ${url}`, row?.body ?? (schema && exampleOf(schema))),
      headers: headersOf(config?.access, the),
    }
  })
}

/** Where the examples of the documentation don't make a request that is taken. */
const BODIES: Record<string, object> = {
  '/api/webhooks/:id/replay': {
    since: `${LAST}-01T00:00:00Z`,
    event_types: ['webhook.ping'],
    only_failed: false,
  },
  '/api/webhooks/:id/rotate-secret': {},
}

/** Fields that no two records may share. */
const UNIQUE: Record<string, string[]> = {
  'POST /api/users': ['username', 'email'],
  'PATCH /api/users/:id': ['username', 'email'],
  'POST /api/warehouses': ['code'],
  'PATCH /api/warehouses/:id': ['code'],
  'POST /api/sellers': ['seller_code'],
  'POST /api/sellers/am/create': ['email'],
  'PATCH /api/sellers/am/:id': ['email'],
  'POST /api/employees': ['employee_code', 'email'],
  'PATCH /api/employees/:id': ['employee_code', 'email'],
  'POST /api/campaigns': ['campaign_code'],
  'POST /api/sync/mappings': ['name'],
}

/** The body with a mark in such fields, which each request replaces by its number. */
function fresh(at: string, body: unknown): unknown {
  const fields = UNIQUE[at] ?? []
  return fields.reduce((all, field) => ({ ...(all as object), [field]: `u${NUMBER}@example.com` }), body)
}

function headersOf(access: string | undefined, { user }: World): Record<string, string> {
  return access === 'bearer' ? {} : { 'x-user-id': String(user.bod.id) }
}

/** What a path's parameter names on the routes that are not the specification's. */
function placeOf(url: string, { user, webhook }: World) {
  if (url.includes(':seller_code')) return 'S-1'
  if (url.includes('/users/')) return user.viewer.id
  if (url.includes('/webhooks/:id')) return webhook
  return url.includes('*') ? 'index.html' : 1
}
