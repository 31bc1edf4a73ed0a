import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import root from 'tap'
import { connect, createTemplate, type Fill } from './template.ts'

interface Test {
  teardown(work: () => unknown): unknown
}

let connection: ReturnType<typeof connect> | undefined

/** What a database begins with, made once and copied. */
export interface Filling {
  /** It says what is in it, as a part of a database's name. */
  name: string
  fill: Fill
}

/**
 * A database of the test's own with all migrations applied, or none of them, or filled, dropped with the test.
 * Under tap the server outlives the file (see before.ts and after.ts); a file run by plain node ends it.
 * @returns its connection string
 */
export async function createTestDatabase(
  t: Test,
  { empty = false, filling }: { empty?: boolean; filling?: Filling } = {},
): Promise<string> {
  connection ??= connectUntilTheEnd()
  const { server, admin, template } = await connection
  const filled = filling && `${template}_${filling.name}`
  if (filled) await createTemplate(admin, server.connectionString, filled, filling.fill)
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied as files, which takes half of what a copy through the log takes.
  const from = filled ?? (empty ? 'template0' : template)
  await admin.query(`create database ${name} template ${from} strategy file_copy`)
  t.teardown(() => drop(admin, name))
  return Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href
}

async function connectUntilTheEnd() {
  const connection = await connect()
  root.teardown(async () => {
    await connection.admin.end()
    await connection.server.stop()
  })
  return connection
}

/**
 * `end` of a pool comes back before its connections are closed, and one that is cut off then would throw: so they get
 * a second to close. What a test forgot to end is cut off.
 */
async function drop(admin: pg.Client, name: string) {
  const deadline = Date.now() + 1000
  const inUse = async () =>
    (await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name])).rowCount === 1
  while ((await inUse()) && Date.now() < deadline) await delay(5)
  await admin.query(`drop database ${name} with (force)`)
}
