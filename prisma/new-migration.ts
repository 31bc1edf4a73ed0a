/**
 * npm run migration -- <name>
 *
 * Writes prisma/migrations/<now>_<name>/migration.sql with the SQL from what the migrations so far make to what
 * schema.prisma says now. It needs neither a network nor a database of yours: the migrations run in a throw-away one.
 * Read the result before you commit it: a renamed column shows as a dropped and an added one, and Prisma's language
 * has no CHECK constraints, which are to be added by hand.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inThrowAwayDatabase } from '../src/embedded-postgres/embedded-postgres.ts'
import { applyMigrations } from '../src/platform/database/migrate/migrations.ts'
import { readCommand } from '../src/platform/process/command.ts'
import { schemaDifference } from './schema-engine.ts'

const SCHEMA = new URL('schema.prisma', import.meta.url)
const MIGRATIONS = new URL('migrations/', import.meta.url)

const [name = ''] = readCommand({
  name: 'npm run migration',
  about: 'Writes the migration from what the migrations so far make to what prisma/schema.prisma says.',
  takes: 'NAME',
}).positionals
if (!/^[a-z0-9_]+$/.test(name)) {
  console.error('Name the migration in snake_case: npm run migration -- add_seller_rating')
  process.exit(1)
}

const sql = await inThrowAwayDatabase(async (connectionString) => {
  const pool = new pg.Pool({ connectionString })
  try {
    await applyMigrations(pool, MIGRATIONS, { info: () => {} })
    return await schemaDifference(pool, SCHEMA)
  } finally {
    await pool.end()
  }
})
if (sql) console.log(`Wrote ${await writeMigration(name, sql)}; read it before you commit it.`)
else console.log('The migrations already make what schema.prisma describes; nothing was written.')

/** Prisma names a migration by the second in which it was written, and applies them in the order of their names. */
async function writeMigration(name: string, sql: string): Promise<string> {
  const second = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = fileURLToPath(new URL(`${second}_${name}/`, MIGRATIONS))
  await mkdir(folder)
  await writeFile(join(folder, 'migration.sql'), `${sql}\n`)
  return join(folder, 'migration.sql')
}
