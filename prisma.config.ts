/**
 * What Prisma's own commands need to know; the service reads its settings in src/env.ts. CONTRIBUTING.md says which
 * commands work where, and what to use instead.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'prisma/config'

const root = import.meta.dirname
const words = process.argv.slice(2)
const says = (...some: string[]) => some.some((word) => words.includes(word))

/** Commands that run the schema engine. All others would download it, too: for them any existing file will do. */
const asksHelp = says('--help', '-h')
const runsEngine = !asksHelp && (says('migrate') || (says('db') && !says('seed')))
if (!runsEngine) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

if (existsSync(resolve(root, '.env'))) process.loadEnvFile(resolve(root, '.env'))
const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR } = process.env
const dataDir = resolve(root, DATA_DIR || '.data')
const url = DATABASE_DIRECT_URL || DATABASE_URL || urlOfEmbedded()

/** Where the service's own PostgreSQL can be reached while it runs. */
function urlOfEmbedded() {
  const file = resolve(dataDir, 'postgres-url')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const readsDatabase = !asksHelp && !says('diff', '--url') && (runsEngine || says('studio'))
if (!url && readsDatabase) {
  console.error(
    `There is no database: DATABASE_URL is not set, and the service's own PostgreSQL does not run in ${dataDir}. Start the service (npm start), or set DATABASE_URL.`,
  )
  process.exit(1)
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node prisma/seed.ts' },
  ...(url && { datasource: { url } }),
})
