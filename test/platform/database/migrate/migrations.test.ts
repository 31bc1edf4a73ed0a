import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import t, { type Test } from 'tap'
import { openSchemaEngine, schemaDifference } from '../../../../prisma/schema-engine.ts'
import { applyMigrations, readMigrations } from '../../../../src/platform/database/migrate/migrations.ts'
import { StartupError } from '../../../../src/platform/process/startup-error.ts'
import { createTestDatabase } from '../../../setup/database.ts'
import { eventually } from '../../../setup/eventually.ts'

type Scripts = Record<string, string>

const OURS = new URL('../../../../prisma/migrations/', import.meta.url)

const TWO: Scripts = {
  '20260101000000_sellers': 'create table sellers (id int primary key);\ninsert into sellers values (1);\n',
  '20260102000000_double': `create function double(n int) returns int language plpgsql as $$
    begin
      return n * 2;
    end;
    $$;
    alter table sellers add column rank int not null default double(21);`,
}

t.test('an empty database gets every migration, in order', async (t) => {
  const { pool, migrate } = await place(t)
  await migrate(TWO)
  t.same(await rows(pool, 'select id, rank from sellers'), [{ id: 1, rank: 42 }])
  t.same(await rows(pool, 'select migration_name from _prisma_migrations order by started_at'), [
    { migration_name: '20260101000000_sellers' },
    { migration_name: '20260102000000_double' },
  ])
})

t.test("Prisma's own engine finds our records complete, and has nothing to apply", async (t) => {
  const { pool, migrate } = await place(t)
  await migrate(TWO)
  const question = { ...prismaList(TWO), optInToShadowDatabase: false }
  t.match(await withPrisma(pool, (engine) => engine.diagnoseMigrationHistory(question)), {
    hasMigrationsTable: true,
    history: undefined,
    editedMigrationNames: [],
    failedMigrationNames: [],
  })
  t.same(await applyWithPrisma(pool, TWO), { appliedMigrationNames: [] })
})

t.test("we find the records of Prisma's own engine complete", async (t) => {
  const { pool, migrate } = await place(t)
  const one = { '20260101000000_sellers': TWO['20260101000000_sellers'] as string }
  await applyWithPrisma(pool, one)
  await migrate(one)
  t.same(await rows(pool, 'select count(*)::int as n from _prisma_migrations'), [{ n: 1 }])
})

t.test('with nothing to do it does not wait for the lock', async (t) => {
  const { pool, migrate } = await place(t)
  await migrate(TWO)
  const other = await pool.connect()
  await other.query('select pg_advisory_lock(72707369)')
  await t.resolves(migrate(TWO))
  other.release(true)
})

t.test('processes that start together apply each migration once', async (t) => {
  const { pool, migrate } = await place(t)
  await Promise.all([1, 2, 3, 4, 5].map(() => migrate(TWO)))
  const applied =
    'select migration_name as name, count(*)::int as n from _prisma_migrations group by 1 order by 1'
  t.same(
    await rows(pool, applied),
    Object.keys(TWO).map((name) => ({ name, n: 1 })),
  )
})

t.test(
  'a migration that fails is named, leaves nothing of itself, and is applied once it is fixed',
  async (t) => {
    const { pool, migrate } = await place(t)
    const broken = {
      ...TWO,
      '20260103000000_broken': 'create table extra (id int);\nselect nothing from nowhere;',
    }
    const sentence = await sentenceOf(migrate(broken))

    const state = `select to_regclass('extra')::text as extra, to_regclass('sellers')::text as sellers`
    t.match(
      sentence,
      /20260103000000_broken failed \(relation "nowhere" does not exist, line 2\).*fix the migration/,
    )
    t.same(await rows(pool, state), [{ extra: null, sellers: 'sellers' }], 'those before it are in place')
    await migrate({ ...TWO, '20260103000000_broken': 'create table extra (id int);' })
    t.same(
      await rows(pool, state),
      [{ extra: 'extra', sellers: 'sellers' }],
      'the next start applies what is fixed',
    )
  },
)

t.test('a process that is killed while it migrates leaves the work to the next', async (t) => {
  const { pool, connectionString, migrate } = await place(t)
  const slow = { '20260101000000_slow': 'create table slow (id int);\nselect pg_advisory_xact_lock(1);' }
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  const program = fileURLToPath(new URL('migrations-program.ts', import.meta.url))
  const child = spawn(process.execPath, [program, connectionString, await folderOf(t, slow)])
  const waiting = `select from pg_locks where not granted and locktype = 'advisory' and objid = 1
                     and database = (select oid from pg_database where datname = current_database())`
  await eventually(async () => (await rows(pool, waiting)).length > 0)
  child.kill('SIGKILL')
  await once(child, 'close')
  await holder.query('select pg_advisory_unlock(1)')
  holder.release()
  await migrate(slow)
  t.same(await rows(pool, `select to_regclass('slow')::text as slow`), [{ slow: 'slow' }])
})

