import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'

/**
 * Answers what is read of a stored log.
 * @throws 503 where a hash that it needs is missing, or a head is none: the tables were changed from outside
 */
export function ofWholeLog<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw serviceUnavailable(
      'log_damaged',
      `The stored log is not whole, so it was changed from outside: ${error.message}. The nightly check names all of it.`,
    )
  }
}
