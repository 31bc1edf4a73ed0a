import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'
import { applyMigrations } from '../../src/platform/database/migrate/migrations.ts'
import { createTemplate } from '../setup/template.ts'
import { atEnd } from './at-end.ts'
import { DATASETS, type Dataset } from './datasets.ts'

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url)
const silent = { info: () => {}, warn: console.warn, error: console.error }

let server: Promise<string> | undefined

/**
 * The server of the benchmarks: the one that BENCH_SERVER_URL names, or an embedded one with PostgreSQL's own
 * settings (durable: fsync and synchronous_commit stay on) in a folder that is deleted at the end.
 */
const serverUrl = () =>
  (server ??= process.env.BENCH_SERVER_URL ? Promise.resolve(process.env.BENCH_SERVER_URL) : own())

async function own() {
  const folder = await mkdtemp(join(tmpdir(), 'sos-bench-'))
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    database: 'postgres',
    log: silent,
    throwAway: true,
  })
  atEnd(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return postgres.connectionString
}

const urlOf = (base: string, name: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href

/**
 * A copy of a dataset as a database of the caller's own, migrated to this checkout, dropped at the end. The dataset
 * itself is made the first time and stays on the server as a template, so that BENCH_SERVER_URL makes it once.
 */
export async function databaseOf(dataset: Dataset): Promise<string> {
  const base = await serverUrl()
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  const name = `copy_${process.pid}_${Date.now()}`
  atEnd(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  await createTemplate(admin, base, `bench_${dataset}`, async (url) => {
    console.log(`filling the dataset ${dataset} …`)
    await migrate(url)
    await DATASETS[dataset](url)
  })
  await admin.query(`create database ${name} template bench_${dataset}`)
  await migrate(urlOf(base, name))
  return urlOf(base, name)
}

async function migrate(connectionString: string) {
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {}) // a connection that the drop ends before it has closed by itself
  await applyMigrations(pool, MIGRATIONS, { info: () => {} })
  await pool.end()
}
