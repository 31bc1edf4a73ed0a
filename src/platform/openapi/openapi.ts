import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { PERMISSIONS } from '../access/roles.ts'
import { withCsvForm } from '../csv/list-schema.ts'
import { PAGE_POLICY } from '../http/security-headers.ts'
import { completeAnswers, errorsOf, withAnswerTag } from './answers.ts'
import { headerParameters, RESPONSE_HEADERS } from './headers.ts'
import { nameModels, withOptionalDefaults } from './models.ts'

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

/** What the document says of the service beside its routes. */
export interface ApiDescription {
  title: string
  description: string
  version: string
  /** One line about each tag, in the order of the documentation. */
  tags: Record<string, string>
  /** Models by their names, for objects that stand in several places (see `nameModels`). */
  models: Record<string, object>
}

/** What the service posts to others, and the security schemes by which they know that it does. */
interface Webhooks {
  webhooks: Record<string, object>
  webhookSecurity: Record<string, { type: 'apiKey'; in: string; name: string; description: string }>
}

/** OpenAPI 3.1 at /openapi.json, a reading page at /docs. Made of the route schemas; served without network. */
export const openapi = fp(
  async (
    app,
    { title, version, description, tags, models, webhooks, webhookSecurity }: ApiDescription & Webhooks,
  ) => {
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
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title,
          version,
          description,
          license: { name: 'For its owner alone', identifier: 'LicenseRef-UNLICENSED' },
        },
        servers: [{ url: '/', description: 'The server that this document comes from' }],
        tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
        webhooks,
        components: {
          schemas: models,
          headers: RESPONSE_HEADERS,
          securitySchemes: {
            userId: {
              type: 'apiKey',
              in: 'header',
              name: 'X-User-Id',
              description: 'The id that a login returned as `user.id`',
            },
            bearer: {
              type: 'http',
              scheme: 'bearer',
              description: 'An access token of a login, or an API key',
            },
            ...webhookSecurity,
          },
        },
      },
      transform: ({ schema, url, route }) => ({ schema: asDocumented(schema, route), url }),
      transformObject: (parts) =>
        nameModels(completeAnswers('openapiObject' in parts ? parts.openapiObject : parts.swaggerObject)),
      convertConstToEnum: false,
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
    })
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      uiConfig: {
        docExpansion: 'list',
        deepLinking: true,
        tryItOutEnabled: true,
        persistAuthorization: true,
      },
    })
    app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
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

/** What is told of a route beyond what it checks by: error answers, fields that may be left out, other bodies. */
function asDocumented(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  const { querystring, body, response } = (schema ?? {}) as Record<string, object | undefined>
  const errors = isDocumented(route) ? errorsOf(route) : {}
  return withCsvForm({
    ...schema,
    response: { ...errors, ...(route.config?.answersTag ? withAnswerTag(response) : response) },
    headers: headerParameters(schema ?? {}, route),
    querystring: withOptionalDefaults(querystring),
    body: withOtherBodies(withOptionalDefaults(body), route.config?.alsoTakes),
  })
}

function withOtherBodies(json: object | undefined, others: Record<string, TSchema> | undefined) {
  if (!others) return json
  const bodies = Object.entries({ 'application/json': json, ...others })
  return { content: Object.fromEntries(bodies.map(([type, schema]) => [type, { schema }])) }
}

const isDocumented = ({ schema, url }: RouteOptions) =>
  schema !== undefined && !schema.hide && url.startsWith('/api/')

/** `/:id(^\\d+$)` → `/:id`, as the document has it. */
const withoutExpressions = (url: string) => url.replace(/\(.*\)/, '')
