import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { findBinaries, runnableBinaries } from './binaries.ts'
import { checkVersion, createCluster, SUPERUSER } from './cluster.ts'
import { enterServer, type Server } from './enter-server.ts'
import { explainFailure } from './explain-failure.ts'
import { startKeeper } from './keeper.ts'
import { keptPrograms } from './kept-programs.ts'
import { keepUrl } from './kept-url.ts'
import type { Log } from './log.ts'
import { exists, findServerFolder } from './server-folder.ts'
import { stayMember } from './stay-member.ts'

const SHARED_FOLDER = '/var/lib/seller-operating-score'

export interface EmbeddedPostgresOptions {
  /** Folder of the data; made when missing. */
  dataDir: string
  /** Name of the database; made when missing. */
  database: string
  log: Log
  /** Settings of the server beside ours, such as fsync=off for tests. They count for whoever starts it. */
  settings?: Record<string, string>
  /** Delete the data when the server is stopped. */
  throwAway?: boolean
  /** Where root puts the data and programs that PostgreSQL's user can't reach where they are. */
  sharedFolder?: string
}

export interface EmbeddedPostgres {
  /** How it is reached; its port may change, see `port`. */
  connectionString: string
  /** Where it listens now: a server that died comes back on another port where its own has been taken. */
  port(): number
  /** Leaves the server, and shuts it down when no other process uses it. */
  stop(): Promise<void>
  /** Leaves the server running for whoever comes next. */
  leave(): Promise<void>
  /**
   * Rejects with a StartFailure when the server has died and can't be started again, or died too often; otherwise
   * never settles. Where nobody handles it, it is an unhandled rejection, which ends the process: nothing works then.
   */
  gone: Promise<never>
}

/**
 * Starts a PostgreSQL server on the data in `dataDir`, or joins the one that runs there: another process of this
 * service, or what a killed one left behind. It listens on 127.0.0.1 alone, on a free port.
 * @throws StartFailure with one sentence that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const server = await prepareServer(options)
    const member = await enterServer(server)
    const left = options.throwAway ? () => {} : startKeeper(server.folder)
    const membership = stayMember(server, member, options.log)
    await createDatabase(member.session, options.database).catch(async (error) => {
      await membership.stop().finally(left)
      throw error
    })
    await keepUrl(server, membership.port(), options.log)
    return {
      connectionString: server.urlAt(member.postmaster.port),
      port: membership.port,
      gone: membership.gone,
      stop: () => membership.stop().finally(left),
      leave: () => membership.leave().finally(left),
    }
  } catch (error) {
    throw explainFailure(error, options.dataDir)
  }
}

async function prepareServer(options: EmbeddedPostgresOptions): Promise<Server> {
  const { dataDir, database, log, settings = {}, throwAway = false, sharedFolder = SHARED_FOLDER } = options
  const binaries = await findBinaries()
  const folder = await findServerFolder(dataDir, sharedFolder)
  const installed = () => runnableBinaries(binaries, folder.user, sharedFolder)
  if (!(await exists(folder.data))) {
    log.info(`Making a PostgreSQL database in ${folder.root}.`)
    await createCluster(folder, await installed(), settings)
  }
  const programs = throwAway
    ? installed
    : () => keptPrograms(folder.root, `programs-${binaries.version}`, installed)
  await checkVersion(folder, binaries.version)
  const password = await readFile(folder.passwordFile, 'utf8')
  const urlAt = (port: number) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return { folder, password, urlAt, settings, throwAway, programs }
}

/** Two processes that start at once may both find it missing. */
async function createDatabase(session: pg.Client, database: string) {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  await session.query(`create database ${pg.escapeIdentifier(database)}`).catch((error) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}
