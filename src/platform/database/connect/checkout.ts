import type pg from 'pg'
import { unreachable } from './unavailable.ts'

/** After how long without an answer one asks whether the database is there at all. */
const LATE_MS = 1_000

/** A connection that is ours until it is given back. */
export type CheckedOut = Awaited<ReturnType<typeof checkOut>>

/**
 * Takes a connection from a pool. Nothing else in the service does: pg tells of a lost connection by an event of the
 * client, and while the client is out of its pool nobody else listens. After `ms` milliseconds, waiting for a
 * connection included, the connection is destroyed, so that nothing that hangs is waited for. `late` is called when
 * there is no answer after a second. A process that was busy or stopped itself finds its timers past due when it goes
 * on: it reads what has arrived before it gives up.
 */
export async function checkOut(pool: pg.Pool, { ms, late = () => {} }: { ms: number; late?: () => void }) {
  const asked = performance.now()
  const client = await pool.connect()
  let broken: Error | undefined
  const hear = (error: Error) => {
    broken ??= error
  }
  client.on('error', hear)
  const left = Math.max(1, ms - (performance.now() - asked))
  let isOurs = true
  const after = (ms: number, then: () => void) => setTimeout(() => setImmediate(() => isOurs && then()), ms)
  const timers = [
    after(LATE_MS, late),
    after(left, () => {
      broken ??= unreachable(new Error(`no answer within ${ms} ms`))
      destroy(client)
    }),
  ]
  return {
    client,
    /** Why the connection broke, if it did: it is then destroyed, and nothing on it has an answer. */
    broken: () => broken,
    /** Gives the connection back to its pool, or destroys it where it broke or is unusable. */
    giveBack(unusable = false) {
      isOurs = false
      timers.forEach(clearTimeout)
      client.off('error', hear)
      client.release(broken ?? unusable)
    },
  }
}

/** Without a farewell, for which a server that hangs would be waited for. */
export function destroy(client: pg.ClientBase) {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
