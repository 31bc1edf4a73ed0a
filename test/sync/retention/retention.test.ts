import t from 'tap'
import { calculateNightly } from '../../../plugins/sos/runs/calculate.ts'
import { scoringRun } from '../../../plugins/sos/runs/scoring-run.ts'
import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'
import { againAfterConflict } from '../../../src/platform/database/statements/transaction.ts'
import { retentionJob } from '../../../src/platform/jobs/retention.ts'
import { clientOf } from '../../setup/client.ts'
import { eventually } from '../../setup/eventually.ts'
import { waiters } from '../../setup/waiters.ts'
import { ATTEMPT } from '../../sos/setup.ts'
import { GOOD } from '../good-records.ts'
import { syncApp } from '../sync-app.ts'

const service = await syncApp(t, { KEEP_FACTS_MONTHS: '13', CALCULATE_NIGHTLY: 'on' })
const { app, call, finalize, push, pushLines, pushTable, rows } = service
const NOW = periodOf(new Date(), 'UTC')
const months = (ago: number) => shiftPeriod(NOW, -ago)

// Jobs of the test before may read them in another order.
t.beforeEach(() =>
  againAfterConflict(() =>
    rows('truncate retention_deletions, scoring_runs, scoring_batches, score_explanations'),
  ),
)

const night = () => retentionJob.handler(app, {}, ATTEMPT)
const calculate = (period: string, headers = {}) =>
  call('bod', 'POST', '/api/sos/monthly/calculate', { period }, headers)
const order = (period: string, order_code: string) => ({
  order_code,
  seller_code: 'S-1',
  ordered_at: `${period}-10T00:00:00Z`,
})
const orders = (period: string, count: number) =>
  Array.from({ length: count }, (_, i) => order(period, `O-${period}-${i}`))
const left = async (table: string) => (await rows(`select * from ${table}`)).length
const deletions = () => rows('select feed, period, deleted from retention_deletions order by 1, 2')

t.test('facts are deleted by whole months, recorded, and the month is calculated no more', async (t) => {
  const old = months(14)
  await push('orders', [...orders(old, 40), ...orders(months(13), 3)])
  await finalize('S-1', old)
  await night()
  await night()
  t.equal(await left('orders'), 3, 'the month that is not quite past stays whole')
  t.same(await deletions(), [{ feed: 'orders', period: old, deleted: 40 }])

  const before = await rows('select * from monthly_scores')
  const refused = await calculate(old)
  t.match(refused, { status: 409, headers: { 'x-error-code': 'facts_deleted' } })
  t.match(refused.body.error, new RegExp(`^Retention has deleted facts of ${old} \\(orders: 40, last on `))
  t.equal((await calculate(old, { prefer: 'respond-async' })).status, 409)
  t.equal((await calculate(months(13))).status, 200)
  t.same(await rows(`select * from monthly_scores where period = '${old}'`), before)

  const { periods } = (await call('viewer', 'GET', '/api/sync/status')).body.data[0]
  t.match(periods, [
    { period: months(13), created: 3, retention: undefined },
    { period: old, created: 0, late: 0, retention: { deleted: 40, deleted_at: String } },
  ])
})

t.test('a control total goes after the facts that it is of', async (t) => {
  const old = months(15)
  await rows(`insert into sync_control_totals (seller_id, feed, period, totals, received_at)
              select 0, feed, '${old}', '{"records": 1}', now() - interval '14 months'
              from unnest(array['orders', 'tickets']) as f(feed)`)
  await rows(`insert into retention_deletions (feed, period, deleted) values ('orders', '${old}', 1)`)
  await night()
  t.same(await rows('select feed from sync_control_totals'), [{ feed: 'tickets' }])
})

t.test('a run that was opened without looking fails with the same sentence', async (t) => {
  const old = months(20)
  await rows(`insert into retention_deletions (feed, period, deleted) values ('tickets', '${old}', 7)`)
  const [run] = await rows(
    `insert into scoring_runs (period, open_period) values ('${old}', '${old}') returning id`,
  )
  await scoringRun.handler(app, { run_id: Number(run?.id) }, ATTEMPT)
  t.match((await call('bod', 'GET', `/api/sos/runs/${run?.id}`)).body, {
    status: 'failed',
    error: /tickets: 7/,
  })
})

t.test('the nightly job passes over a month without its facts, and says so', async (t) => {
  await rows(`insert into retention_deletions (feed, period, deleted) values ('orders', '${months(1)}', 1)`)
  await calculateNightly.handler(app, {}, ATTEMPT)
  t.match(await rows('select period from scoring_runs'), [{ period: NOW }])
  await eventually(async () => (await left('scoring_runs where finished_at is null')) === 0)
})

