import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { throwAwayFolder } from '../../embedded-postgres/throw-away.ts'
import { clientOf } from '../../setup/client.ts'
import { createTestDatabase } from '../../setup/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { someOf } from '../../setup/form.ts'
import { freePort, startService } from '../../setup/service.ts'
import { FAULTS, LATE } from './faults.ts'

const ENDS = [
  ['SIGTERM', 'SIGTERM', 0, 'Stopping when the start is done'],
  ['an error that nobody handles', 'SIGUSR2', 1, 'thrown by nobody'],
] as const
for (const [what, signal, status, words] of someOf(ENDS, 1))
  t.test(`${what} during the start ends the service and the PostgreSQL it has started`, async (t) => {
    const DATA_DIR = await throwAwayFolder(t)
    // A stop waits for the start, which may take long on a busy machine.
    const patient = { SHUTDOWN_SECONDS: '300' }
    const settings = { DATA_DIR, NODE_OPTIONS: FAULTS, PORT: String(await freePort()), ...patient }
    const { child, until, ended } = startService(t, settings)
    await until('Making a PostgreSQL database')
    child.kill(signal)
    await until(words)
    t.equal((await ended).status, status)
    t.match(await readFile(join(DATA_DIR, 'postgres/postgres.log'), 'utf8'), 'database system is shut down')
    await t.rejects(access(join(DATA_DIR, 'postgres/data/postmaster.pid')), { code: 'ENOENT' })
  })

t.test('in production, a PostgreSQL of its own is warned of once, and used', async (t) => {
  const DATA_DIR = await throwAwayFolder(t)
  const secret = 'x'.repeat(32)
  const settings = {
    NODE_ENV: 'production',
    JWT_SECRET: secret,
    WEBHOOK_SECRET_KEY: secret,
    HOST: '127.0.0.1',
  }
  const { child, until, ended } = startService(t, { DATA_DIR, PORT: String(await freePort()), ...settings })
  await until('Server listening')
  child.kill('SIGTERM')
  const { status, printed } = await ended
  t.equal(status, 0)
  const warnings = printed.split('\n').filter((line) => line.includes('"level":40'))
  t.match(warnings, [/DATABASE_URL is not set: the service runs a PostgreSQL of its own in DATA_DIR/])
  t.equal(warnings.length, 1)
})

t.test('a start and a command wait for a migration as long as it takes', async (t) => {
  const DATABASE_URL = await createTestDatabase(t, { empty: true })
  const database = await clientOf(t, DATABASE_URL)
  await database.query('select pg_advisory_lock(72707369)') // that of migrations
  const settings = { DATABASE_URL, NODE_OPTIONS: LATE, CREATE_USER_PASSWORD: 'five boxes on a blue cart' }
  const create = 'src/create-user.ts --username root --role bod --email root@example.com'
  const command = startService(t, settings, create)
  const server = startService(t, { ...settings, PORT: String(await freePort()) })
  await eventually(async () => {
    const { rowCount } = await database.query(
      `select from pg_locks where not granted and locktype = 'advisory' and objid = 72707369
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount === 2
  })
  for (const { child } of [command, server]) child.kill('SIGUSR2')
  await database.query('select pg_advisory_unlock_all()')
  t.match(await command.ended, { status: 0, printed: 'Created user 1 (root, bod).' })
  await server.until('Server listening')
})
