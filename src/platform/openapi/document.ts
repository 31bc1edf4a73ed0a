import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import { withCsvForm } from '../csv/list-schema.ts'
import { completeAnswers, errorsOf, withAnswerTag } from './answers.ts'
import { type ApiDescription, isDocumented } from './description.ts'
import { labelFields } from './fields.ts'
import { headerParameters, RESPONSE_HEADERS } from './headers.ts'
import { nameModels, withOptionalDefaults } from './models.ts'

/** What @fastify/swagger makes the document of the API by: the description, and what routes say of themselves. */
export const documentOptions = ({
  title,
  version,
  description,
  tags,
  models,
  webhooks,
  webhookSecurity,
  fields,
}: ApiDescription): FastifyDynamicSwaggerOptions => ({
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
    labelFields(
      nameModels(completeAnswers('openapiObject' in parts ? parts.openapiObject : parts.swaggerObject)),
      fields,
    ),
  convertConstToEnum: false,
  refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
})

/** What is told of a route beyond what it checks by: error answers, fields that may be left out, other bodies. */
function asDocumented(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  const { querystring, body, response } = (schema ?? {}) as Record<string, object | undefined>
  const errors = isDocumented(route) ? errorsOf(route) : {}
  const described = {
    ...schema,
    response: { ...errors, ...(route.config?.answersTag ? withAnswerTag(response) : response) },
    headers: headerParameters(schema ?? {}, route),
    querystring: withOptionalDefaults(querystring),
    body: withOtherBodies(withOptionalDefaults(body), route.config?.alsoTakes),
  }
  return route.config?.alsoAnswers?.includes('text/csv') ? withCsvForm(described) : described
}

function withOtherBodies(json: object | undefined, others: Record<string, TSchema> | undefined) {
  if (!others) return json
  const bodies = Object.entries({ 'application/json': json, ...others })
  return { content: Object.fromEntries(bodies.map(([type, schema]) => [type, { schema }])) }
}
