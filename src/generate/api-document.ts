import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { readEnv } from '../env.ts'

/** Nothing of it must survive, so it never waits for the disk. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The document of the API, as the service answers it: of one that is built on an empty database and thrown away. */
export async function apiDocument(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'seller-operating-score-sdk-'))
  await chmod(folder, 0o755) // root's PostgreSQL runs as another user
  const dataDir = join(folder, 'data')
  const log = { info: () => {}, warn: console.warn }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, database: 'sos', log, settings: SETTINGS })
    try {
      return await documentOn(dataDir, postgres.connectionString)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function documentOn(DATA_DIR: string, DATABASE_URL: string): Promise<object> {
  const mode = { NODE_ENV: 'development', AUTH_MODE: 'demo', LOG_LEVEL: 'error', WORKER: 'off' }
  const app = await buildApp(readEnv({ ...mode, DATA_DIR, DATABASE_URL }))
  try {
    return app.swagger()
  } finally {
    await app.close()
  }
}
