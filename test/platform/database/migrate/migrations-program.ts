/** Applies the migrations of a folder to a database, in a process that a test can kill. */
import pg from 'pg'
import { applyMigrations } from '../../../../src/platform/database/migrate/migrations.ts'

const [connectionString, folder] = process.argv.slice(2) as [string, string]
const pool = new pg.Pool({ connectionString })
await applyMigrations(pool, folder, console)
await pool.end()
