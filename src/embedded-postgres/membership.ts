import pg from 'pg'
import { SUPERUSER } from './cluster.ts'
import type { Postmaster } from './postmaster.ts'
import type { ServerFolder } from './server-folder.ts'

/**
 * Who uses a server is written nowhere but in the server itself: each process holds this lock, shared, in a session
 * of its own, and PostgreSQL lets go of it when the process dies, however it dies. Whoever gets the lock alone is the
 * last one and may shut the server down; whoever comes meanwhile doesn't get it and waits for the next server.
 */
const MEMBERS = 5_051_970

/** A server that takes longer to answer what costs it nothing hangs. */
const ANSWER_MS = 5_000
/** For what copies files, as a new database does. */
const WORK_MS = 60_000

export interface Member {
  postmaster: Postmaster
  session: pg.Client
}

/**
 * Joins the server that postmaster.pid speaks of. Undefined when it doesn't answer (yet), is about to be shut down,
 * or is another folder's (a copied checkout brings the postmaster.pid of the original).
 */
export async function joinServer(
  postmaster: Postmaster,
  folder: ServerFolder,
  password: string,
): Promise<Member | undefined> {
  const session = new pg.Client({
    ...{ host: '127.0.0.1', port: postmaster.port, user: SUPERUSER, password, database: 'postgres' },
    ...{ connectionTimeoutMillis: ANSWER_MS, query_timeout: WORK_MS },
    application_name: 'seller-operating-score: member',
  })
  session.on('error', () => {}) // a lost connection also ends the session, and that event is listened to
  try {
    await session.connect()
    const { rows } = await ask(
      session,
      `select current_setting('data_directory') = $1 as ours, pg_try_advisory_lock_shared($2) as joined`,
      [folder.data, MEMBERS],
    )
    if (rows[0].ours && rows[0].joined) return { postmaster, session }
  } catch {
    // Refused, starting up, shutting down, hanging: the caller looks again.
  }
  await endSession(session)
  return undefined
}

/**
 * Whether nobody else is there. If so, nobody can come either until the session ends.
 * @throws Error when the server is gone or hangs
 */
export async function isLast({ session }: Member): Promise<boolean> {
  await ask(session, 'select pg_advisory_unlock_shared($1)', [MEMBERS])
  const { rows } = await ask(session, 'select pg_try_advisory_lock($1) as last', [MEMBERS])
  return rows[0].last
}

/** Ends a session. A server that hangs does not close its side: then the connection is cut off. */
export async function endSession(session: pg.Client) {
  const cut = setTimeout(() => session.connection.stream.destroy(), ANSWER_MS)
  await session.end().catch(() => {})
  clearTimeout(cut)
}

function ask(session: pg.Client, text: string, values: unknown[]) {
  const query = { text, values, query_timeout: ANSWER_MS }
  return session.query(query)
}
