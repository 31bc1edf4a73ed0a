import { createHash } from 'node:crypto'
import pg from 'pg'
import { applyMigrations, readMigrations } from '../../src/platform/database/migrations.ts'
import { openTestServer } from './cluster.ts'

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url)
const LOCK = 4_300_119

/** Joins the server of the tests and makes sure that there is a template. */
export async function connect() {
  const server = await openTestServer()
  const admin = new pg.Client({ connectionString: server.connectionString })
  await admin.connect()
  const template = await templateName()
  await createTemplate(admin, template)
  return { server, admin, template }
}

/** The name of the template for the migrations as they are now; a change of any makes it another one. */
async function templateName(): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS)
  return `template_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12)}`
}

/** Makes the database that all test databases are copies of, with all migrations applied, unless it exists. */
async function createTemplate(admin: pg.Client, template: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await fillTemplate(admin, template)
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

/** It is filled under another name, so that a template is always whole. */
async function fillTemplate(admin: pg.Client, template: string) {
  const unfinished = `${template}_unfinished`
  await admin.query(`drop database if exists ${unfinished} with (force)`)
  await admin.query(`create database ${unfinished}`)
  const { user, password, host, port } = admin
  const pool = new pg.Pool({ user, password: String(password), host, port, database: unfinished })
  await applyMigrations(pool, MIGRATIONS, { info: () => {} })
  await pool.end()
  await admin.query(`alter database ${unfinished} rename to ${template}`)
}
