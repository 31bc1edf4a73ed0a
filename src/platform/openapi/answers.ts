import { STATUS_CODES } from 'node:http'
import type { RouteOptions } from 'fastify'
import { nameResponseHeaders } from './headers.ts'
import { type Json, operationsOf } from './models.ts'

/** What an error answer of each status says. */
const TEXTS: Record<string, string> = {
  400: 'A parameter is missing or invalid; the sentence names it',
  401: 'X-User-Id or the token is missing, invalid or expired',
  403: 'The role may not do this, or the object is outside its scope',
  404: 'There is no such object',
  408: 'The body comes too slowly',
  409: 'The key exists already, or the state forbids the change',
  412: 'If-Match names another version than the newest',
  413: 'The body is too large',
  414: 'A part of the path is too long',
  415: 'The body has another content type than this route takes',
  429: 'Too many requests or tries; Retry-After says when to come back',
  431: 'The headers are too large',
  500: 'The service failed; the sentence holds the id under which it is logged',
  503: 'The database or queue does not answer; Retry-After says when to come back',
}

/** The error answers that any route of this kind may give. A route names others in its schema. */
export function errorsOf({ config, url, method }: RouteOptions) {
  const statuses = [400, 431, 500, 503]
  if (config?.access !== 'public') statuses.push(401)
  if (config?.permission || config?.access === 'bearer') statuses.push(403)
  if (url.includes(':')) statuses.push(404, 414)
  if (method !== 'GET') statuses.push(408, 409, 413, 415)
  if (config?.rateLimit !== false) statuses.push(429)
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: 'Problem#', description: TEXTS[status] }]),
  )
}

/** Names the headers of all answers, and makes one component of each error answer that many operations have. */
export function completeAnswers(document: Json): Json {
  const shared: Json = {}
  for (const { responses = {} } of operationsOf(document.paths as Json))
    for (const [status, answer] of Object.entries(responses)) {
      nameResponseHeaders(status, answer)
      if (answer.description === 'Default Response') answer.description = 'Success'
      if (answer.description !== TEXTS[status]) continue
      const name = (STATUS_CODES[status] as string).replaceAll(/\W/g, '')
      shared[name] = answer
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  const components = document.components as Json
  return { ...document, components: { ...components, responses: shared } }
}
