import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { linesTogether } from './lines-together.ts'
import { writeOut } from './standard-output.ts'

export type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/**
 * How the service logs: lines of JSON, or readable text where a person watches a terminal and pino-pretty, a package of
 * development, is there. No line has a header, a body, a query or the values of a row.
 */
export function loggerOf(level: string): LoggerOptions {
  const transport = {
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' },
  }
  const isReadable = process.stdout.isTTY && canLoad(transport.target)
  return { level, ...(isReadable ? { transport } : { stream: standardOutput }) }
}

/** Every line is written before the process exits. */
const standardOutput = linesTogether({ write: writeOut })
process.on('exit', standardOutput.flushSync)

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

interface ShownError {
  [field: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  statusCode?: number
  cause?: ShownError
}

/** What pg and Prisma add to an error (detail, parameters, meta) holds values of rows, which no log may keep. */
function shownError(error: unknown): ShownError {
  const { name, message, stack, code, statusCode, cause } = (
    error instanceof Error ? error : new Error(String(error))
  ) as Error & { code?: string; statusCode?: number }
  return {
    type: name,
    message,
    stack: stack ?? '',
    ...(code !== undefined && { code }),
    ...(statusCode !== undefined && { statusCode }),
    ...(cause instanceof Error && { cause: shownError(cause) }),
  }
}

/** The query may hold a token, so the path stands for it. */
function shownRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'unknown' }
}
