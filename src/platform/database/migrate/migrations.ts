import { hash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { StartupError } from '../../process/startup-error.ts'
import { withConnection } from '../connect/checkout.ts'
import { isOfServer } from '../connect/unavailable.ts'

/** A large table may take hours to change; what takes longer hangs. */
const MIGRATION_MS = 12 * 3600 * 1000
/** What was applied is some rows. */
const LOOK_MS = 10_000

/** A folder of prisma/migrations: its name and the script in it. */
type Migration = Awaited<ReturnType<typeof readMigrations>>[number]

/** A row of Prisma's own table that was not rolled back. Unfinished is under way or failed. */
interface Applied {
  name: string
  checksum: string
  finished: boolean
}

/**
 * Brings the database to the newest migration, as `prisma migrate deploy` does and with its records, so that both
 * can be used on one database. Any number of processes may call it at once; where nothing is to do it is one query.
 *
 * Unlike Prisma it runs a script and its record in one transaction: a failed or interrupted migration leaves nothing
 * behind, and the next start tries it again. So a script can't contain what PostgreSQL refuses in a transaction,
 * such as CREATE INDEX CONCURRENTLY, nor a COMMIT of its own.
 *
 * @param schema where the tables are, made when it is missing; by default where the connection looks
 * @throws StartupError when a migration fails, was edited after it was applied, was left unfinished by Prisma, or is
 * one that this release does not know
 */
export async function applyMigrations(
  pool: pg.Pool,
  migrationsDir: URL | string,
  log: Pick<FastifyBaseLogger, 'info'>,
  schema?: string,
): Promise<void> {
  const migrations = await readMigrations(migrationsDir)
  const found = await withConnection(pool, { ms: LOOK_MS }, readApplied)
  // What Prisma has begun may be finished by the time that it lets go of the lock.
  if (found.every(({ finished }) => finished) && pendingOf(migrations, found).length === 0) return

  // Closing the connection gives back whatever a script has set.
  await withConnection(pool, { ms: MIGRATION_MS, isKept: () => false }, async (client) => {
    const applyNext = () =>
      underLock(client, async () => {
        const [next] = pendingOf(migrations, await readApplied(client))
        if (next) await applyMigration(client, next)
        return next
      })
    await underLock(client, () => createRecords(client, schema))
    for (let applied = await applyNext(); applied; applied = await applyNext())
      log.info(`Migration ${applied.name} applied.`)
  })
}

/** The migrations of a folder, in their order. */
export async function readMigrations(migrationsDir: URL | string) {
  const folder = migrationsDir instanceof URL ? fileURLToPath(migrationsDir) : migrationsDir
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = async (name: string) => ({
    name,
    script: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
  })
  return Promise.all(names.sort().map(read))
}

const readApplied = async (database: pg.ClientBase): Promise<Applied[]> =>
  database
    .query<Applied>(
      `select migration_name as name, checksum, finished_at is not null as finished
       from _prisma_migrations where rolled_back_at is null order by started_at`,
    )
    .then(({ rows }) => rows)
    .catch((error) => {
      if (error.code === '42P01') return [] // no such table: no migrations yet
      throw error
    })

/**
 * Runs `work` in a transaction that holds the lock by which Prisma's own commands keep out of each other's way. Who has
 * not got it after ten minutes gives up.
 */
async function underLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
       set local lock_timeout = '10min'; select pg_advisory_xact_lock(72707369); set local lock_timeout = 0`,
    )
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a connection that broke has no transaction left
    throw error
  }
}

/** Makes Prisma's table, to the letter. Like Prisma, refuses a database that others have put tables in. */
async function createRecords(client: pg.ClientBase, schema?: string) {
  if (schema !== undefined) {
    // Not "if not exists", which asks for the right to make one even where it is there.
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema])
    if (rowCount === 0) await client.query(`create schema ${pg.escapeIdentifier(schema)}`)
  }
  const { rows } = await client.query<{ recorded: boolean; tables: string[] }>(
    `select to_regclass('_prisma_migrations') is not null as recorded,
       array(select tablename::text from pg_tables where schemaname = current_schema() order by 1) as tables`,
  )
  const { recorded, tables } = rows[0] as { recorded: boolean; tables: string[] }
  if (recorded) return
  if (tables.length > 0)
    throw new StartupError(
      `The database has tables (${tables.slice(0, 3).join(', ')}) that are not this service's: name an empty database in DATABASE_URL.`,
    )
  await client.query(
    `create table _prisma_migrations (
       id                  varchar(36) primary key not null,
       checksum            varchar(64) not null,
       finished_at         timestamptz,
       migration_name      varchar(255) not null,
       logs                text,
       rolled_back_at      timestamptz,
       started_at          timestamptz not null default now(),
       applied_steps_count integer not null default 0
     )`,
  )
}

async function applyMigration(client: pg.ClientBase, { name, script }: Migration) {
  try {
    await client.query(script)
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksumOf(script), name],
    )
  } catch (cause) {
    if (isOfServer(cause)) throw cause
    const { message, position } = cause as pg.DatabaseError
    const line = position ? `, line ${script.slice(0, Number(position)).split('\n').length}` : ''
    const sentence = `Migration ${name} failed (${message}${line}) and nothing of it was kept: fix the migration and start again.`
    throw new StartupError(sentence, { cause })
  }
}

/** The migrations still to apply. @throws StartupError where what is applied is not what this release has */
function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const pending = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = applied.findLast(({ name, finished }) => finished && !pending.has(name))
  if (unknown)
    throw new StartupError(
      `The database has migration ${unknown.name}, which this release does not know: start a release that knows it, or restore a backup from before.`,
    )
  for (const { name, finished, checksum } of applied) {
    if (!finished)
      throw new StartupError(
        `Migration ${name} was begun by prisma migrate and not finished: fix the database, run npx prisma migrate resolve --rolled-back ${name} (or --applied), then start again.`,
      )
    const known = pending.get(name)
    if (known && !checksumsOf(known).includes(checksum))
      throw new StartupError(
        `Migration ${name} was edited after it was applied to this database: restore its file and write the change as a new migration.`,
      )
    pending.delete(name)
  }
  return [...pending.values()]
}

/** What Prisma records of a script, in hex, whatever its line ends, which git may change. */
function checksumsOf({ script }: Migration) {
  const unix = script.replaceAll('\r\n', '\n')
  return [script, unix, unix.replaceAll('\n', '\r\n')].map(checksumOf)
}

const checksumOf = (script: string) => hash('sha256', script)