t.test('the facts of a month stay while it has a score that is not final', async (t) => {
  const [old, campaignMonth] = [months(18), months(16)]
  await rows(
    `update campaigns set start_date = '${campaignMonth}-01', end_date = '${campaignMonth}-05' where campaign_code = 'C-SEP'`,
  )
  const invoice = (invoice_code: string, due: string, paid: string) => ({
    ...{ ...GOOD.payments, invoice_code, issued_on: `${due}-01`, due_on: `${due}-02`, paid_on: `${paid}-03` },
  })
  await push('orders', orders(old, 2))
  await push('payments', [
    invoice('paid late', months(20), months(16)),
    invoice('of another time', months(17), months(16)),
  ])
  const forecast = { seller_code: 'S-1', forecast_orders: 1, submitted_at: `${old}-01T00:00:00Z` }
  await push('forecasts', [
    { ...forecast, period: old },
    { ...forecast, period: months(19) },
    { ...forecast, period: months(17), campaign_code: 'C-SEP' },
  ])
  await push('campaign-actuals', [{ seller_code: 'S-1', campaign_code: 'C-SEP', actual_orders: 1 }])
  const leftover = () => rows('select invoice_code from invoices order by 1')
  for (const period of [old, campaignMonth]) await finalize('S-2', period)
  await rows(`update monthly_scores set status = 'draft', finalized_at = null`)

  await night()
  t.equal(await left('orders'), 2)
  t.same(await leftover(), [{ invoice_code: 'of another time' }, { invoice_code: 'paid late' }])
  t.same(await rows('select period from forecasts order by 1'), [{ period: old }, { period: months(17) }])
  t.equal(await left('campaign_actuals'), 1)
  t.same(await deletions(), [{ feed: 'forecasts', period: months(19), deleted: 1 }])

  await rows(
    `update monthly_scores set status = 'final', finalized_at = now() where period = '${campaignMonth}'`,
  )
  await night()
  t.same(await leftover(), [{ invoice_code: 'paid late' }], 'it counts in the month of the draft, too')
  t.same(await rows('select period from forecasts'), [{ period: old }])
  t.equal((await calculate(old)).status, 200)

  await rows(`update monthly_scores set status = 'final', finalized_at = now()`)
  await night()
  for (const table of ['orders', 'invoices', 'forecasts', 'campaign_actuals'])
    t.equal(await left(table), 0, table)
  t.same(
    await rows(`select period, deleted from retention_deletions where feed = 'payments' order by 1`),
    [20, 19, 18, 17, 16].map((ago) => ({ period: months(ago), deleted: ago > 17 ? 1 : 2 })),
  )
})

t.test('facts of every feed are deleted and recorded under their month', async (t) => {
  const old = months(16)
  const { sellers: _, ...facts } = GOOD
  await rows(
    `update campaigns set start_date = '${old}-01', end_date = '${old}-05' where campaign_code = 'C-OCT'`,
  )
  for (const [feed, record] of Object.entries(facts)) {
    const then = JSON.parse(
      JSON.stringify(record)
        .replaceAll(/2026-(09|10)/g, old)
        .replaceAll('-31', '-28'),
    )
    const { body } = await push(feed, [then])
    t.match(body, { created: 1 }, feed)
    t.match(body.warnings.join(), /One record is of months more than 13 months ago/, feed)
  }
  await night()
  t.same(
    await deletions(),
    Object.keys(facts)
      .sort()
      .map((feed) => ({ feed, period: old, deleted: 1 })),
  )
  t.same(await rows('select created from sync_feed_periods where created > 0'), [])
})

t.test('a push of what the next clean-up deletes is answered with a warning', async (t) => {
  const old = order(months(14), 'old')
  const warning = [/^One record is of months more than 13 months ago .* tonight's clean-up deletes it/]
  t.match((await push('orders', [old, order(months(1), 'new')])).body, { created: 2, warnings: warning })
  t.match((await push('orders', [old])).body, { unchanged: 1, warnings: warning })
  t.match((await push('orders', [old], '?dry_run=true')).body.warnings, warning)
  t.match((await pushLines('orders', JSON.stringify(old))).body.warnings, warning)
  t.match((await pushLines('orders', JSON.stringify(old), '?atomic=true')).body.warnings, warning)
  const csv = `order_code,seller_code,ordered_at\n${Object.values(old).join()}\nO-2,S-1,${old.ordered_at}\n`
  t.match((await pushTable('orders', csv)).body.warnings, [/^2 records are of months .* deletes them/])
  t.notOk((await push('orders', [{ ...old, deleted: true }])).body.warnings, 'what is taken back')
  await finalize('S-1', months(14))
  await rows(`update monthly_scores set status = 'draft', finalized_at = null`)
  t.notOk((await push('orders', [old])).body.warnings, 'a month that is not final keeps its facts')
})

t.test('of a clean-up and a calculation at once, one sees the other', async (t) => {
  const each = Array.from({ length: 8 }, (_, i) => months(14 + i))
  for (const period of each) await push('orders', orders(period, 35))
  const [answers] = await Promise.all([
    Promise.all(each.map((period) => calculate(period))),
    night(),
    night(),
  ])
  for (const [i, period] of each.entries()) {
    const [score] = await rows(
      `select orders, is_rated from monthly_scores join sellers s on s.id = seller_id
       where seller_code = 'S-1' and period = '${period}'`,
    )
    const [{ kept } = {}] = await rows(
      `select count(*) as kept from orders where to_char(ordered_at, 'YYYY-MM') = '${period}'`,
    )
    const seen = [answers[i]?.status, score?.orders, kept]
    t.same(seen, score ? [200, 35, 35] : [409, undefined, 0], period)
  }
})

t.test('a run that waits for a worker keeps the facts, and a clean-up holds a new run up', async (t) => {
  const old = months(15)
  await push('orders', orders(old, 2))
  const holder = await clientOf(t, app.db.connectionString)
  await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('scoring of ${old}', 0))`)
  const done: string[] = []
  const both = [night().then(() => done.push('night')), calculate(old).then(() => done.push('calculate'))]
  await eventually(async () => (await waiters(app.db, 'pg_advisory_xact_lock')) === 2)
  t.same(done, [], 'both wait for the lock of the month')
  await holder.query(`insert into scoring_runs (period, open_period) values ('${old}', '${old}'); commit`)
  await both[0]
  t.equal(await left('orders'), 2, 'the run that was opened keeps them')
  await rows(`update scoring_runs set status = 'failed', open_period = null, finished_at = now()`)
  await both[1]
})
