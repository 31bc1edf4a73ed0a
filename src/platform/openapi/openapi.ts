import swagger from '@fastify/swagger'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { NEEDS_LOGIN, PERMISSIONS } from '../access/roles.ts'
import { withCsvForm } from '../csv/list-schema.ts'
import { answersTag } from '../http/answers/answer-tags.ts'
import { completeAnswers, errorsOf, headerParameters, RESPONSE_HEADERS, withAnswerTag } from './answers.ts'
import { type ApiDescription, labelFields } from './description.ts'
import { nameModels, withOptionalDefaults } from './models.ts'
import { reference } from './reference/reference.ts'

const SECURITY_SCHEMES = {
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
} as const

/** By what a caller says who it is; holders of a permission are users. */
const SECURITY: Record<'public' | 'bearer' | 'user', Record<string, string[]>[]> = {
  public: [],
  bearer: [{ bearer: [] }],
  user: [{ userId: [] }, { userId: [], bearer: [] }],
}

/**
 * OpenAPI 3.1 at /openapi.json, /docs/json and /docs/yaml, a reading page at /docs. @fastify/swagger makes the document
 * of the route schemas at the first call of `app.swagger()`; all is served without network.
 */
export const openapi = fp(
  async (app, { description: about }: { description: ApiDescription }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: about.title,
          version: about.version,
          description: about.description,
          license: { name: 'For its owner alone', identifier: 'LicenseRef-UNLICENSED' },
        },
        servers: [{ url: '/', description: 'The server that this document comes from' }],
        tags: Object.entries(about.tags).map(([name, description]) => ({ name, description })),
        webhooks: about.webhooks,
        components: {
          schemas: about.models,
          headers: RESPONSE_HEADERS as Record<string, object>,
          securitySchemes: { ...SECURITY_SCHEMES, ...about.webhookSecurity },
        },
      },
      transform: ({ schema, url, route }) => ({
        schema: isDocumented(route) ? asDocumented(schema, route) : schema,
        url,
      }),
      transformObject: (parts) => {
        const document = 'openapiObject' in parts ? parts.openapiObject : parts.swaggerObject
        return labelFields(nameModels(completeAnswers(document)), about.fields)
      },
      convertConstToEnum: false,
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
    })

    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, async () => app.swagger())
    app.get('/docs/json', hidden, async () => app.swagger())
    app.get('/docs/yaml', hidden, async (_, reply) =>
      reply.type('application/x-yaml').send(app.swagger({ yaml: true })),
    )
    await app.register(reference, { title: about.title })
  },
  { name: 'openapi' },
)

const isDocumented = ({ schema, url }: RouteOptions) =>
  schema !== undefined && !schema.hide && url.startsWith('/api/')

/** What is told of a route beyond what it checks by: who may call it, error answers, fields that may be left out, other bodies. */
function asDocumented(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const { querystring, body, response } = schema as Record<string, object | undefined>
  const { permission, access, alsoTakes, alsoAnswers } = route.config ?? {}
  const roles = permission ? `Roles: ${PERMISSIONS[permission].join(', ')}.` : ''
  const login = permission && NEEDS_LOGIN.has(permission) ? ' An API key is not enough.' : ''
  const described = {
    ...schema,
    description: [schema.description, roles + login].filter(Boolean).join('\n\n'),
    security: SECURITY[access ?? 'user'],
    response: { ...errorsOf(route), ...(answersTag(route) ? withAnswerTag(response) : response) },
    headers: headerParameters(schema, route),
    querystring: withOptionalDefaults(querystring),
    body: withOtherBodies(withOptionalDefaults(body), alsoTakes),
  }
  return alsoAnswers?.includes('text/csv') ? withCsvForm(described) : described
}

function withOtherBodies(json: object | undefined, others: Record<string, TSchema> | undefined) {
  if (!others) return json
  const bodies = Object.entries({ 'application/json': json, ...others })
  return { content: Object.fromEntries(bodies.map(([type, schema]) => [type, { schema }])) }
}
