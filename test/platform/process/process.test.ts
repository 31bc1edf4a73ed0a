import t from 'tap'
import { clientOf } from '../../setup/client.ts'
import { createTestDatabase } from '../../setup/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { freePort, startService } from '../../setup/service.ts'
import { FAULTS } from './faults.ts'

const DATABASE_URL = await createTestDatabase(t)
const database = await clientOf(t, DATABASE_URL)
await database.query(`insert into users (username, full_name, role) values ('board', 'Board', 'bod')`)

async function start(t: Test, settings: Record<string, string> = {}, entry?: string) {
  const PORT = String(await freePort())
  return startService(t, { DATABASE_URL, PORT, NODE_OPTIONS: FAULTS, ...settings }, entry)
}

/** A request that is under way until \`finish\` is called. */
async function slowRequest(url: string) {
  await database.query('begin; lock table warehouses in access exclusive mode')
  const answer = fetch(`${url}/api/warehouses`, { headers: { 'x-user-id': '1' } })
  answer.catch(() => {})
  await eventually(async () => {
    const { rowCount } = await database.query(
      `select from pg_locks where not granted and relation = 'warehouses'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount !== 0
  })
  return { answer, finish: () => database.query('commit') }
}

t.test('errors that nobody handles are logged and stop the service in order, with status 1', async (t) => {
  const { child, url, until: printed, ended } = await start(t)
  await printed('Server listening')
  const { answer, finish } = await slowRequest(url)
  child.kill('SIGHUP')
  await printed('UnhandledPromiseRejection')
  child.kill('SIGUSR2')
  await printed('thrown by nobody')
  await finish()
  t.equal((await answer).status, 200, 'the request under way is answered')
  const { status, printed: all } = await ended
  t.equal(status, 1)
  const lines = all.split('\n').filter((line) => line.startsWith('{'))
  const fatal = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60)
  t.match(fatal, [
    { msg: 'nobody handled this error; stopping', err: { stack: /reason "undefined"/ } },
    { err: { stack: /^Error: thrown by nobody\n +at / } },
  ])
})

t.test('the lines of the last requests before a stop, and of the stop itself, are all written', async (t) => {
  const { child, url, until: printed, ended } = await start(t)
  await printed('Server listening')
  const headers = { 'x-user-id': '1', connection: 'close' }
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => fetch(`${url}/api/warehouses/1`, { headers })),
  )
  child.kill('SIGTERM')
  const { status, printed: all } = await ended
  t.equal(status, 0)
  const lines = all.split('\n').filter((line) => line.startsWith('{'))
  const logged = new Set(lines.map((line) => JSON.parse(line).reqId))
  for (const { headers } of answers) t.ok(logged.has(headers.get('x-request-id')))
  t.match(all, 'stopping; a second signal exits at once')
})

t.test('a worker does the same', async (t) => {
  const { child, until: printed, ended } = await start(t, {}, 'src/worker.js')
  await queueConnections((count) => count > 0)
  child.kill('SIGUSR2')
  await printed('thrown by nobody')
  t.equal((await ended).status, 1)
  await queueConnections((count) => count === 0)
})

t.test('a request that never ends is cut off after SHUTDOWN_SECONDS', async (t) => {
  const { child, url, until: printed, ended } = await start(t, { SHUTDOWN_SECONDS: '1' })
  await printed('Server listening')
  const { answer, finish } = await slowRequest(url)
  child.kill('SIGUSR2')
  const { status, printed: all } = await ended
  t.equal(status, 1)
  t.match(all, 'SHUTDOWN_SECONDS are over')
  await t.rejects(answer)
  await finish()
})

/** Until so many connections of queues to the test's database are open. */
const queueConnections = (wanted: (count: number) => boolean) =>
  eventually(async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity where datname = current_database() and application_name like '% jobs'`,
    )
    return wanted(rowCount ?? 0)
  })

type Test = Parameters<typeof startService>[0]
