import type { FastifyInstance, RouteOptions } from 'fastify'
import { Closed } from '../../schemas/schemas.ts'

/**
 * Routes that name no query parameters take none: one that is sent all the same is refused, not ignored, because
 * `?dry_run=true` on a change would do it.
 */
export function refuseUnknownParameters(app: FastifyInstance) {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.url.startsWith('/api/') || route.schema?.querystring) return
    route.schema = { ...route.schema, querystring: Closed({}) }
  })
}
