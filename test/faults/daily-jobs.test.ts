import t, { type Test } from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { testApp, testSettings } from '../setup/app.ts'
import { freePort, startService } from '../setup/service.ts'
import { sure } from './polling.ts'

const DAILY = ['appeal-expiry', 'calculate-nightly', 'campaign-states', 'retention']
const PATIENCE_MS = 300_000
const SELLERS = 30
const THIS_MONTH = periodOf(new Date(), 'UTC')

t.test('two processes with workers do the work of a day once', async (t) => {
  const { app, DATABASE_URL } = await testApp(t)
  const { db } = app
  await db.pool.query(`
    insert into sellers (seller_code, company_name, contract_start_date)
      select 'S-' || n, 'Seller', date '2020-01-01' from generate_series(1, ${SELLERS}) n`)
  await db.pool.query(`insert into account_managers (name) values ('Manager')`)
  const jobs = (state?: string) =>
    db.rows<{ name: string }>(
      `select name from pgboss.job
       where name = any($1::text[]) and ($2::text is null or state::text = $2) order by name`,
      [DAILY, state ?? null],
    )

  await makeDue()
  await everyMinute()
  const settings = { ...testSettings, LOG_LEVEL: 'warn', DATABASE_URL, CALCULATE_NIGHTLY: 'on' }
  const ports = [await freePort(), await freePort()].map(String)
  const workers = ports.map((METRICS_PORT) => startService(t, { ...settings, METRICS_PORT }, 'src/worker.js'))
  const isReady = (port: string) =>
    fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const areReady = async () => (await Promise.all(ports.map(isReady))).every(Boolean)
  await sure('Two workers', PATIENCE_MS, areReady)

  await t.test('each job that is due comes once, whoever sends it', async (t) => {
    await sure(
      'The jobs of the schedule',
      PATIENCE_MS,
      async () => {
        const done = new Set((await jobs('completed')).map(({ name }) => name))
        if (done.size === DAILY.length) return true
        await everyMinute() // a process that looks late has set its own schedule before
      },
      1000,
    )
    const sent = await jobs()
    t.same([...new Set(sent.map(({ name }) => name))], DAILY)
    const minutes = await db.rows(
      `select distinct data ->> 'name', singleton_on from pgboss.job where name = '__pgboss__send-it'`,
    )
    t.ok(sent.length <= minutes.length, `${sent.length} jobs in ${minutes.length} minutes of the schedule`)
    await expectOnce(t, 1)
  })

  await t.test('jobs that come twice, to both at once, have one effect', async (t) => {
    const before = (await jobs()).length
    await makeDue()
    await db.run(
      `insert into pgboss.job (name, data) select name, '{}' from unnest($1::text[]) name, generate_series(1, 2)`,
      [DAILY],
    )
    const all = before + 2 * DAILY.length
    await sure('The doubled jobs', PATIENCE_MS, async () => (await jobs('completed')).length >= all)
    await expectOnce(t, 2)
  })

  t.same(
    workers.map(({ child }) => child.exitCode),
    [null, null],
    'both still run',
  )

  /** Every minute is due: a process looks when it starts, then sets its schedules, and looks again every 30 seconds. */
  async function everyMinute() {
    await db.run(
      `insert into pgboss.schedule (name, cron, timezone, data)
         select name, '* * * * *', 'UTC', '{}' from unnest($1::text[]) name
       on conflict (name, key) do update set cron = excluded.cron`,
      [DAILY],
    )
  }

  /** One appeal, one campaign and one stored answer whose time is over. */
  async function makeDue() {
    await db.pool.query(`
      insert into appeals (seller_id, period, component_appealed, appeal_reason_type, description, evidence_urls,
                           submitted_by_am_id, open_key, expires_at)
        values (1, '${THIS_MONTH}', 'o_score', 'other', 'late', '{}', 1, 'open', now() - interval '1 hour');
      insert into campaigns (campaign_code, campaign_name, campaign_type, start_date, end_date)
        values ('C-' || gen_random_uuid(), 'Campaign', 'mini_campaign', now() - interval '1 day', now() + interval '9 days');
      insert into idempotency_keys (user_id, key, request, created_at)
        values (1, 'old', '', now() - interval '2 days')`)
  }

  /** What there is once for each time that something was due. */
  async function expectOnce(t: Test, times: number) {
    const done = await db.rows(
      `select action, count(*)::int as times from audit_log
       where action in ('appeal.expired', 'campaign.started') group by action order by action`,
    )
    t.same(done, [
      { action: 'appeal.expired', times },
      { action: 'campaign.started', times },
    ])
    const { events, keys } = await db.one<{ events: number; keys: number }>(
      `select (select count(*)::int from events where type = 'appeal.decided') as events,
              (select count(*)::int from idempotency_keys) as keys`,
    )
    t.same({ events, keys }, { events: times, keys: 0 })
    await sure('The end of the nightly runs', PATIENCE_MS, async () => {
      const { open } = await db.one<{ open: number }>(
        `select count(*)::int as open from scoring_runs where status in ('queued', 'running')`,
      )
      return open === 0
    })
    const runs = await db.rows(
      `select period, bool_and(status = 'completed' and batches_done = batches_total) as done,
              (select count(*)::int from monthly_scores m where m.period = r.period) as scores
       from scoring_runs r group by period order by period`,
    )
    const scored = { done: true, scores: SELLERS }
    t.same(runs, [
      { period: shiftPeriod(THIS_MONTH, -1), ...scored },
      { period: THIS_MONTH, ...scored },
    ])
  }
})
