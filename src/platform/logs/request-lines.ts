import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** From when on a request is slow, in milliseconds. */
const SLOW_MS = 1_000

/**
 * One line for each request, when it has been answered: route, user, status, duration and request id. It has neither
 * the path nor the query, which may hold names and tokens. What an outage refuses has its line at debug.
 */
export class RequestLines extends LogController {
  override incomingRequest(request: FastifyRequest) {
    request.log.debug('a request begins')
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { statusCode } = reply
    const { log } = request.server
    const line = {
      reqId: request.id,
      ...lineOf(request),
      status: statusCode,
      ms: rounded(reply.elapsedTime),
    }
    if (error) log.warn({ ...line, err: error }, 'the answer could not be sent')
    else if (isQuiet(request) || (statusCode === 503 && isAway(request))) log.debug(line, 'request')
    else if (line.ms > SLOW_MS && !request.routeOptions.config.waits) log.warn(line, 'slow request')
    else log.info(line, 'request')
  }

  /** A client that hangs up is no error of ours. */
  override streamError(error: Error & { code?: string }, _request: FastifyRequest, reply: FastifyReply) {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') reply.log.debug('the client hung up before the end')
    else reply.log.warn({ err: error }, 'the answer broke off')
  }
}

/** Says whose connection ended before the answer: the client hung up, or was too slow for a stop. */
export function useRequestLines(app: FastifyInstance) {
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info({ ...lineOf(request), status: null }, 'the connection ended before the answer')
    done()
  })
}

/** The route of a request as it was declared: a path that nothing was declared for is `unknown`. */
export const routeOf = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unknown' : (routeOptions?.url ?? 'unknown')

/** What the line of a request says before its end. */
export const lineOf = (request: FastifyRequest) => ({
  method: request.method,
  route: routeOf(request),
  user: request.actor?.id ?? null,
})

const rounded = (ms: number) => Math.round(ms * 10) / 10

const isQuiet = ({ routeOptions: { config } }: FastifyRequest) =>
  config?.isProbe === true || config?.isAsset === true

/** Whether the database is known to be away, which has lines of its own. */
const isAway = ({ server }: FastifyRequest) =>
  server.hasDecorator('db') && server.db.availability.problem() !== undefined
