import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openTestServer } from './cluster.ts'
import { createTemplate, templateName } from './template.ts'

interface Test {
  teardown(work: () => unknown): unknown
}

let connection: ReturnType<typeof connect> | undefined
let databases = 0

/**
 * A database of the test's own with all migrations applied, dropped with the test.
 * Under tap the server outlives the file (see before.ts and after.ts); a file run by plain node ends it.
 * @returns its connection string
 */
export async function createTestDatabase(t: Test): Promise<string> {
  databases += 1
  connection ??= connect()
  const { server, admin, template } = await connection
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${template}`)
  t.teardown(async () => {
    await admin.query(`drop database ${name} with (force)`)
    databases -= 1
    if (databases > 0) return
    connection = undefined
    await admin.end()
    await (process.env.TAP ? server.leave() : server.stop())
  })
  return Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href
}

/** Joins the server of the tests and makes sure that there is a template. */
export async function connect() {
  const server = await openTestServer()
  const admin = new pg.Client({ connectionString: server.connectionString })
  await admin.connect()
  const template = await templateName()
  await createTemplate(admin, template)
  return { server, admin, template }
}
