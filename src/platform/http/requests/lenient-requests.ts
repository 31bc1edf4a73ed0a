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
    if (route.url.startsWith('/api/')) route.schema = { querystring: Closed({}), ...route.schema }
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

/** @throws 400 when the body names another record than the path */
function requireSameId({ body, params }: FastifyRequest) {
  const named = (body as { id?: unknown } | null | undefined)?.id
  const { id } = params as { id?: string }
  if (named !== undefined && named !== null && String(named) !== String(id))
    throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
}
