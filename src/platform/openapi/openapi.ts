import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { PERMISSIONS } from '../access/roles.ts'
import { type ApiDescription, isDocumented } from './description.ts'
import { serveReference } from './reference/serve.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the service, with what its callers must hold. */
    routeTable(): { method: string; url: string; config?: FastifyContextConfig }[]
    /** The document of the API, made at the first call. */
    apiDocument(): Promise<object>
  }
  interface FastifyContextConfig {
    /** Bodies of other content types than JSON, for the documentation: Fastify checks JSON only. */
    alsoTakes?: Record<string, TSchema>
  }
}

/** `describe` is asked when the document is first made. */
interface Options {
  describe(): Promise<ApiDescription>
}

/**
 * OpenAPI 3.1 at /openapi.json, /docs/json and /docs/yaml, a reading page at /docs. Made of the route schemas; served
 * without network. What makes and shows it is loaded by the first request for one of them.
 */
export const openapi = fp(
  async (app, { describe }: Options) => {
    const routes: RouteOptions[] = []
    app.decorate('routeTable', () =>
      routes.map(({ method, url, config }) => ({
        method: String(method),
        url: withoutExpressions(url),
        config,
      })),
    )
    app.addHook('onRoute', (route) => {
      if (route.method === 'HEAD') return // shares its schema with the GET that it stands beside
      routes.push(route)
      complete(route)
    })

    let opened: ReturnType<typeof open> | undefined
    const document = () =>
      (opened ??= open().catch((error) => {
        opened = undefined // the next one tries again
        throw error
      }))
    async function open() {
      const { openDocument } = await import('./document.ts')
      return openDocument(
        await describe(),
        routes.filter(({ schema }) => !schema?.hide),
        app.getSchemas(),
      )
    }
    app.addHook('onClose', async () => (await opened)?.close())
    app.decorate('apiDocument', async () => (await document()).asJson())

    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, () => app.apiDocument())
    app.get('/docs/json', hidden, () => app.apiDocument())
    app.get('/docs/yaml', hidden, async (_, reply) =>
      reply.type('application/x-yaml').send((await document()).asYaml()),
    )
    serveReference(app, describe)
  },
  { name: 'openapi' },
)

/** Gives every documented route its permission and security, so that none forgets them. */
function complete(route: RouteOptions) {
  if (!isDocumented(route)) return
  const schema = route.schema as FastifySchema
  const { permission, access } = route.config ?? {}
  const roles = permission ? `Roles: ${PERMISSIONS[permission].join(', ')}.` : undefined
  schema.description = [schema.description, roles].filter(Boolean).join('\n\n')
  schema.security =
    access === 'public'
      ? []
      : access === 'bearer'
        ? [{ bearer: [] }]
        : [{ userId: [] }, { userId: [], bearer: [] }]
}

/** `/:id(^\\d+$)` → `/:id`, as the document has it. */
const withoutExpressions = (url: string) => url.replace(/\(.*\)/, '')
