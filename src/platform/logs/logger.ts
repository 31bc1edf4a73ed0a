import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import pino from 'pino'

export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

const PRETTY = 'pino-pretty'

/** What a terminal shows of a line in words; all else stands behind them, as JSON in the same line. */
const SAID =
  '{msg}{if method} {method}{end}{if route} {route}{end}{if status} {status}{end}{if ms} {ms} ms{end}{if user} user {user}{end}'

/** Whether a person reads the log, on a terminal: what goes well is said at debug there, but for requests. */
export const isReadable = process.stdout.isTTY === true && canLoad(PRETTY)

/**
 * How the service logs: lines of JSON, or readable text where a person watches a terminal and pino-pretty, a package of
 * development, is there. No line has a header, a body, a query or the values of a row.
 */
export function loggerOf(level: string): LoggerOptions {
  const transport = {
    target: PRETTY,
    options: {
      translateTime: 'SYS:HH:MM:ss.l',
      singleLine: true,
      messageFormat: SAID,
      ignore: 'pid,hostname,method,route,status,ms,user',
    },
  }
  return { level, ...(isReadable ? { transport } : { stream: standardOutput() }) }
}

/** So much waits for a reader that is slow; what comes beyond that is lost, instead of the memory. */
const MOST_WAITING_BYTES = 16_000_000

/** Lines are written together, and all that wait before the process exits. A SIGKILL loses them. */
const standardOutput = () => pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES })

/** The same options, wherever the lines go, with what keeps secrets out of them. */
export const withSerializers = (options: LoggerOptions): LoggerOptions => ({
  ...options,
  serializers: { err: shownError, req: shownRequest },
})

function canLoad(name: string) {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

type ShownError = Record<string, unknown> & { type: string; message: string; stack: string }

/** What pg and Prisma add to an error (detail, parameters, meta) holds values of rows, which no log may keep. */
function shownError(thrown: unknown): ShownError {
  const { name, message, stack, code, statusCode, cause } = isLikeError(thrown) ? thrown : noError(thrown)
  return {
    type: name ?? 'Error',
    message,
    stack: stack ?? '',
    ...(code !== undefined && { code }),
    ...(statusCode !== undefined && { statusCode }),
    ...(isLikeError(cause) && { cause: shownError(cause) }),
  }
}

type LikeError = Pick<Error, 'message' | 'cause'> & Partial<Error> & { code?: string; statusCode?: number }

/** An error, or what pg-boss reports: a copy of its fields. */
const isLikeError = (thrown: unknown): thrown is LikeError =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'

/** What else was thrown; of an object the names of its fields, for their values may be secret. */
const noError = (thrown: unknown): LikeError =>
  new Error(
    typeof thrown === 'object' && thrown !== null
      ? `an object was thrown, with the fields ${Object.keys(thrown).join(', ') || 'none'}`
      : String(thrown),
  )

/** The query may hold a token, so the path stands for it. */
function shownRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'unknown' }
}
