import { type TSchema, Type } from '@sinclair/typebox'
import { exampleOf } from '../../platform/openapi/example.ts'
import { Nullable, Timestamp } from '../../platform/schemas/schemas.ts'
import { EVENTS } from './event-types.ts'

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

/** The webhooks section of the documentation: what is posted to subscribers, one entry for each kind of event. */
export const eventDocuments = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([type, { summary, data }]) => {
      const schema = payload(type, data)
      return [
        type,
        {
          post: {
            tags: ['webhooks'],
            operationId: operationIdOf(type),
            summary,
            description: 'Signed as Standard Webhooks 1.0 has it; the body is less than 20 kB.',
            parameters,
            requestBody: {
              required: true,
              content: { 'application/json': { schema, example: exampleOf(schema) } },
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

/** `seller.tier_changed` → `onSellerTierChanged` */
const operationIdOf = (type: string) =>
  `on${`.${type}`.replaceAll(/[._](\w)/g, (_, letter) => letter.toUpperCase())}`

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