t.test('an applied migration', async (t) => {
  const { migrate } = await place(t)
  await migrate(TWO)
  const changed = (change: (script: string) => string) =>
    Object.fromEntries(Object.entries(TWO).map(([name, script]) => [name, change(script)]))

  t.test('that was edited stops the start', async (t) => {
    t.match(
      await sentenceOf(migrate({ ...TWO, '20260101000000_sellers': 'create table sellers (id bigint);' })),
      /20260101000000_sellers was edited after it was applied.*restore/,
    )
  })

  t.test('may come with other line ends', async (t) => {
    await t.resolves(migrate(changed((script) => script.replaceAll('\n', '\r\n'))))
  })

  t.test('that the release does not know stops its start', async (t) => {
    const { pool, migrate } = await place(t)
    await migrate(TWO)
    const older = { '20260101000000_sellers': TWO['20260101000000_sellers'] as string }
    for (const scripts of [older, { ...older, '20260102000001_ours': 'create table ours (id int)' }])
      t.match(
        await sentenceOf(migrate(scripts)),
        /has migration 20260102000000_double, which this release does not know.*backup/,
      )
    t.same(await rows(pool, `select to_regclass('ours') as ours`), [{ ours: null }])
  })
})

t.test('a migration that Prisma began and did not finish stops the start with the way out', async (t) => {
  const { pool, migrate } = await place(t)
  const broken = { '20260101000000_broken': 'select nothing from nowhere;' }
  await t.rejects(applyWithPrisma(pool, broken))

  t.match(
    await sentenceOf(migrate(broken)),
    /20260101000000_broken was begun by prisma migrate.*migrate resolve --rolled-back 20260101000000_broken/,
  )
  const migrationName = '20260101000000_broken'
  await withPrisma(pool, (engine) => engine.markMigrationRolledBack({ migrationName }))
  await migrate({ '20260101000000_broken': 'create table fixed (id int);' })
  t.same(await rows(pool, `select to_regclass('fixed')::text as fixed`), [{ fixed: 'fixed' }])
})

t.test('a database with the tables of others is refused and left alone', async (t) => {
  const { pool, migrate } = await place(t)
  await pool.query('create table invoices (id int)')
  t.match(await sentenceOf(migrate(TWO)), /has tables \(invoices\).*DATABASE_URL/)
  t.same(await rows(pool, `select tablename from pg_tables where schemaname = 'public'`), [
    { tablename: 'invoices' },
  ])
})

t.test('the migrations make exactly what schema.prisma describes', async (t) => {
  const schema = new URL('../../../../prisma/schema.prisma', import.meta.url)
  const pool = await openPool(t, await createTestDatabase(t))
  t.equal(await schemaDifference(pool, schema), '')
})

t.test('a database that refuses the extension pg_trgm is migrated all the same', async (t) => {
  const pool = await openPool(t, await createTestDatabase(t, { empty: true }))
  await pool.query('create function show_limit() returns real language sql as $$ select 1 $$') // the extension has one, too
  await applyMigrations(pool, OURS, { info: () => {} })
  t.same(await rows(pool, `select extname from pg_extension where extname = 'pg_trgm'`), [])
  await pool.query(`insert into sellers (seller_code, company_name) values ('S-1', 'Alpha')`)
  t.same(await rows(pool, `select seller_code from sellers where company_name ilike '%LPH%'`), [
    { seller_code: 'S-1' },
  ])
})

