import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import pg from 'pg'
import { findBinaries, runnableBinaries } from '../../src/embedded-postgres/binaries.ts'
import { isAlive, launch, readPostmaster } from '../../src/embedded-postgres/enter-server.ts'
import { createCluster, findServerFolder } from '../../src/embedded-postgres/server-folder.ts'
import { throwAwayFolder } from '../embedded-postgres/throw-away.ts'
import { sure } from './polling.ts'
import { childrenOf, signalAll } from './processes.ts'

interface Test {
  teardown(work: () => unknown): unknown
}

/** Where root puts a copy of the programs when PostgreSQL's user can't reach them. */
export const SHARED_FOLDER = '/var/lib/seller-operating-score'

/**
 * Nothing is left to the disk, but what is committed is written before it is acknowledged: it must survive a stop of
 * the server. Few connections, so that a service that multiplies its own soon finds none left. Shared memory lies in
 * the folder, and goes with it.
 */
export const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '60',
  shared_buffers: '64MB',
  dynamic_shared_memory_type: 'mmap',
}
const PATIENCE_MS = 240_000

/** In which folder its data is, the roomiest one unless said otherwise, and settings beside those that all have. */
interface Where {
  parent?: string
  more?: Record<string, string>
  programs?: string
}

export type OwnServer = Awaited<ReturnType<typeof ownServer>>

/**
 * A PostgreSQL server of the test's own on a port that stays the same, with the database `sos` of the role `sos`: to
 * a service that knows it by its DATABASE_URL a plain server somewhere, to the test one that it can hurt. It is gone
 * after the test. `programs` is the folder of another installation: its `bin` holds initdb and postgres.
 */
export async function ownServer(t: Test, { parent, more = {}, programs: given }: Where = {}) {
  const settings = { ...SETTINGS, ...more }
  const folder = await findServerFolder(await throwAwayFolder(t, parent), SHARED_FOLDER)
  const programs = given ?? (await runnableBinaries(await findBinaries(), folder.user, SHARED_FOLDER))
  await createCluster(folder, programs, settings, given ? [] : undefined)
  const password = await readFile(folder.passwordFile, 'utf8')
  const port = await quietPort()
  const superuser = { host: '127.0.0.1', port, user: 'postgres', password }

  /** Runs a statement as the superuser on a connection of its own, which dies with the server and nothing else. */
  async function query<Row = Record<string, unknown>>(
    text: string,
    values: unknown[] = [],
    database = 'sos',
  ): Promise<Row[]> {
    const client = new pg.Client({
      ...{ ...superuser, database, application_name: 'faults' },
      ...{ connectionTimeoutMillis: 30_000, query_timeout: 240_000 },
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, values)).rows as Row[]
    } finally {
      client.end().catch(() => {})
    }
  }

  async function start() {
    const stale = await readPostmaster(folder)
    await launch({ folder, programs, port, settings, stale })
    await sure('The start of the server', PATIENCE_MS, () =>
      query('select', [], 'postgres').then(
        () => true,
        () => false,
      ),
    )
  }

  /** The server process and all that it has started. */
  async function family(): Promise<number[]> {
    const postmaster = await readPostmaster(folder)
    if (!postmaster || !(await isAlive(postmaster, folder))) return []
    return [postmaster.pid, ...(await childrenOf(postmaster.pid))]
  }

  /** Ends the server as `pg_ctl stop -m immediate` does: connections break, nothing is written any more. */
  async function stop() {
    const [postmaster] = await family()
    if (!postmaster) return
    signalAll([postmaster], 'SIGQUIT')
    await sure('The end of the server', PATIENCE_MS, async () => (await family()).length === 0)
  }

  /** Lets the server hang: connections stay open and nobody answers. First the one who would start more of them. */
  async function freeze() {
    const stopped = new Set<number>()
    for (;;) {
      const fresh = (await family()).filter((pid) => !stopped.has(pid))
      if (fresh.length === 0) return
      signalAll(fresh, 'SIGSTOP')
      for (const pid of fresh) stopped.add(pid)
    }
  }

  const thaw = async () => signalAll((await family()).reverse(), 'SIGCONT')

  await start()
  t.teardown(async () => {
    await thaw()
    await stop()
  })
  await query(`create role sos login password 'sos'`, [], 'postgres')
  await query('create database sos owner sos', [], 'postgres')

  return {
    port,
    /** That of the superuser. */
    password,
    /** Who it runs as, where that is not who runs the test. */
    user: folder.user,
    /** The connection string of a role; `sos` owns the database, and every other. */
    urlOf: (role = 'sos', database = 'sos') => `postgres://${role}:sos@127.0.0.1:${port}/${database}`,
    query,
    start,
    stop,
    freeze,
    thaw,
    /** Ends a backend of the service, chosen at random. */
    terminateOne: () => {
      return query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'sos' order by random() limit 1`,
      )
    },
    /** Gives all sessions a setting, from their next transaction on; null takes it back. */
    async set(name: string, value: string | null) {
      await query(value === null ? `alter system reset ${name}` : `alter system set ${name} = ${value}`)
      await query('select pg_reload_conf()')
    },
  }
}

/** A free port from below those that outgoing connections are given, so that it stays free while nobody listens. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
