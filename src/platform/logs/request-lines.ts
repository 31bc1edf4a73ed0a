import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { countRefusals, type Refusals } from './refusals.ts'
import { newStatementLog, type StatementLog, withStatementLog } from './statements.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Machines ask it every few seconds: its line is logged at debug. */
    isProbe?: true
    /** A page loads it by itself, many at once: its line is logged at debug. */
    isAsset?: true
    /** It takes long because it waits for something, so that it is never logged as slow. */
    waits?: true
  }
  interface FastifyRequest {
    /** What the request has asked the database; null before its first hook. */
    statements: StatementLog | null
  }
  interface FastifyInstance {
    refusals: Refusals
  }
}

/** Levels at which the begin of a request is logged. */
const DETAILED: ReadonlySet<string> = new Set(['trace', 'debug'])

/** From when on a request is slow, in milliseconds. */
const SLOW_MS = 1_000

/**
 * One line for each request, when it has been answered: route, user, status, duration, statements and request id. It
 * has neither the path nor the query, which may hold names and tokens.
 */
export class RequestLines extends LogController {
  override incomingRequest(request: FastifyRequest) {
    if (DETAILED.has(request.server.log.level)) request.log.debug('a request begins')
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
    else if (isQuiet(request) || statusCode === 503) log.debug(line, 'request')
    else if (line.ms > SLOW_MS && !request.routeOptions.config.waits)
      log.warn({ ...line, slowest: slowestOf(request) }, 'slow request')
    else log.info(line, 'request')
  }

  /** A client that hangs up is no error of ours. */
  override streamError(error: Error & { code?: string }, _request: FastifyRequest, reply: FastifyReply) {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') reply.log.debug('the client hung up before the end')
    else reply.log.warn({ err: error }, 'the answer broke off')
  }
}

/** Counts the statements of each request, and the requests that are refused. */
export function useRequestLines(app: FastifyInstance) {
  const availability = () => (app.hasDecorator('db') ? app.db.availability : undefined)
  const refusals = countRefusals(app.log, { goesOn: () => availability()?.problem() !== undefined })
  app.decorate('refusals', refusals)
  app.decorateRequest('statements', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.statements = newStatementLog()
    withStatementLog(request.statements, done)
  })
  // The body comes by events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.statements && request.body !== undefined) withStatementLog(request.statements, done)
    else done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    const ms = rounded(performance.now() - (request.statements?.began ?? performance.now()))
    request.log.info(
      { ...lineOf(request), status: null, ms },
      'the client hung up before the end of the answer',
    )
    done()
  })
  app.addHook('onReady', async () => availability()?.onReturn(refusals.end))
  app.addHook('onClose', async () => refusals.end())
}

/** The route of a request as it was declared: a path that nothing was declared for is `unknown`. */
export const routeOf = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unknown' : (routeOptions?.url ?? 'unknown')

/** What the line of a request says before its end. */
export const lineOf = (request: FastifyRequest) => ({
  method: request.method,
  route: routeOf(request),
  user: request.actor?.id ?? null,
  statements: request.statements?.count ?? 0,
})

const rounded = (ms: number) => Math.round(ms * 10) / 10

const isQuiet = ({ routeOptions: { config } }: FastifyRequest) =>
  config?.isProbe === true || config?.isAsset === true

const slowestOf = ({ statements }: FastifyRequest) =>
  [...(statements?.slowest ?? [])]
    .sort((one, other) => other.ms - one.ms)
    .map(({ name, ms }) => ({ statement: name, ms: Math.round(ms) }))
