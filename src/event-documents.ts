import { type TSchema, Type } from '@sinclair/typebox'
import { EVENTS } from './domain/events/event-types.ts'
import { capital } from './platform/openapi/models.ts'
import { Nullable, Timestamp } from './platform/schemas/schemas.ts'

const HEADERS = {
  'webhook-id': 'The id of the event, the same at every attempt: use it to recognize duplicates',
  'webhook-timestamp': 'When the attempt was made, in Unix seconds',
  'webhook-signature':
    'One or more signatures, separated by blanks: v1, and the base64 of HMAC-SHA256 over webhook-id.webhook-timestamp.body',
}

const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** How a receiver knows that the service sent an event. */
export const webhookSecurity = {
  webhookSignature: {
    type: 'apiKey' as const,
    in: 'header',
    name: 'webhook-signature',
    description:
      'Made by the service with the secret of the subscription; a receiver compares it with its own',
  },
}

/** The webhooks section of the documentation: what is posted to subscribers, one entry for each kind of event. */
export const eventDocuments = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([type, { summary, data }]) => {
      const schema = payload(type, data)
      const model = { $ref: refTo(type) }
      return [
        type,
        {
          post: {
            tags: ['webhooks'],
            operationId: `on${capital(type)}`,
            summary,
            description: 'Signed as Standard Webhooks 1.0 has it; the body is less than 20 kB.',
            security: [{ webhookSignature: [] }],
            parameters,
            requestBody: {
              required: true,
              content: { 'application/json': { schema: model, example: exampleOf(schema) } },
            },
            responses: {
              '2XX': { description: 'It has arrived. Every other answer is tried again' },
              '410': { description: 'No more of it: the subscription is disabled' },
            },
          },
        },
      ]
    }),
  )

/** The models of events: one for each kind, and `Event`, which is any of them by its type, as the feed answers, too. */
export function eventModels(): Record<string, object> {
  const kinds = Object.entries(EVENTS)
  return {
    Event: {
      description: 'Something that happened; `type` says what, and what `data` holds',
      oneOf: kinds.map(([type]) => ({ $ref: refTo(type) })),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(kinds.map(([type]) => [type, refTo(type)])),
      },
    },
    ...Object.fromEntries(
      kinds.map(([type, { summary, data }]) => [
        `${capital(type)}Event`,
        { ...payload(type, data), description: summary },
      ]),
    ),
  }
}

const refTo = (type: string) => `#/components/schemas/${capital(type)}Event`

const payload = (type: string, data: TSchema) =>
  Type.Object({
    id: Type.String({
      format: 'uuid',
      description: 'The same as webhook-id',
      examples: ['0d5c2f1e-6f5b-4d0c-9a57-3b8f2f4c9e10'],
    }),
    type: Type.Literal(type),
    timestamp: Timestamp({ description: 'When it happened' }),
    sequence: Nullable(Type.Integer({ examples: [7] }), {
      description: 'Counts the events of a seller without gaps; null for events about no seller',
    }),
    data,
  })

/** An example of a schema: its own where it has one, else made of the examples of its parts. */
function exampleOf(schema: TSchema): unknown {
  if (schema.examples?.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0])
  if (schema.type === 'array') return [exampleOf(schema.items)]
  if (schema.properties)
    return Object.fromEntries(
      Object.entries<TSchema>(schema.properties).map(([name, part]) => [name, exampleOf(part)]),
    )
  return null
}
