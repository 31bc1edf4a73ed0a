import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ignoredBy, readObject, readQuery } from '../../schemas/lenient.ts'
import { Closed } from '../../schemas/schemas.ts'
import { badRequest } from '../errors/problems.ts'

/**
 * Reads the body and the query of each request as its schemas ask for them, before they are checked (see
 * `readObject`). The check afterwards is as strict as ever, and routes that name no query parameters take none.
 */
export function readLeniently(app: FastifyInstance) {
  app.addHook('onRoute', (route: RouteOptions) => {
    // Parameters are refused where none is known, not ignored: `?dry_run=true` on a change would do it.
    if (route.url.startsWith('/api/')) route.schema = { querystring: NO_QUERY, ...route.schema }
    const { body, querystring } = route.schema ?? {}
    const namesRecord = route.url.includes('/:id') && ignoredBy(body).includes('id')
    const read = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
      if (namesRecord) requireSameId(request)
      if (body) request.body = readObject(body, request.body)
      if (querystring) request.query = readQuery(querystring, request.query as Record<string, unknown>)
      done()
    }
    if (body || querystring) route.preValidation = [read, ...[route.preValidation ?? []].flat()]
  })
}

const NO_QUERY = Closed({})

/** @throws 400 when the body names another record than the path */
function requireSameId({ body, params }: FastifyRequest) {
  const named = (body as { id?: unknown } | null | undefined)?.id
  const { id } = params as { id?: string }
  if (named !== undefined && named !== null && String(named) !== String(id))
    throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
}

/** Other names under which fields of a body are taken: documented name → other names. */
export type Aliases = Record<string, readonly string[]>

/**
 * Reads the fields of a body under their documented names. For `preValidation` of a route.
 * @throws 400 when a field is sent under two names with different values
 */
export const readAliases = (schema: TSchema, aliases: Aliases) => async (request: FastifyRequest) => {
  request.body = withDocumentedNames(schema, aliases, request.body)
}

/** The body with the documented name of each field, read as its schema asks for. @throws as `readAliases` does */
export function withDocumentedNames(schema: TSchema, aliases: Aliases, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const renamed: Record<string, unknown> = { ...body }
  const read = (name: string, value: unknown) =>
    (readObject(schema, { [name]: value }) as Record<string, unknown>)[name]
  for (const [name, others] of Object.entries(aliases)) {
    const sent = [name, ...others]
      .filter((field) => Object.hasOwn(renamed, field))
      .map((field) => ({ field, value: read(name, renamed[field]) }))
      .filter(({ value }) => value !== undefined)
    const [first = sent[0], ...more] = sent.filter(({ value }) => value !== null)
    for (const { field, value } of more)
      if (!isDeepStrictEqual(value, first?.value))
        throw badRequest(
          'ambiguous_request',
          `${first?.field} and ${field} are the same field and have different values: send ${name} alone`,
        )
    for (const other of others) delete renamed[other]
    if (first) renamed[name] = first.value
  }
  return renamed
}
