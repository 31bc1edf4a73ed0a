import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries, runnableBinaries } from './binaries.ts'
import { enterServer, leave, shutDown } from './enter-server.ts'
import { explainFailure, StartupError } from './failures.ts'
import { createCluster, findServerFolder, type ServerFolder, SUPERUSER } from './server-folder.ts'

const SHARED_FOLDER = '/var/lib/seller-operating-score'
/** A new database copies files. */
const CREATE_MS = 60_000

export interface EmbeddedPostgresOptions {
  /** Folder of the data; made when missing. */
  dataDir: string
  /** Name of the database; made when missing. */
  database: string
  log: { info(message: string): void; warn(message: string): void }
  /** Settings of the server beside ours, such as fsync=off for tests. They count for whoever starts it. */
  settings?: Record<string, string>
  /** Delete the data when the server is stopped. */
  throwAway?: boolean
  /** Where root puts the data and programs that PostgreSQL's user can't reach where they are. */
  sharedFolder?: string
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

/**
 * Starts a PostgreSQL server on the data in `dataDir`, or joins the one that runs there: another process of this
 * service, or what a killed one left behind. It listens on 127.0.0.1 alone, on a free port.
 * @throws StartupError with one sentence that says what to do
 */
export const startEmbeddedPostgres = (options: EmbeddedPostgresOptions) =>
  start(options).catch((error): never => {
    throw explainFailure(error, options.dataDir)
  })

async function start({
  dataDir,
  database,
  log,
  settings = {},
  throwAway = false,
  sharedFolder = SHARED_FOLDER,
}: EmbeddedPostgresOptions) {
  const binaries = await findBinaries()
  const folder = await findServerFolder(dataDir, sharedFolder)
  const programs = () => runnableBinaries(binaries, folder.user, sharedFolder)
  if (!existsSync(folder.data)) {
    log.info(`Making a PostgreSQL database in ${folder.root}.`)
    await createCluster(folder, await programs(), settings)
  }
  const password = await readFile(folder.passwordFile, 'utf8')
  const { session, postmaster } = await enterServer({ folder, password, settings, programs })
  /**
   * Rejects when the server has died, or has cut off its sessions because a part of it did; otherwise never settles.
   * Where nobody handles it, it is an unhandled rejection, which ends the process.
   */
  const { promise: gone, reject } = Promise.withResolvers<never>()
  let isLeaving = false
  session.once('end', () => {
    const why = `PostgreSQL has ended, and with it what uses it: find the reason in ${folder.logFile}, and start the service again.`
    if (!isLeaving) reject(new StartupError(why))
  })

  /** Leaves the server, and shuts it down when no other process uses it. */
  async function stop() {
    isLeaving = true
    await leave(session, async () => {
      await rm(folder.urlFile, { force: true }) // before the end, so that the URL of the next server stays
      const trash = `${folder.root}.trash-${process.pid}`
      if (throwAway) await rename(folder.root, trash) // whoever comes makes a new one
      await shutDown(postmaster, folder)
      if (throwAway) await rm(trash, { recursive: true })
    })
  }

  const address = `127.0.0.1:${postmaster.port}/${encodeURIComponent(database)}`
  const connectionString = `postgresql://${SUPERUSER}:${password}@${address}`
  try {
    await createDatabase(session, database)
  } catch (error) {
    await stop()
    throw error
  }
  await keepUrl(folder, connectionString).catch(({ message }) =>
    log.warn(`The URL of PostgreSQL could not be written to ${folder.urlFile}: ${message}.`),
  )
  return { connectionString, gone, stop }
}

/** Two processes that start at once may both find it missing. */
async function createDatabase(session: pg.Client, database: string) {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  const query = { text: `create database ${pg.escapeIdentifier(database)}`, query_timeout: CREATE_MS }
  await session.query(query).catch((error) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

/**
 * Writes down how the server is reached, for other programs of its user, who alone may read it: it holds the password.
 * The service does without the file.
 */
async function keepUrl({ urlFile }: ServerFolder, url: string) {
  const draft = `${urlFile}.${process.pid}`
  await writeFile(draft, `${url}\n`, { mode: 0o600 })
  await rename(draft, urlFile)
}

/** Nothing of it survives, so it never waits for the disk. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Works on an empty database of its own, of which nothing stays. */
export async function inThrowAwayDatabase<Result>(work: (connectionString: string) => Promise<Result>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'seller-operating-score-'))
  await chmod(dataDir, 0o755) // root's PostgreSQL runs as another user
  const log = { info: () => {}, warn: console.warn }
  const options = { dataDir, database: 'sos', log, settings: SETTINGS, throwAway: true }
  try {
    const server = await startEmbeddedPostgres(options)
    try {
      return await work(server.connectionString)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
