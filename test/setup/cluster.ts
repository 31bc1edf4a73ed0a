import { createHash } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.ts'
import { roomiestFolder } from './roomiest-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const key = createHash('sha256').update(`${root}${process.getuid?.()}`).digest('hex').slice(0, 12)
export const dataDir = join(await roomiestFolder(), `seller-operating-score-test-${key}`)

/**
 * It holds nothing that must survive a power cut, so it never waits for the disk. A login that is left half done holds up
 * every `drop database` until it times out.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  authentication_timeout: '5s',
}

/**
 * The server of the tests: the one TEST_DATABASE_URL names, or one that all test files of this checkout share, and
 * all runs at once. `stop` ends it, with its data, when no other process uses it.
 */
export async function openTestServer(): Promise<EmbeddedPostgres> {
  const given = process.env.TEST_DATABASE_URL
  const never = new Promise<never>(() => {})
  if (given) {
    return { connectionString: given, stop: async () => {}, gone: never }
  }
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o755) // root's PostgreSQL runs as another user
  const log = { info: () => {}, warn: console.warn }
  const start = () =>
    startEmbeddedPostgres({ dataDir, database: 'postgres', log, settings: SETTINGS, throwAway: true })
  return start().catch(start) // another run may throw the server away while this one finds it
}
