import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type ServerFolder, SUPERUSER } from './server-folder.ts'

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

/** What a running server writes about itself: its process, and the port it listens on. */
interface Postmaster {
  pid: number
  port: number
}

/**
 * How a server is started: `programs` is their folder, `stale` what an earlier server left in postmaster.pid. Its number
 * may belong to any process now.
 */
type Launch = Pick<Server, 'folder' | 'settings'> & { programs: string; port: number; stale?: Postmaster }

/** Less than a stop of the service may take; a server that needs longer ends by itself. */
const SHUTDOWN_MS = 20_000
/** The log grows by a few lines per start; a longer one begins anew. */
const LOG_LIMIT_BYTES = 10_000_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path may have 107 characters, fewer than many a checkout's
  max_connections: '200',
  shared_buffers: '256MB',
  jit: 'off', // compiling costs more than our short statements take
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

const run = promisify(execFile)

/**
 * Starts a server in a session of its own, so that neither Ctrl-C in our terminal nor our death takes it along.
 * PostgreSQL itself refuses a folder that another server holds. It also refuses while any process has the number of
 * a killed server, unless PG_GRANDPARENT_PID, which is how pg_ctl names its own shell, tells it to disregard that one.
 */
export async function launch({ folder, programs, port, settings, stale }: Launch) {
  const { data, logFile, user } = folder
  const all = Object.entries({ ...SETTINGS, ...settings })
  const options = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(logFile, 'a', 0o600)
  try {
    if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate()
    const { size } = await log.stat()
    const child = spawn(join(programs, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...options], {
      uid: user?.uid,
      gid: user?.gid,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }) },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    await once(child, 'spawn')
    return {
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      /** What it wrote into the log. */
      said: async () => (await readFile(logFile)).subarray(size).toString(),
    }
  } finally {
    await log.close()
  }
}

/** Reads postmaster.pid, which outlives a killed server. Undefined when there is none, or it is half written. */
export async function readPostmaster({ data }: ServerFolder): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid && port ? { pid, port } : undefined
}

/** Whether the process is a server of this folder, and not another one that was given the same number since. */
export async function isAlive({ pid }: Postmaster, { data }: ServerFolder): Promise<boolean> {
  const asked =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout)
  const command = await asked.catch(() => '') // there is no such process
  return command.replaceAll('\0', ' ').includes(` -D ${data} `)
}

/** Ends the server and its connections, and waits until it is gone, for it first writes what is in memory. */
export async function shutDown(postmaster: Postmaster, folder: ServerFolder) {
  const deadline = performance.now() + SHUTDOWN_MS
  if (await isAlive(postmaster, folder)) process.kill(postmaster.pid, 'SIGINT')
  while ((await isAlive(postmaster, folder)) && performance.now() < deadline) await delay(10)
}