t.test('the index for search is made by the next start when a deadlock ends the first', async (t) => {
  const pool = await openPool(t, await createTestDatabase(t, { empty: true }))
  const migrate = () => applyMigrations(pool, OURS, { info: () => {} })
  const other = await pool.connect()
  await other.query(`begin; set local deadlock_timeout = '1h'`) // so that it is the migration that gives way
  await other.query('lock table pg_extension in access exclusive mode')
  const failed = sentenceOf(migrate())
  const waits = `select from pg_locks join pg_database d on d.oid = database
                 where datname = current_database() and relation = 'pg_extension'::regclass and not granted`
  await eventually(async () => (await rows(pool, waits)).length > 0)
  await other.query('select pg_advisory_xact_lock(72707369)')
  t.match(await failed, /20261127120000_baseline failed \(deadlock detected/)
  t.same(await rows(pool, `select to_regclass('sellers') as sellers`), [{ sellers: null }])
  await other.query('commit')
  other.release()
  await migrate()
  t.same(await rows(pool, `select to_regclass('sellers_seller_code_company_name_idx') is not null as made`), [
    { made: true },
  ])
})

t.test('a migration that waits for one table keeps no other from being written', async (t) => {
  const { pool, migrate } = await place(t)
  const tables = ['appeals', 'scores', 'sellers']
  const before = {
    '20260101000000_tables': tables.map((table) => `create table ${table} (id int);`).join('\n'),
    '20260101000001_function': `create function note() returns trigger language plpgsql as $$ begin return null; end $$`,
  }
  await migrate(before)
  const triggers = tables.map((table, n) => [
    `2026010200000${n}_${table}_noted`,
    `create trigger ${table}_noted after insert on ${table} for each statement execute function note()`,
  ])
  const writers = new Map<string, pg.PoolClient>()
  for (const table of tables) {
    const writer = await pool.connect()
    await writer.query(`begin; lock table ${table} in row exclusive mode`)
    writers.set(table, writer)
  }
  const migrated = migrate({ ...before, ...Object.fromEntries(triggers) })
  const locks = (isGranted: boolean) =>
    rows(
      pool,
      `select c.relname as name from pg_locks l join pg_class c on c.oid = relation
         join pg_database d on d.oid = database
       where datname = current_database() and mode = 'ShareRowExclusiveLock' and granted = ${isGranted}`,
    )
  for (const [name, writer] of writers) {
    await eventually(async () => (await locks(false))[0]?.name === name)
    t.same(await locks(true), [], `${name} alone is waited for`)
    await writer.query('rollback')
    writer.release()
  }
  await migrated
  t.equal((await rows(pool, `select from pg_trigger where tgname like '%noted'`)).length, 3)
})

t.test("this project's migrations are written one per second, for their names are their order", async (t) => {
  const names = (await readMigrations(OURS)).map(({ name }) => name)
  t.ok(names.length > 0)
  for (const name of names) t.match(name, /^\d{14}_[a-z0-9_]+$/)
  t.equal(new Set(names.map((name) => name.slice(0, 14))).size, names.length)
})

/** An empty database and the means to migrate it from scripts. */
async function place(t: Test) {
  const connectionString = await createTestDatabase(t, { empty: true })
  const pool = await openPool(t, connectionString)
  const log = { info: () => {} }
  const migrate = async (scripts: Scripts) => applyMigrations(pool, await folderOf(t, scripts), log)
  return { connectionString, pool, migrate }
}

async function openPool(t: Test, connectionString: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString })
  t.teardown(() => pool.end())
  return pool
}

/** A folder of migrations as Prisma lays it out. */
async function folderOf(t: Test, scripts: Scripts): Promise<string> {
  const folders = Object.entries(scripts).map(([name, script]) => [name, { 'migration.sql': script }])
  return t.testdir({ ...Object.fromEntries(folders), 'migration_lock.toml': 'provider = "postgresql"\n' })
}

/** Prisma's engine leaves a ten-second timer behind wherever it locks, which must not hold the test up. */
async function withPrisma<Result>(pool: pg.Pool, work: (engine: SchemaEngine) => Promise<Result>) {
  const { setTimeout } = globalThis
  const brief = (...args: Parameters<typeof setTimeout>) => setTimeout(...args).unref()
  globalThis.setTimeout = Object.assign(brief, { __promisify__: setTimeout.__promisify__ })
  try {
    return await work(await openSchemaEngine(pool))
  } finally {
    globalThis.setTimeout = setTimeout
  }
}

/** What `prisma migrate deploy` does. */
const applyWithPrisma = (pool: pg.Pool, scripts: Scripts) =>
  withPrisma(pool, (engine) => engine.applyMigrations(prismaList(scripts)))

/** The same, as Prisma's engine wants it. */
function prismaList(scripts: Scripts) {
  const migrationDirectories = Object.entries(scripts).map(([path, value]) => ({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  }))
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' }
  return {
    migrationsList: { baseDir: '', lockfile, shadowDbInitScript: '', migrationDirectories },
    filters: { externalTables: [], externalEnums: [] },
  }
}

const rows = async (pool: pg.Pool, sql: string) => (await pool.query(sql)).rows

/** The sentence with which a start fails, which must be a StartupError's. */
async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no error',
    (error) => error,
  )
  return error instanceof StartupError ? error.message : `no StartupError: ${error}`
}
