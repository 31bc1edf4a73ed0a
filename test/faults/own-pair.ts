import { execFile } from 'node:child_process'
import { chmod, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries, runnableBinaries } from '../../src/embedded-postgres/binaries.ts'
import { createCluster } from '../../src/embedded-postgres/cluster.ts'
import { launch } from '../../src/embedded-postgres/launch.ts'
import { isAlive, readPostmaster, shutDown } from '../../src/embedded-postgres/postmaster.ts'
import { findServerFolder, type ServerFolder } from '../../src/embedded-postgres/server-folder.ts'
import { throwAwayFolder } from '../embedded-postgres/throw-away.ts'
import { quietPort, SETTINGS, SHARED_FOLDER } from './own-server.ts'
import { sure } from './polling.ts'
import { childrenOf, signalAll } from './processes.ts'

type Test = Parameters<typeof throwAwayFolder>[0]

const run = promisify(execFile)

const PATIENCE_MS = 240_000

/**
 * A primary and a hot standby that follows it, with the database `sos` of the role `sos`. A synchronous standby has all
 * that the primary acknowledges. Both are gone after the test. `programs` is the folder of another installation.
 */
export async function ownPair(
  t: Test,
  { isSynchronous = true, programs: given }: { isSynchronous?: boolean; programs?: string | undefined } = {},
) {
  const folder = await findServerFolder(await throwAwayFolder(t), SHARED_FOLDER)
  const programs = given ?? (await runnableBinaries(await findBinaries(), folder.user, SHARED_FOLDER))
  await createCluster(folder, programs, SETTINGS, given ? [] : undefined)
  const password = await readFile(folder.passwordFile, 'utf8')
  const primary = nodeOf(t, folder, programs, await quietPort(), password)

  await primary.start({})
  await primary.query(`create role sos login password 'sos'`, 'postgres')
  await primary.query('create database sos owner sos', 'postgres')
  await primary.shutDown()
  const other = await findServerFolder(await throwAwayFolder(t), SHARED_FOLDER)
  await cp(folder.root, other.root, { recursive: true, preserveTimestamps: true })
  await ownedAlike(folder, other)
  await writeFile(join(other.data, 'standby.signal'), '')

  const standby = nodeOf(t, other, programs, await quietPort(), password)
  await primary.start(isSynchronous ? { synchronous_standby_names: 'standby' } : {})
  const conninfoOf = ({ port }: { port: number }) =>
    `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`
  const startStandby = () => standby.start({ primary_conninfo: conninfoOf(primary) })
  await startStandby()
  const follows = `select from pg_stat_replication where sync_state = '${isSynchronous ? 'sync' : 'async'}'`
  await sure('A standby that follows', PATIENCE_MS, async () => (await primary.query(follows)).length > 0)
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`)
  return {
    primary,
    standby,
    /** Both, of which one takes changes. */
    url: `postgres://sos:sos@${hosts.join(',')}/sos?target_session_attrs=read-write`,
    /** Makes the standby the primary. */
    promote: () => standby.query('select pg_promote()', 'postgres'),
    startStandby,
    /** Starts the primary of before as a standby that waits to be told whom it follows. */
    async demote() {
      await writeFile(join(folder.data, 'standby.signal'), '')
      await primary.start({})
    },
    /** Lets the demoted one follow the promoted one. */
    async follow() {
      await primary.query(`alter system set primary_conninfo = '${conninfoOf(standby)}'`, 'postgres')
      await primary.query('select pg_reload_conf()', 'postgres')
    },
  }
}

/** A copy by root belongs to root, and PostgreSQL runs as the owner of its data. */
async function ownedAlike({ user }: ServerFolder, { root, data }: ServerFolder) {
  if (!user) return
  await chmod(root, 0o711)
  await run('chown', ['-R', `${user.uid}:${user.gid}`, data, join(root, 'password')])
}

function nodeOf(t: Test, folder: ServerFolder, programs: string, port: number, password: string) {
  async function query(text: string, database = 'sos') {
    const client = new pg.Client({
      ...{ host: '127.0.0.1', port, user: 'postgres', password, database },
      ...{ connectionTimeoutMillis: 5_000, query_timeout: 60_000 },
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rows as Record<string, unknown>[]
    } finally {
      client.end().catch(() => {})
    }
  }

  async function start(settings: Record<string, string>) {
    const stale = await readPostmaster(folder)
    const given = { folder, programs, port, settings: { ...SETTINGS, ...settings } }
    await launch(stale ? { ...given, stale } : given)
    const answers = () =>
      query('select', 'postgres').then(
        () => true,
        () => false,
      )
    await sure('The start of a server', PATIENCE_MS, answers)
  }

  async function signal(name: NodeJS.Signals) {
    const postmaster = await readPostmaster(folder)
    if (!postmaster || !(await isAlive(postmaster, folder))) return
    signalAll([postmaster.pid, ...(await childrenOf(postmaster.pid))], name)
  }
  /** Ends all processes of the server at once, as a machine that loses its power. */
  const kill = () => signal('SIGKILL')

  t.teardown(kill)
  return {
    port,
    url: `postgres://sos:sos@127.0.0.1:${port}/sos`,
    query,
    start,
    kill,
    /** Lets the server hang: connections stay open and nobody answers. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async shutDown() {
      const postmaster = await readPostmaster(folder)
      if (postmaster) await shutDown(postmaster, folder)
    },
  }
}
