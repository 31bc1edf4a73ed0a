import t from 'tap'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'

const { app, call, DATABASE_URL } = await testApp(t)
const live = () => call(null, 'GET', '/api/health')
const ready = () => call(null, 'GET', '/api/health/ready')

/** Runs `work` while this test's database is in another state, told to the server by a neighbour of it. */
async function whileDatabase(to: string, back: string, work: () => Promise<void>) {
  const name = new URL(DATABASE_URL).pathname.slice(1)
  const admin = await clientOf(t, Object.assign(new URL(DATABASE_URL), { pathname: '/postgres' }).href)
  const become = async (state: string) => {
    await admin.query(`alter database ${name} ${state}`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }
  try {
    await become(to)
    await work()
  } finally {
    await become(back)
  }
}

t.test('both answer 200 to anyone, with the time', async (t) => {
  const before = new Date().toISOString()
  const said = ['module', 'status', 'timestamp']
  t.same(Object.keys((await live()).body).sort(), said)
  for (const { status, body } of [await live(), await ready()]) {
    t.equal(status, 200)
    t.match(body, { status: 'ok', module: 'seller-operating-score' })
    t.ok(body.timestamp >= before && body.timestamp <= new Date().toISOString(), body.timestamp)
  }
})

t.test('readiness says how the jobs are, and is none the worse for it', async (t) => {
  const alone = (await ready()).body
  t.match(alone, { jobs_waiting: Number, oldest_waiting_seconds: Number })
  await app.db.run(`insert into pgboss.job (name, start_after)
                    values ('retention', clock_timestamp() - interval '90 seconds')`)
  await eventually(async () => (await ready()).body.oldest_waiting_seconds >= 90)
})

for (const [what, to, back, error] of [
  ['connections', 'allow_connections false', 'allow_connections true', /^The database can't be reached/],
  [
    'changes',
    'set default_transaction_read_only = on',
    'reset default_transaction_read_only',
    /^The database is read-only/,
  ],
] as const)
  t.test(`a database that takes no ${what} makes the process not ready, and leaves it alive`, async (t) => {
    await whileDatabase(to, back, async () => {
      await eventually(async () => error.test((await ready()).body.error))
      t.match(await ready(), { status: 503, body: { error }, headers: { 'retry-after': String } })
      t.equal((await live()).status, 200)
    })
    await eventually(async () => (await ready()).status === 200)
  })

t.test('probes may ask with any parameters', async (t) => {
  for (const path of ['/api/health', '/api/health/ready'])
    for (const query of ['?_=1', '?verbose', '?a=1&a=2&b[]=3', '?token=x%20y'])
      t.equal((await call(null, 'GET', path + query)).status, 200, path + query)
})
