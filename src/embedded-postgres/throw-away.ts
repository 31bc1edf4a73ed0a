import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

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
