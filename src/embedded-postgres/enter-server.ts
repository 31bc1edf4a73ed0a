import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SUPERUSER } from './cluster.ts'
import { isAlive, launch, type Postmaster, readPostmaster } from './server.ts'
import type { ServerFolder } from './server-folder.ts'

/**
 * Who uses a server is written nowhere but in the server itself: each process holds this lock, shared, in a session
 * of its own, and PostgreSQL lets go of it when the process dies, however it dies. Whoever gets the lock alone is the
 * last one and may shut the server down; whoever comes meanwhile doesn't get it and waits for the next server.
 */
const MEMBERS = 5_051_970
/** A server that takes longer to answer what costs it nothing hangs. */
const ANSWER_MS = 5_000
/** A server that recovers from a crash reads its log first. */
const PATIENCE_MS = 120_000
/** Below those that outgoing connections are given. */
const PORTS = [15_000, 32_000] as const
const ATTEMPTS = 10
const LONGEST_PAUSE_MS = 500

interface Server {
  folder: ServerFolder
  password: string
  settings: Record<string, string>
  /** Finds the folder of the programs, copying them where need be. */
  programs(): Promise<string>
}

/**
 * Joins the server of a folder, and starts one whenever there is none. Any number of processes may do this at once:
 * PostgreSQL lets one server have the folder, and those whose own server lost find the winner in the next turn.
 * Whose port is taken tries another one. A killed server's children are gone when they have
 * done the statement they are at.
 */
export async function enterServer({ folder, password, settings, programs }: Server) {
  const deadline = performance.now() + PATIENCE_MS
  let attempts = 0
  let last: Awaited<ReturnType<typeof launch>> | undefined
  while (performance.now() < deadline) {
    const stale = await readPostmaster(folder)
    const session = stale && (await joinServer(stale, folder, password))
    if (session) return { session, postmaster: stale }
    const isComing = (stale && (await isAlive(stale, folder))) || (last && !last.hasEnded())
    if (!isComing) {
      const said = attempts < ATTEMPTS ? '' : await last?.said()
      if (said && !said.includes('pre-existing shared memory block')) throw new Error(said)
      last = await launch({ folder, programs: await programs(), port: randomInt(...PORTS), settings, stale })
      attempts += 1
    }
    await delay(Math.min(20 * Math.max(attempts, 1), LONGEST_PAUSE_MS))
  }
  throw new Error(`no answer for ${PATIENCE_MS / 1000} s; see ${folder.logFile}`)
}

/**
 * Joins the server that postmaster.pid speaks of. Undefined when it doesn't answer (yet), is about to be shut down,
 * or is another folder's (a copied checkout brings the postmaster.pid of the original).
 */
async function joinServer({ port }: Postmaster, folder: ServerFolder, password: string) {
  const session = new pg.Client({
    ...{ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' },
    ...{ connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
    application_name: 'seller-operating-score: member',
  })
  session.on('error', () => {}) // a lost connection also ends the session, and that event is listened to
  try {
    await session.connect()
    const { rows } = await session.query(
      `select current_setting('data_directory') = $1 as ours, pg_try_advisory_lock_shared($2) as joined`,
      [folder.data, MEMBERS],
    )
    if (rows[0].ours && rows[0].joined) return session
  } catch {
    // Refused, starting up, shutting down, hanging: the caller looks again.
  }
  cut(session)
  return undefined
}

/** Leaves a server, after `end` where nobody else is there; nobody can come meanwhile. One that hangs is left alone. */
export async function leave(session: pg.Client, end: () => Promise<void>) {
  const sql = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last'
  const answer = await session.query(sql, [MEMBERS]).catch(() => undefined)
  if (answer?.rows[0].last) await end()
  cut(session)
}

/** Without a farewell, for which a server that hangs would be waited for. */
const cut = (session: pg.Client) => session.connection.stream.destroy()
