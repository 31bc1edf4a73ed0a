import type { FastifyRequest } from 'fastify'

/** An error that names the field it is about. */
export interface FieldError {
  errorField?: string
}

const LONGEST = 200
const NOT_IN_HEADERS = /[^\x21-\x7e]/gu

/**
 * The field that a 400 or 409 is about, as X-Error-Field has it: what the check of the request named, else the field that the
 * sentence begins with; undefined where it begins with none of the request's.
 */
export function errorField({ errorField: named }: FieldError, sentence: string, request: FastifyRequest) {
  const field = named ?? firstKnown(sentence, request)
  return field?.slice(0, LONGEST).toWellFormed().replaceAll(NOT_IN_HEADERS, encodeURIComponent)
}

function firstKnown(sentence: string, { routeOptions }: FastifyRequest): string | undefined {
  const [path = ''] = sentence.split(/[ ,:]/, 1)
  const [name = ''] = path.split(/[.[]/, 1)
  const { body, querystring, params } = (routeOptions?.schema ?? {}) as Record<string, unknown>
  return [body, querystring, params].some((schema) => isFieldOf(schema, name)) ? path : undefined
}

/** Whether a schema, or one of those that it chooses from, has a field of that name. */
function isFieldOf(schema: unknown, name: string): boolean {
  const { properties, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] }
  return Object.hasOwn(properties ?? {}, name) || anyOf.some((one) => isFieldOf(one, name))
}
