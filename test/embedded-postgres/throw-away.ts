import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.ts'
import { roomiestFolder } from '../setup/roomiest-folder.ts'
import { freePort, startService } from '../setup/service.ts'

interface Test {
  teardown(work: () => unknown): unknown
}

/** A folder that every user can enter; after the test it is gone, and whatever server still runs in it. */
export async function throwAwayFolder(t: Test, parent?: string): Promise<string> {
  const folder = await mkdtemp(join(parent ?? (await roomiestFolder()), 'sos-'))
  await chmod(folder, 0o755)
  t.teardown(async () => {
    await postmasterOf(folder)
      .then((pid) => process.kill(pid, 'SIGKILL'))
      .catch(() => {})
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** The number of the server process of a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

/** Starts the embedded server in this process, without waiting for the disk unless a test asks for it. */
export function startServer(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const log = { info: () => {}, warn: () => {} }
  return startEmbeddedPostgres({ dataDir, database: 'sos', log, settings: { fsync: 'off' }, ...options })
}

/** Runs one statement on a connection of its own. @returns its rows */
export async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process of the service with a PostgreSQL of its own, once it listens. */
export async function startEmbeddedService(t: Test, settings: Record<string, string> = {}) {
  const DATA_DIR = await throwAwayFolder(t)
  const service = startService(t, { DATA_DIR, PORT: String(await freePort()), ...settings })
  await service.until('Server listening')
  return { ...service, dataDir: DATA_DIR }
}

/** How the embedded server of a data folder is reached. */
export async function connectionOf(dataDir: string): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres/password'), 'utf8')
  const lines = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')
  return `postgresql://postgres:${password}@127.0.0.1:${lines[3]}/sos`
}
