import type { FastifySchema, RouteOptions } from 'fastify'
import type { Json } from './models.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: a POST that ignores Idempotency-Key. */
    idempotencyKey?: boolean
  }
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A text of your own, new for each thing that you want done: a request that is sent again with its key changes nothing and gets the first answer, for 24 hours. The key with another request is a 409',
  examples: ['3f6f5a8e-1d0c-4f5e-9c41-6b7a9c0d2e11'],
}

/**
 * The header parameters of a route: those of its schema, in their usual spelling, and those that all of its kind take.
 */
export function headerParameters({ headers }: FastifySchema, { config, method }: RouteOptions) {
  const { properties = {}, ...rest } = (headers ?? {}) as { properties?: Json }
  const own = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [spelled(name), schema]))
  const takesKey = method === 'POST' && config?.permission && config.idempotencyKey !== false
  const all = takesKey ? { 'Idempotency-Key': IDEMPOTENCY_KEY, ...own } : own
  return Object.keys(all).length > 0 ? { type: 'object', ...rest, properties: all } : undefined
}

/** The headers of answers that no route’s schema names. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The id under which the request is logged',
    schema: { type: 'string', format: 'uuid', examples: ['0d5c2f1e-6f5b-4d0c-9a57-3b8f2f4c9e10'] },
  },
  'X-Error-Code': {
    description:
      'What went wrong, as a word that stays the same: see the list in the description of this API',
    schema: { $ref: '#/components/schemas/ErrorCode' },
  },
  'X-Error-Field': {
    description:
      'The field or parameter that the sentence is about, where it is one: `email`, or a path such as `changes[0].type`. Characters that no header takes are percent-encoded',
    schema: { type: 'string', examples: ['company_name'] },
  },
  'Retry-After': {
    description: 'How many seconds to wait before the next try',
    schema: { type: 'integer', examples: [2] },
  },
  'RateLimit-Limit': {
    description: 'How many requests the caller may send in a minute, where the service has such a limit',
    schema: { type: 'integer', examples: [600] },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left',
    schema: { type: 'integer', examples: [0] },
  },
  'RateLimit-Reset': {
    description: 'In how many seconds a new minute begins',
    schema: { type: 'integer', examples: [42] },
  },
}

/** Names the headers of an answer. */
export function nameResponseHeaders(status: string, answer: { headers?: Json }) {
  const names: (keyof typeof RESPONSE_HEADERS)[] = ['X-Request-Id']
  if (status >= '400') names.push('X-Error-Code')
  if (status === '400' || status === '409') names.push('X-Error-Field')
  if (status === '429' || status === '503') names.push('Retry-After')
  if (status === '429') names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  const own = Object.entries(answer.headers ?? {}).map(([name, header]) => [spelled(name), header])
  answer.headers = {
    ...Object.fromEntries(own),
    ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

/** `if-match` → `If-Match` */
const spelled = (name: string) =>
  name === 'etag' ? 'ETag' : name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
