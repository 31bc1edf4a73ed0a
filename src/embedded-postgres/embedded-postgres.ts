import { readFile, rename, rm } from 'node:fs/promises'
import pg from 'pg'
import { findBinaries, runnableBinaries } from './binaries.ts'
import { checkVersion, createCluster, SUPERUSER } from './cluster.ts'
import { enterServer, type Server } from './enter-server.ts'
import { explainFailure } from './explain-failure.ts'
import { forgetUrl, keepUrl } from './kept-url.ts'
import type { Log } from './log.ts'
import { endSession, isLast, type Member } from './membership.ts'
import { shutDown } from './postmaster.ts'
import { exists, findServerFolder } from './server-folder.ts'
import { StartFailure } from './start-failure.ts'

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
  connectionString: string
  /** Leaves the server, and shuts it down when no other process uses it. */
  stop(): Promise<void>
  /** Leaves the server running for whoever comes next. */
  leave(): Promise<void>
  /**
   * Rejects with a StartFailure when the server has died, or has cut off its sessions because a part of it did;
   * otherwise never settles. Where nobody handles it, it is an unhandled rejection, which ends the process.
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
    const membership = stayMember(server, member)
    await createDatabase(member.session, options.database).catch(async (error) => {
      await membership.stop()
      throw error
    })
    const { port } = member.postmaster
    await keepUrl(server, port, options.log)
    return { connectionString: server.urlAt(port), ...membership }
  } catch (error) {
    throw explainFailure(error, options.dataDir)
  }
}

/** Keeps this process a member of the server until it stops or leaves. */
function stayMember(server: Server, member: Member): Omit<EmbeddedPostgres, 'connectionString'> {
  const { promise: gone, reject } = Promise.withResolvers<never>()
  let isLeaving = false
  member.session.once('end', () => {
    if (!isLeaving) reject(new StartFailure(hasEnded(server.folder.logFile)))
  })

  async function leave() {
    isLeaving = true
    await endSession(member.session)
  }

  async function stop() {
    isLeaving = true
    if (await isLast(member).catch(() => false)) await end(server, member)
    await leave()
  }

  return { gone, leave, stop }
}

const hasEnded = (logFile: string) =>
  `PostgreSQL has ended, and with it what uses it: find the reason in ${logFile}, and start the service again.`

/** Nobody can join by now; with its folder moved away, whoever comes makes a new one. */
async function end({ folder, throwAway }: Server, { postmaster }: Member) {
  const trash = `${folder.root}.trash-${process.pid}`
  await forgetUrl(folder)
  if (throwAway) await rename(folder.root, trash)
  await shutDown(postmaster, folder)
  if (throwAway) await rm(trash, { recursive: true })
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
  await checkVersion(folder, binaries.version)
  const password = await readFile(folder.passwordFile, 'utf8')
  const urlAt = (port: number) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return { folder, password, urlAt, settings, throwAway, programs: installed }
}

/** Two processes that start at once may both find it missing. */
async function createDatabase(session: pg.Client, database: string) {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  await session.query(`create database ${pg.escapeIdentifier(database)}`).catch((error) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}
