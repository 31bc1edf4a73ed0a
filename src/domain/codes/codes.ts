import type { FastifyRequest, onRouteHookHandler, preValidationHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { isPlainCode, plainCode } from '../../platform/schemas/codes.ts'
import { type Coded, collisions, storedAmong } from './stored-codes.ts'

/** Where a request names something by its code. */
interface Place {
  part: 'params' | 'query' | 'body'
  field: string
  kind: Coded
}

/**
 * Reads the codes in the path, the query and the fields of the body of every request by the rule for codes, before
 * anything looks for them. One that is stored as it was sent stays so. Pushes read their records themselves.
 */
export const codes = fp(
  async (app) => {
    app.addHook('onRoute', readCodes)
    app.addHook('onReady', async () => {
      for (const sentence of await collisions(app.db)) app.log.warn(sentence)
    })
  },
  { name: 'codes', dependencies: ['database'] },
)

const readCodes: onRouteHookHandler = (route) => {
  const { params, querystring, body } = route.schema ?? {}
  const places = [...placesIn('params', params), ...placesIn('query', querystring), ...placesIn('body', body)]
  if (places.length > 0)
    route.preValidation = [
      reader(places),
      ...[route.preValidation ?? []].flat(),
    ] as typeof route.preValidation
}

interface ObjectSchema {
  properties?: Record<string, { 'x-names'?: Coded }>
  anyOf?: ObjectSchema[]
}

function placesIn(part: Place['part'], schema: unknown): Place[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as ObjectSchema
  const own = Object.entries(properties).flatMap(([field, one]) => {
    const kind = one['x-names'] ?? KIND_OF[field]
    return kind ? [{ part, field, kind }] : []
  })
  return [...own, ...anyOf.flatMap((branch) => placesIn(part, branch))]
}

const KIND_OF: Record<string, Coded> = {
  seller_code: 'seller',
  seller_codes: 'seller',
  campaign_code: 'campaign',
}

const reader =
  (places: Place[]): preValidationHookHandler =>
  (request, _reply, done) => {
    const odd = places.filter((place) => textsAt(request, place).some((text) => !isPlainCode(text)))
    if (odd.length === 0) return done()
    rewrite(request, odd).then(() => done(), done)
  }

/** The part of the request that has the field, if it can have any. */
function holderOf(request: FastifyRequest, { part }: Place): Record<string, unknown> {
  const value = request[part]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textsAt(request: FastifyRequest, place: Place): string[] {
  const value = holderOf(request, place)[place.field]
  return [value].flat().flatMap((one) => (typeof one === 'string' ? partsOf(one, place) : []))
}

/** A query may have a list as one text with commas. */
const partsOf = (text: string, { part, field }: Place) =>
  part === 'query' && field.endsWith('s') ? text.split(',') : [text]

async function rewrite(request: FastifyRequest, places: Place[]) {
  for (const place of places) {
    const odd = textsAt(request, place).filter((text) => !isPlainCode(text))
    const stored = await storedAmong(request.server.db, place.kind, odd)
    const read = (value: unknown) =>
      typeof value === 'string'
        ? partsOf(value, place)
            .map((text) => (stored.has(text) ? text : plainCode(text)))
            .join(',')
        : value
    const holder = holderOf(request, place)
    const value = holder[place.field]
    holder[place.field] = Array.isArray(value) ? value.map(read) : read(value)
  }
}
