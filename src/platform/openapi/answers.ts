import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify'
import { codeOfStatus, GENERAL_CODES } from '../http/errors/error-codes.ts'
import { ByQuery, Problem } from '../schemas/schemas.ts'
import { type Json, operationsOf } from './models.ts'

const { STATUS_CODES } = process.getBuiltinModule('node:http') // an import would load its WebSocket, and so undici

/** What an error answer says where its status has more than one code. */
const TEXTS: Partial<Record<string, string>> = {
  400: 'A parameter is missing or invalid; the sentence names it',
  406: 'Accept names no type in which the answer comes; the sentence names them',
  408: 'The body comes too slowly',
  409: 'The key exists already, or the state forbids the change',
  415: 'The body has another content type or encoding than this route takes',
  429: 'Too many requests or tries; Retry-After says when to come back',
}

const textOf = (status: number | string) => TEXTS[status] ?? GENERAL_CODES[codeOfStatus(Number(status))]

/** What only demo mode refuses where no role is asked for. */
const FOREIGN_HOST = 'Demo mode answers to the names of its own machine and to ALLOWED_HOSTS only'

/** What a 409 says where only a name can be the cause. */
const TWO_OF_A_NAME = 'A name is the code of one record and the id of another: ?by= says which is meant'

/** Whether records are named by code or id (ByQuery). */
const takesNames = (schema: RouteOptions['schema']) =>
  (schema?.querystring as { properties?: { by?: unknown } } | undefined)?.properties?.by === ByQuery.by

/** The error answers that any route of this kind may give. A route names others in its schema. */
export function errorsOf({ config, url, method, schema }: RouteOptions) {
  const statuses = [400, 403, 406, 500, 503]
  const asksRole = config?.permission || config?.access === 'bearer'
  if (config?.access !== 'public') statuses.push(401)
  if (url.includes(':')) statuses.push(404, 414)
  if (method !== 'GET') statuses.push(408, 413, 415)
  if (method !== 'GET' && config?.permission && canConflict(config, method)) statuses.push(409)
  if (config?.rateLimit !== false) statuses.push(429)
  const isNamed = !statuses.includes(409) && takesNames(schema)
  if (isNamed) statuses.push(409)
  const texts: typeof TEXTS = {
    ...(!asksRole && { 403: FOREIGN_HOST }),
    ...(isNamed && { 409: TWO_OF_A_NAME }),
  }
  return Object.fromEntries(
    statuses.sort().map((status) => [status, Problem(texts[status] ?? textOf(status))]),
  )
}

const ANSWER_TAG = {
  etag: {
    type: 'string',
    description:
      'The version of the answer, in quotes, for If-None-Match. A CSV of more than 2,000 rows has none',
    examples: ['"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"'],
  },
}

/** The answers of a route whose answer has a tag; a record says itself what its tag is. */
export function withAnswerTag(response: object | undefined) {
  const ok = (response as Record<number, { headers?: { etag?: object } }>)[200]
  const headers = ok?.headers?.etag ? ok.headers : ANSWER_TAG
  return {
    ...response,
    200: { ...ok, headers },
    304: { type: 'null', description: 'If-None-Match names the answer as it still is', headers },
  }
}

/** Any Idempotency-Key can have been used before. */
const canConflict = ({ conflicts, idempotencyKey }: FastifyContextConfig, method: RouteOptions['method']) =>
  conflicts !== false && !(method === 'POST' && idempotencyKey === false)

/** Names the headers of all answers, and makes one component of each error answer that many operations have. */
export function completeAnswers(document: Json): Json {
  const shared: Json = {}
  for (const { responses = {} } of operationsOf(document.paths as Json))
    for (const [status, answer] of Object.entries(responses)) {
      nameResponseHeaders(status, answer)
      if (answer.description === 'Default Response') answer.description = 'Success'
      if (answer.description !== textOf(status)) continue
      const name = (STATUS_CODES[status] as string).replaceAll(/\W/g, '')
      shared[name] = answer
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  const components = document.components as Json
  return { ...document, components: { ...components, responses: shared } }
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A text of your own, new for each thing that you want done: a request that is sent again with its key changes nothing and gets the first answer, for 24 hours. The key with another request is a 409',
  examples: ['3f6f5a8e-1d0c-4f5e-9c41-6b7a9c0d2e11'],
}

/** The header parameters of a route: those of its schema, in their usual spelling, and those that all its kind take. */
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

function nameResponseHeaders(status: string, answer: { headers?: Json }) {
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
