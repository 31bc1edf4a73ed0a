import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { withDemoLock } from '../../prisma/seed/progress.ts'
import { seedDemo } from '../../prisma/seed/seed-demo.ts'
import type { App } from '../../src/app.ts'
import { testApp } from '../setup/app.ts'
import { createTestDatabase } from '../setup/database.ts'
import { eventually } from '../setup/eventually.ts'
import { someOf } from '../setup/form.ts'
import { demoContents } from './demo-contents.ts'

/** All four months are over, so that what is scored does not depend on when it is scored. */
const today = '2025-06-17'
const PERIODS = ['2025-03', '2025-04', '2025-05', '2025-06']
const small = { today, sellers: 16 }

/** The service on a database without a user. */
async function emptyApp(t: Pick<Test, 'teardown'>, settings: Parameters<typeof testApp>[1] = {}) {
  const DATABASE_URL = settings.DATABASE_URL ?? (await createTestDatabase(t))
  return { DATABASE_URL, app: (await testApp(t, { WORKER: 'on', ...settings, DATABASE_URL })).app }
}

const contents = ({ db }: App) => demoContents((text) => db.rows(text))

const undisturbed = emptyApp(t).then(async ({ app }) => {
  await seedDemo(app, small)
  return { app, made: await contents(app) }
})

t.test('an empty database gets the whole demo', async (t) => {
  const { app, made } = await undisturbed
  t.same(made.service_state, [
    { key: 'demo', value: { state: 'ready', anchor: today, sellers: 16, months_done: 4 } },
  ])
  t.same([made.users?.length, made.campaigns?.length, made.sellers?.length], [17, 7, 16])
  t.match(made.drafts, [{ name: 'Gold asks for more of every component' }])
  t.match(made.backtests, [{ draft_id: 1, from_period: PERIODS[0], to_period: PERIODS[2] }])
  t.same([made.drafts?.length, made.backtests?.length], [1, 1])
  await eventually(async () => {
    const { status } = await app.db.one<{ status: string }>('select status from backtests')
    return status === 'completed'
  })
  t.same(made.webhooks, [
    {
      name: 'Data warehouse',
      url: 'https://hooks.example.com/seller-scores',
      events: ['*'],
      is_active: false,
    },
  ])
  const statusesOf = (rows: object[] = []) =>
    [...new Set((rows as { status: string }[]).map(({ status }) => status))].sort().join(' ')
  t.equal(statusesOf(made.appeals), 'approved partially_approved pending rejected under_review')
  t.equal(statusesOf(made.surcharges), 'applied pending waived')
  const statuses = await app.db.rows(`select period, status from monthly_scores group by 1, 2 order by 1, 2`)
  t.same(statuses, [
    { period: PERIODS[0], status: 'final' },
    { period: PERIODS[1], status: 'final' },
    { period: PERIODS[2], status: 'draft' },
    { period: PERIODS[2], status: 'under_review' },
    { period: PERIODS[3], status: 'draft' },
  ])
  t.same(await app.db.rows('select feed, rejected, late from sync_feeds where rejected + late > 0'), [])
})

t.test('a second start changes nothing', async (t) => {
  const { app, made } = await undisturbed
  const before = await app.db.row('select max(id) from audit_log')
  await seedDemo(app, small)
  t.same(await app.db.row('select max(id) from audit_log'), before)
  t.same(await contents(app), made)
})

t.test('a month that was cut off at its end is repeated, which changes nothing', async (t) => {
  const { app } = await emptyApp(t)
  for (const period of someOf(PERIODS.toReversed(), 1).reverse()) {
    const say = (line: string) => {
      if (line.startsWith(`  ${period}`)) throw new Error(`cut off in ${period}`)
    }
    await t.rejects(seedDemo(app, { ...small, say }), { message: `cut off in ${period}` })
  }
  await seedDemo(app, small)
  t.same(await contents(app), (await undisturbed).made)
})

t.test('a seeding that loses the connection of its lock goes on', async (t) => {
  const { app } = await emptyApp(t)
  let cut: Promise<object[]> | undefined
  const say = () => {
    cut ??= app.db.rows(
      `select pg_terminate_backend(pid) as done from pg_stat_activity
       where datname = current_database() and application_name like '%demo lock'`,
    )
  }
  await seedDemo(app, { ...small, say })
  t.same(await cut, [{ done: true }])
  t.same(await contents(app), (await undisturbed).made)
})

for (const line of someOf([`  ${PERIODS[1]}`, 'Filling'], 1))
  t.test(`a seeding that is killed after it says "${line}" is completed by the next start`, async (t) => {
    const DATABASE_URL = await createTestDatabase(t)
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const program = join(import.meta.dirname, 'seeding-process.ts')
    const child = spawn(process.execPath, [program, today, String(small.sellers)], {
      env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    t.teardown(() => child.kill('SIGKILL'))
    for await (const printed of createInterface(child.stdout))
      if (printed.startsWith(line)) child.kill('SIGKILL')
    t.same(await ended, [null, 'SIGKILL'])
    const { app } = await emptyApp(t, { DATABASE_URL })
    const { value } = await app.db.one<{ value: object }>(
      `select value from service_state where key = 'demo'`,
    )
    t.match(value, { state: 'seeding' })
    await seedDemo(app, { today: '2020-01-01' })
    t.same(await contents(app), (await undisturbed).made)
  })

t.test('of two processes that start at once one makes the demo', async (t) => {
  const { app, DATABASE_URL } = await emptyApp(t)
  const { app: other } = await emptyApp(t, { DATABASE_URL })
  await Promise.all([seedDemo(app, small), seedDemo(other, small)])
  t.same(await contents(app), (await undisturbed).made)
  const runs = await app.db.row('select count(*) from scoring_runs')
  t.same(runs, { count: 4 })
})

t.test('a database that somebody has begun to use is left alone', async (t) => {
  const { app } = await testApp(t, { WORKER: 'on' })
  const before = await contents(app)
  await seedDemo(app, small)
  t.same(await contents(app), before)
})

t.test('in verified mode the demo is refused, because nobody could log in', async (t) => {
  const { app } = await emptyApp(t, {
    AUTH_MODE: 'verified',
    JWT_SECRET: 'x'.repeat(32),
    WEBHOOK_SECRET_KEY: 'x'.repeat(32),
  })
  await t.rejects(seedDemo(app, small), { name: 'StartupError', message: /AUTH_MODE/ })
  t.same(await app.db.rows('select id from users'), [])
})

t.test('without a worker the start says so', async (t) => {
  const { app } = await emptyApp(t, { WORKER: 'off', CALCULATE_WAIT_SECONDS: '1' })
  await t.rejects(seedDemo(app, small), { name: 'StartupError', message: /no worker/ })
})

t.test('a process that waits too long for another says so, and one that fails lets it go', async (t) => {
  const db = { connectionString: await createTestDatabase(t) }
  const failing = withDemoLock(db, () => Promise.reject(new Error('failed')))
  await t.rejects(failing, { message: 'failed' })
  await withDemoLock(db, () =>
    t.rejects(
      withDemoLock(db, async () => t.fail('it worked without the lock'), 50),
      { name: 'StartupError', message: /Another process is still filling/ },
    ),
  )
})
