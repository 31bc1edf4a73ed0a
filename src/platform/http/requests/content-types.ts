import type { FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify'
import { answerOf } from '../../schemas/schemas.ts'
import { notAcceptable } from '../errors/problems.ts'

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
  const answer = answerOf(schema) ?? answerOf(schema, 202)
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

/**
 * Which of these types an Accept header wants most (RFC 9110, 12.5.1): of those it wants as much the one it names most
 * exactly, or else first; without a header the first. Parameters beside the weight, such as `charset`, say nothing
 * here.
 * @returns undefined when it takes none of them
 */
export function preferredType<const Type extends string>(accept: string | undefined, types: readonly Type[]) {
  const weights = weightsOf(accept)
  if (weights.size === 0) return types[0]
  const places = [...weights.keys()]
  const [best] = types
    .map((type) => {
      const ranges = [type, type.replace(/\/.*/, '/*'), '*/*', '*']
      const breadth = ranges.findIndex((range) => weights.has(range))
      const range = ranges[breadth] ?? ''
      return { type, breadth, weight: weights.get(range) ?? 0, place: places.indexOf(range) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.breadth - b.breadth || a.place - b.place)
  return best?.type
}

/** `br;q=0.5, gzip` → br 0.5, gzip 1. A weight that is no number is above nothing. */
function weightsOf(accepted = ''): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (coding) weights.set(coding, Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1))
  }
  return weights
}
