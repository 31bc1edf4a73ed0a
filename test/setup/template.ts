import { createHash } from 'node:crypto'
import pg from 'pg'
import { readMigrations } from '../../src/platform/database/migrate/migrations.ts'
import { openTestServer } from './cluster.ts'
import { eventually } from './eventually.ts'

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url)
const LOCK = 4_300_119

/** Joins the server of the tests and makes sure that there is a template. */
export async function connect() {
  const server = await openTestServer()
  const admin = new pg.Client({ connectionString: server.connectionString })
  await admin.connect()
  const template = await templateName()
  await createTemplate(admin, server.connectionString, template, fillEmpty)
  return { server, admin, template }
}

/** The name of the template for the migrations as they are now; a change of any makes it another one. */
async function templateName(): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS)
  return `template_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12)}`
}

/**
 * Takes back what a start writes, such as secrets and settings, for each test sees a first start. No trigger fires,
 * which would refuse it or note it.
 */
const WITHOUT_ROWS = `do $$ begin
  perform set_config('session_replication_role', 'replica', true);
  execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
           from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations');
end $$`

/** Fills the database with this address, and closes its connections. */
export type Fill = (DATABASE_URL: string) => Promise<void>

/** Makes a database that others are copies of, unless it exists. */
export async function createTemplate(
  admin: pg.Client,
  url: string,
  template: string,
  fill: Fill,
): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await fillTemplate(admin, url, template, fill)
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

/** It is filled under another name, so that a template is always whole. */
async function fillTemplate(admin: pg.Client, url: string, template: string, fill: Fill) {
  const unfinished = `${template}_unfinished`
  await admin.query(`drop database if exists ${unfinished} with (force)`)
  await admin.query(`create database ${unfinished}`)
  await fill(Object.assign(new URL(url), { pathname: `/${unfinished}` }).href)
  await eventually(async () => {
    await admin.query(`alter database ${unfinished} rename to ${template}`) // once its connections are closed
    return true
  })
}

/** All migrations and the queues, which cost half of what a start on an empty database costs, and no rows. */
async function fillEmpty(DATABASE_URL: string) {
  const [{ buildApp }, { readEnv }] = await Promise.all([
    import('../../src/app.ts'),
    import('../../src/env.ts'),
  ])
  const app = await buildApp(readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', WORKER: 'off', DATABASE_URL }))
  await app.db.rows(WITHOUT_ROWS)
  await app.close()
}
