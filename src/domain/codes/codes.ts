import type { FastifyRequest, onRouteHookHandler, preValidationHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { plainCode } from '../../platform/schemas/codes.ts'

/** Where a request names something by its code. */
interface Place {
  part: 'params' | 'query' | 'body'
  field: string
}

/**
 * Reads the codes in the path, the query and the fields of the body of every request by the rule for codes, before
 * anything looks for them. Pushes read their records themselves.
 */
export const codes = fp(async (app) => void app.addHook('onRoute', readCodes), { name: 'codes' })

const readCodes: onRouteHookHandler = (route) => {
  const { params, querystring, body } = route.schema ?? {}
  const places = [...placesIn('params', params), ...placesIn('query', querystring), ...placesIn('body', body)]
  if (places.length === 0) return
  const read: preValidationHookHandler = (request, _reply, done) => {
    for (const place of places) rewrite(request, place)
    done()
  }
  route.preValidation = [read, ...[route.preValidation ?? []].flat()] as typeof route.preValidation
}

interface ObjectSchema {
  properties?: Record<string, { 'x-names'?: string }>
  anyOf?: ObjectSchema[]
}

const NAMES_BY_CODE = ['seller_code', 'seller_codes', 'campaign_code', 'warehouses']

function placesIn(part: Place['part'], schema: unknown): Place[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as ObjectSchema
  const own = Object.entries(properties).flatMap(([field, one]) =>
    'x-names' in one || NAMES_BY_CODE.includes(field) ? [{ part, field }] : [],
  )
  return [...own, ...anyOf.flatMap((branch) => placesIn(part, branch))]
}

function rewrite(request: FastifyRequest, { part, field }: Place) {
  const holder = request[part] as Record<string, unknown> | null | undefined
  const value = typeof holder === 'object' && holder?.[field]
  if (!holder || !value) return
  const read = (one: unknown) => (typeof one === 'string' ? plainCode(one) : one)
  holder[field] = Array.isArray(value) ? value.map(read) : read(value)
}
