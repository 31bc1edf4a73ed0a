import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PgBoss } from 'pg-boss'
import t from 'tap'
import {
  countJobs,
  idleQueues,
  queueQuestions,
  readAttempts,
  readStatus,
} from '../../../src/platform/jobs/queue-queries.ts'
import { testApp } from '../../setup/app.ts'

// The tables of pg-boss are its own. What src/platform/jobs/queue-queries.ts relies on in them is held here against the
// release that is installed: names, types, the order of states, and that pg-boss sees what we have written as we mean it.

const RELEASE = '12.35.0'
const FILE = 'src/platform/jobs/queue-queries.ts'

/** Every column that the statements name, with its type. */
const USED = {
  job: {
    id: 'uuid',
    name: 'text',
    state: 'job_state',
    data: 'jsonb',
    output: 'jsonb',
    blocked: 'bool',
    retry_count: 'int4',
    start_after: 'timestamptz',
    started_on: 'timestamptz',
    completed_on: 'timestamptz',
  },
  queue: {
    name: 'text',
    ready_count: 'int4',
    deferred_count: 'int4',
    active_count: 'int4',
    failed_count: 'int4',
  },
}
/** `state < 'active'` is a job that nobody has begun. */
const STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed']

const { app, DATABASE_URL } = await testApp(t)
const { db } = app
const boss = new PgBoss({
  ...{ connectionString: DATABASE_URL, schema: db.queueSchema },
  ...{ migrate: false, supervise: false, schedule: false },
})
boss.on('error', (error) => t.fail(error.message))
await boss.start()
t.teardown(() => boss.stop({ graceful: false }))

t.test('the release of pg-boss is pinned to the one whose tables were read', async (t) => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const { version } = JSON.parse(await readFile('node_modules/pg-boss/package.json', 'utf8'))
  t.same([dependencies['pg-boss'], version], [RELEASE, RELEASE])
})

t.test('its tables have the columns that are used, of the types that are meant', async (t) => {
  for (const [table, columns] of Object.entries(USED)) {
    const rows = await db.rows<{ column_name: string; udt_name: string }>(
      'select column_name, udt_name from information_schema.columns where table_schema = $1 and table_name = $2',
      [db.queueSchema, table],
    )
    const made = Object.fromEntries(rows.map(({ column_name, udt_name }) => [column_name, udt_name]))
    t.match(made, columns, table)
  }
  const states = await db.one<{ states: string[] }>(
    `select enum_range(null::${db.queueSchema}.job_state)::text[] as states`,
  )
  t.same(states.states, STATES)
  t.match(await boss.detectSchemaDrift(), { ok: true, columnDrift: [], enumDrift: null })
})

t.test('every statement that only reads runs as it is', async (t) => {
  await t.resolves(readStatus(db))
  await t.resolves(readAttempts(db, ['scoring-run', 'scoring-batch'], { run_id: 1 }))
  for (const { name, sql } of queueQuestions(db.queueSchema)) await t.resolves(db.rows(sql), name)
  await t.resolves(db.rows(countJobs(db.queueSchema, 'webhook-delivery')))
  t.same(await idleQueues(db, ['retention']), ['retention'])
})

t.test('no other file of the service names its tables', async (t) => {
  const names = Object.keys(USED).join('|')
  const tables = new RegExp(
    `(?:pgboss|[qQ]ueueSchema\\}?|schema\\})\\.(?:${names}|schedule|version|archive)\\b`,
  )
  const files = globSync('{src,plugins,prisma,console}/**/*.{ts,tsx,sql}', {
    exclude: ['**/node_modules/**'],
  })
  t.ok(files.length > 500, `${files.length} files`)
  t.same(
    files.filter((file) => tables.test(readFileSync(file, 'utf8'))),
    [FILE],
  )
})

t.test('what is counted is what pg-boss has counted', async (t) => {
  await boss.createQueue('counted')
  await boss.insert('counted', [{ data: {} }, { data: {} }, { data: {}, startAfter: 3600 }])
  await boss.supervise('counted')
  const { readyCount, deferredCount } = (await boss.getQueue('counted')) ?? {}
  t.same([readyCount, deferredCount], [2, 1])
  const counts = queueQuestions(db.queueSchema).find(({ name }) => name === 'sos_queue_jobs')?.sql as string
  const rows = await db.rows<{ labels: string[]; value: number }>(counts)
  const ofQueue = rows.filter(({ labels }) => labels[0] === 'counted')
  t.same(Object.fromEntries(ofQueue.map(({ labels, value }) => [labels[1], Number(value)])), {
    ready: 2,
    deferred: 1,
    active: 0,
    failed: 0,
  })
  const all = await boss.getQueues()
  const { jobs_waiting } = await readStatus(db)
  t.equal(
    jobs_waiting,
    all.reduce((sum, queue) => sum + queue.readyCount, 0),
  )
})

t.test(
  'a start gives the queues of another release the options of this one, and touches no other',
  async (t) => {
    const queues = () =>
      db.rows<{ name: string }>(
        // What a running queue notes of its own work is no option.
        `select to_jsonb(q) - 'maintain_on' - 'monitor_on' - 'monitor_claim_on' as options, name from pgboss.queue q order by name`,
      )
    const before = await queues()
    await testApp(t, { DATABASE_URL })
    t.same(await queues(), before, 'no queue is written where nothing has changed')

    await db.run(
      `update pgboss.queue set expire_seconds = 77, heartbeat_seconds = 55 where name in ('scoring-run', 'retention')`,
    )
    await testApp(t, { DATABASE_URL })
    const after = await db.rows(
      'select name from pgboss.queue where expire_seconds = 77 or heartbeat_seconds = 55',
    )
    t.same(after, [])
  },
)
