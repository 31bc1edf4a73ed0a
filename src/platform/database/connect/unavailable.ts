/** How pg says what went wrong, and the two ways in which Prisma carries it. */
interface Carried {
  code?: string
  cause?: { originalCode?: string }
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
}

/** The five characters by which PostgreSQL names an error, whichever library carries it. */
export function sqlState(error: unknown): string | undefined {
  const { code, cause, meta } = (error ?? {}) as Carried
  const state = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? code
  return state && /^[0-9A-Z]{5}$/.test(state) && !/^P[12]/.test(state) ? state : undefined
}

/** Why the database did not do what a request asked for, though the request was right. It may be sent again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  statusCode = 503
}

const saying = (sentence: string) => (cause?: unknown) => new DatabaseUnavailable(sentence, { cause })

export const unreachable = saying("The database can't be reached; try again in a few seconds.")
const busy = saying('All connections to the database are in use; try again in a few seconds.')
const tooSlow = saying('The database took too long over this request; try again, or ask for less.')
const locked = saying('Another change holds what this request needs; try again in a few seconds.')
export const readOnly = saying(
  'The database is read-only at the moment and takes no changes; try again later.',
)
const full = saying('The disk of the database is full and takes no changes; try again later.')
/** The server does not do its work, whatever it is asked: a file that is gone or can't be read, a damaged index. */
export const faulty = saying('The database has a fault and could not do this; try again later.')

/** Faults of the server itself, by SQLSTATE: too little of something, the system, the configuration, internal ones. */
const FAULT = /^(53|58|F0|XX)/

/** Whether an error is a fault of the database server: it would do no better by another request. */
export const isFault = (error: unknown) => FAULT.test(sqlState(error) ?? '')

const CONNECTION_LOST =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|P1001|P1002|P1008|P1017|P2028)$/
const CONNECTION_TEXTS =
  /Connection terminated|Query read timeout|connection error and is not queryable|was closed and is not queryable|the database system is|not currently accepting connections|Cannot use a pool after/i
const POOL_TIMEOUT = /timeout exceeded when trying to connect/

/** Whether an error says that the server is away or has a fault, and nothing of what it was asked. */
export const isOfServer = (error: unknown) => isFault(error) || isLost(error)

/** Reads an error of pg or Prisma as what it says of the database; undefined where it says something of the request. */
export function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  const { code, message = '', statusCode } = (error ?? {}) as Partial<DatabaseUnavailable> & { code?: string }
  if (statusCode) return undefined // it is ours, and its sentence may quote what the caller has sent
  const state = sqlState(error)
  if (state === '57014' || state === '25P04') return tooSlow(error)
  if (state === '55P03') return locked(error)
  if (state === '25006') return readOnly(error)
  if (state === '53100') return full(error)
  if (POOL_TIMEOUT.test(message) || code === 'P2024') return busy(error)
  if (isLost(error)) return unreachable(error)
  return isFault(error) ? faulty(error) : undefined
}

function isLost(error: unknown) {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    CONNECTION_LOST.test(String(code)) ||
    CONNECTION_TEXTS.test(message) ||
    /^(08|57P|53|25P03)/.test(sqlState(error) ?? '')
  )
}
