import type pg from 'pg'
import { sqlState, unreachable } from './unavailable.ts'

/** After how long without an answer one asks whether the database is there at all. */
const LATE_MS = 1_000

interface Checkout<T> {
  /** For how long the connection is lent, in milliseconds, waiting for one included. */
  ms: number
  /** Called when there is no connection, or no answer after a second. */
  late?: () => void
  /** Whether the next one may have the connection; otherwise it is destroyed. */
  isKept?: ((result: T) => boolean) | undefined
}

/**
 * Runs `work` on a connection of a pool. Nothing else in the service takes one: pg tells of a lost connection by an
 * event of the client, and while the client is out of its pool nobody else listens. After `ms` milliseconds the
 * connection is destroyed, so that nothing that hangs is waited for. A process that was busy or stopped itself finds its
 * timers past due when it goes on: it reads what has arrived before it gives up.
 * @throws why the connection broke, if it did, else what `work` throws
 */
export async function withConnection<T>(
  pool: pg.Pool,
  { ms, late = () => {}, isKept = () => true }: Checkout<T>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const asked = performance.now()
  const client = await pool.connect().catch((error) => {
    late()
    throw error
  })
  let broken: Error | undefined
  const hear = (error: Error) => {
    broken ??= error
  }
  client.on('error', hear)
  let isOurs = true
  const after = (ms: number, then: () => void) => setTimeout(() => setImmediate(() => isOurs && then()), ms)
  const timers = [
    after(LATE_MS, late),
    after(Math.max(1, ms - (performance.now() - asked)), () => {
      hear(unreachable(new Error(`no answer within ${ms} ms`)))
      destroy(client)
    }),
  ]
  let isFit = false
  try {
    const result = await work(client)
    isFit = isKept(result)
    return result
  } catch (error) {
    isFit = isUnharmed(client, error)
    throw broken ?? error
  } finally {
    isOurs = false
    timers.forEach(clearTimeout)
    client.off('error', hear)
    client.release(broken ?? !isFit)
  }
}

/**
 * A session that is still in a transaction, or may be, is not for the next one. Nor is one that is read-only, because
 * what made it so is read when a session begins.
 */
const isUnharmed = (client: pg.ClientBase, error: unknown) =>
  statusOf(client) === 'I' && sqlState(error) !== '25006'

/** PostgreSQL's own word: I for idle, T in a transaction, E in a failed one. */
const statusOf = (client: pg.ClientBase) =>
  (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus()

/** Without a farewell, for which a server that hangs would be waited for. */
export function destroy(client: pg.ClientBase) {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
