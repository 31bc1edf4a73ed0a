import type { FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify'
import { notAcceptable } from '../errors/problems.ts'
import { preferredType } from './preferred-type.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Types of the answer beside those that its schema has, such as CSV or a page for browsers. */
    alsoAnswers?: string[]
  }
}

/** A request of the API that takes none of the types in which its answer comes is refused before anything is done. */
export function refuseUnknownTypes(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const types = typesOf(route)
    if (!route.url.startsWith('/api/') || types.length === 0) return
    route.onRequest = [refuseOthers(types), route.onRequest ?? []].flat()
  })
}

/** In which types a route answers by its schema; none where that does not say. */
function typesOf({ schema }: RouteOptions): string[] {
  const { 200: ok, 202: accepted } = (schema?.response ?? {}) as Record<
    number,
    { content?: object } | undefined
  >
  const answer = ok ?? accepted
  return answer ? Object.keys(answer.content ?? { 'application/json': {} }) : []
}

const refuseOthers =
  (own: string[]): onRequestHookHandler =>
  ({ headers, routeOptions: { config } }, reply, done) => {
    const types = [...own, ...(config.alsoAnswers ?? [])]
    if (preferredType(headers.accept, types)) return done()
    reply.header('vary', 'accept')
    done(notAcceptable('not_acceptable', `Accept must name ${types.join(' or ')}, or */*`))
  }
