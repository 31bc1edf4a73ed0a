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

t.test('a port that is taken is said in one sentence, before anything is made', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const { port } = taken.address() as { port: number }
  const DATA_DIR = join(t.testdir(), 'data')
  const PORT = String(await freePort())
  for (const [name, settings, entry] of [
    ['PORT', {}, 'src/server.js'],
    ['METRICS_PORT', { PORT }, 'src/server.js'],
    ['METRICS_PORT', { PORT }, 'src/worker.js'],
  ] as const) {
    const { status, printed } = await startService(t, { DATA_DIR, ...settings, [name]: String(port) }, entry)
      .ended
    const sentence = `Port ${port} is taken. Set ${name} to another one, or stop what listens there.\n`
    t.same([status, printed], [1, sentence], entry)
  }
  await t.rejects(access(DATA_DIR), { code: 'ENOENT' })
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

t.test('the health check of a container ends with 1 while the database is away, and says why', async (t) => {
  const PORT = String(await freePort())
  await startService(t, { DATABASE_URL, PORT }).until('Server listening')
  const healthCheck = () => startService(t, { PORT }, 'src/health-check.ts').ended
  t.match(await healthCheck(), { status: 0, printed: '' })
  const name = new URL(DATABASE_URL).pathname.slice(1)
  const admin = await clientOf(t, DATABASE_URL.replace(`/${name}`, '/postgres'))
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name])
  await eventually(async () => (await fetch(`http://127.0.0.1:${PORT}/api/health/ready`)).status === 503)
  t.match(await healthCheck(), { status: 1, printed: /^503 .*can't be reached/ })
})
