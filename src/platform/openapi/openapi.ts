import swagger from '@fastify/swagger'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { NEEDS_LOGIN, PERMISSIONS } from '../access/roles.ts'
import { type ApiDescription, isDocumented } from './description.ts'
import { documentOptions } from './document.ts'
import { serveReference } from './reference/serve.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the service, with what its callers must hold. */
    routeTable(): { method: string; url: string; config?: FastifyContextConfig }[]
  }
  interface FastifyContextConfig {
    /** Bodies of other content types than JSON, for the documentation: Fastify checks JSON only. */
    alsoTakes?: Record<string, TSchema>
  }
}

interface Options {
  description: ApiDescription
}

/**
 * OpenAPI 3.1 at /openapi.json, /docs/json and /docs/yaml, a reading page at /docs. @fastify/swagger makes the document
 * of the route schemas at the first call of `app.swagger()`; all is served without network.
 */
export const openapi = fp(
  async (app, { description }: Options) => {
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

    await app.register(swagger, documentOptions(description))

    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, async () => app.swagger())
    app.get('/docs/json', hidden, async () => app.swagger())
    app.get('/docs/yaml', hidden, async (_, reply) =>
      reply.type('application/x-yaml').send(app.swagger({ yaml: true })),
    )
    serveReference(app, description)
  },
  { name: 'openapi' },
)

/** Gives every documented route its permission and security, so that none forgets them. */
function complete(route: RouteOptions) {
  if (!isDocumented(route)) return
  const schema = route.schema as FastifySchema
  const { permission, access } = route.config ?? {}
  const roles = permission ? `Roles: ${PERMISSIONS[permission].join(', ')}.` : ''
  const login = permission && NEEDS_LOGIN.has(permission) ? ' An API key is not enough.' : ''
  schema.description = [schema.description, roles + login].filter(Boolean).join('\n\n')
  schema.security =
    access === 'public'
      ? []
      : access === 'bearer'
        ? [{ bearer: [] }]
        : [{ userId: [] }, { userId: [], bearer: [] }]
}

/** `/:id(^\\d+$)` → `/:id`, as the document has it. */
const withoutExpressions = (url: string) => url.replace(/\(.*\)/, '')
