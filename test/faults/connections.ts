import { setTimeout as delay } from 'node:timers/promises'
import type { OwnServer } from './own-server.ts'

/** The most connections that a process may have under each name: its pools, and one that listens. */
const MOST: Record<string, number> = {
  'seller-operating-score': 12,
  'seller-operating-score jobs': 5,
}
const LOOK_MS = 400

export type Counts = Record<string, number>
export type Watch = ReturnType<typeof watchConnections>

/** The service's connections, counted by name. */
export const countConnections = async (server: OwnServer): Promise<Counts> =>
  counted((await connectionsOf(server)).map(({ name }) => name))

/** What the transactions did last that wait for more than a second for what comes next. */
export async function openTransactions(server: OwnServer): Promise<string[]> {
  const rows = await server.query<{ query: string }>(
    `select regexp_replace(left(query, 90), '\\s+', ' ', 'g') as query from pg_stat_activity
     where usename = 'sos' and state like 'idle in transaction%' and state_change < now() - interval '1 second'`,
  )
  return rows.map(({ query }) => `a transaction is open after: ${query}`)
}

/** What is beyond the most, in words. */
export const beyondMost = (counts: Counts): string[] =>
  Object.entries(counts)
    .filter(([name, count]) => count > (MOST[name] ?? 0))
    .map(([name, count]) => `${count} connections named "${name}", where ${MOST[name] ?? 0} are the most`)

/**
 * Counts the connections for as long as it runs, and keeps the most of each name. A connection that its client has
 * left, or whose backend is being ended, is still listed for a moment: so only those count that are there in three
 * looks in a row.
 */
export function watchConnections(server: OwnServer) {
  const most: Counts = {}
  const stopping = new AbortController()

  async function watch() {
    let earlier: Set<number>[] = []
    while (!stopping.signal.aborted) {
      const now = await connectionsOf(server).catch(() => [])
      const lasting = now.filter(({ pid }) => earlier.length === 2 && earlier.every((pids) => pids.has(pid)))
      for (const [name, count] of Object.entries(counted(lasting.map(({ name }) => name))))
        most[name] = Math.max(most[name] ?? 0, count)
      earlier = [...earlier, new Set(now.map(({ pid }) => pid))].slice(-2)
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const watching = watch()

  return {
    most,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

const connectionsOf = (server: OwnServer) =>
  server.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity where usename = 'sos'`,
  )

const counted = (names: string[]): Counts =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
