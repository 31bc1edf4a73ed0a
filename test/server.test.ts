import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { clientOf } from './setup/client.ts'
import { createTestDatabase } from './setup/database.ts'
import { eventually } from './setup/eventually.ts'
import { freePort, startService } from './setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)
const database = await clientOf(t, DATABASE_URL)
await database.query(`insert into users (username, full_name, role) values ('board', 'Board', 'bod')`)

async function listening() {
  const PORT = String(await freePort())
  const service = startService(t, { DATABASE_URL, PORT })
  await service.until('Server listening')
  return service
}

t.test('a port that is taken is said in one sentence, before anything is made', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const { port } = taken.address() as { port: number }
  const DATA_DIR = join(t.testdir(), 'data')
  const { status, printed } = await startService(t, { DATA_DIR, PORT: String(port) }).ended
  t.same(
    [status, printed],
    [1, `Port ${port} is taken. Set PORT to another one, or stop what listens there.\n`],
  )
  const metrics = { DATA_DIR, PORT: String(await freePort()), METRICS_PORT: String(port) }
  for (const entry of ['src/server.js', 'src/worker.js'])
    t.match((await startService(t, metrics, entry).ended).printed, `Port ${port} is taken. Set METRICS_PORT`)
  await t.rejects(access(DATA_DIR), { code: 'ENOENT' })
})

t.test('a database that can not be reached is said in one sentence, with exit status 1', async (t) => {
  const port = await freePort()
  const { status, printed } = await startService(t, {
    DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/sos`,
    LOG_LEVEL: 'silent',
  }).ended
  t.equal(status, 1)
  t.match(
    printed,
    /^The database sos at 127\.0\.0\.1:\d+ can't be used \(.*ECONNREFUSED.*\)\. Check DATABASE_URL.*\n$/,
  )
  t.notMatch(printed, 'secret')
})

t.test('settings that are missing are said one sentence each, with exit status 1', async (t) => {
  const { status, printed } = await startService(t, { DATABASE_URL, NODE_ENV: 'production' }).ended
  t.equal(status, 1)
  t.match(
    printed,
    /^2 settings are wrong:\n- JWT_SECRET is missing: .*\n- WEBHOOK_SECRET_KEY is missing: .*\n$/,
  )
})

t.test('npm run migrate brings an empty database to this release and ends', async (t) => {
  const empty = await createTestDatabase(t, { empty: true })
  const migrate = () => startService(t, { DATABASE_URL: empty, LOG_LEVEL: 'warn' }, 'src/migrate.ts').ended
  const { status, printed } = await migrate()
  t.same([status, printed.split('\n').at(-2)], [0, 'The database is up to date.'])
  const client = await clientOf(t, empty)
  const { rows } = await client.query(`select to_regclass('sellers') is not null as tables,
    to_regnamespace('pgboss') is not null as queue`)
  t.same(rows, [{ tables: true, queue: true }])
})

t.test('SIGTERM lets the request under way finish, takes no new one and exits with 0', async (t) => {
  const { child, url, ended, until } = await listening()
  await database.query('begin; lock table warehouses in access exclusive mode')
  const answer = fetch(`${url}/api/warehouses`, { headers: { 'x-user-id': '1' } })
  await waitForLock()
  child.kill('SIGTERM')
  await until('stopping')
  await t.rejects(
    fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then((r) =>
      r.ok ? r : Promise.reject(r),
    ),
  )
  await database.query('commit')
  t.equal((await answer).status, 200)
  t.equal((await ended).status, 0)
})

t.test('a second signal exits at once', async (t) => {
  const { child, url, ended, until } = await listening()
  await database.query('begin; lock table warehouses in access exclusive mode')
  const answer = fetch(`${url}/api/warehouses`, { headers: { 'x-user-id': '1' } })
  answer.catch(() => {})
  await waitForLock()
  child.kill('SIGTERM')
  await until('stopping')
  child.kill('SIGTERM')
  t.equal((await ended).status, 1)
  await t.rejects(answer)
  await database.query('commit')
})

t.test(
  'while the database is away requests get 503 with Retry-After, and it recovers by itself',
  async (t) => {
    const { url } = await listening()
    const healthCheck = () => startService(t, { PORT: new URL(url).port }, 'src/health-check.ts').ended
    t.match(await healthCheck(), { status: 0, printed: '' })
    const name = new URL(DATABASE_URL).pathname.slice(1)
    const admin = await clientOf(t, DATABASE_URL.replace(`/${name}`, '/postgres'))
    const ask = () => fetch(`${url}/api/warehouses`, { headers: { 'x-user-id': '1' } })
    t.equal((await ask()).status, 200)

    await admin.query(`alter database ${name} with allow_connections false`)
    database.removeAllListeners('error').on('error', () => {})
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name])
    const away = await ask()
    t.same(
      [away.status, await away.json()],
      [503, { error: "The database can't be reached; try again in a few seconds." }],
    )
    t.ok(Number(away.headers.get('retry-after')) > 0)
    t.equal((await fetch(`${url}/api/health`)).status, 200, 'the process itself is alive')
    t.equal((await fetch(`${url}/api/health/ready`)).status, 503)
    t.match(await healthCheck(), { status: 1, printed: /^503 .*can't be reached/ })

    await admin.query(`alter database ${name} with allow_connections true`)
    let back = await ask()
    await eventually(async () => {
      if (back.status === 503) back = await ask()
      return back.status !== 503
    })
    t.equal(back.status, 200)
  },
)

/** Until some request waits for the locked table. */
const waitForLock = () =>
  eventually(async () => {
    const { rowCount } = await database.query(
      `select from pg_locks where not granted and relation = 'warehouses'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount !== 0
  })
