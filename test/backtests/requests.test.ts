import t from 'tap'
import { forgetOldBacktests } from '../../plugins/backtests/backtest.ts'
import { backtestBatch, backtestReport, backtestRun, failedBacktest } from '../../plugins/backtests/jobs.ts'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { ATTEMPT } from '../sos/setup.ts'
import { CHANGES } from './draft.ts'
import { makeDraft, RANGE, request } from './setup.ts'

const one = await testApp(t)
const { app, call, user } = one
const draft_id = await makeDraft(app.db, CHANGES)
await app.db.bulk.run(`
  insert into sellers (seller_code, company_name) select 'S' || n, 'Seller' from generate_series(1, 2) n;
  insert into scoring_runs (period, status) values ('2026-03', 'completed')`)
/** Scores of both sellers, of no fact. */
await app.db.bulk.run(`
  insert into monthly_scores (
    seller_id, code, period, run_id, calculated_at, total_sos, is_rated, tier_name, tier_rank, tier_color, tier_benefits,
    p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted,
    f_score_raw, f_score_weighted, i_score_raw, i_score_weighted, previous_sos, delta_sos, direction, top_opportunity,
    is_grace_period)
  select id, seller_code, to_char(m, 'YYYY-MM'), 1, now(), 1, false, 'Unrated', 0, '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
         'stable', 'p_score', false
  from sellers, generate_series(date '2026-03-01', date '2026-05-01', interval '1 month') m`)
const ask = (body: object) => call('ops_head', 'POST', '/api/backtests', { draft_id, ...RANGE, ...body })
const get = async (id: number) => (await call('viewer', 'GET', `/api/backtests/${id}`)).body
const forget = (id: number) => call('bod', 'DELETE', `/api/backtests/${id}`)
/** Starts a backtest, and scores so many of its months. */
async function scoreMonths(id: number, months: number) {
  await backtestRun.handler(app, { backtest_id: id }, ATTEMPT)
  for (let months_done = 0; months_done < months; months_done++)
    await backtestBatch.handler(app, { backtest_id: id, batch: 0, months_done }, ATTEMPT)
}
const report = (id: number) => backtestReport.handler(app, { backtest_id: id, step: 'report' }, ATTEMPT)
const failed = { ...ATTEMPT, failure: 'no space' }
const running = new Date().toISOString().slice(0, 7)

t.test('a request that makes no sense is refused', async (t) => {
  const cases: [string, object, RegExp][] = [
    ['no draft', { draft_id: 99 }, /there is no draft 99/],
    ['the end before the start', { from: '2026-05', to: '2026-04' }, /is after/],
    ['the running month', { to: running }, /is not over/],
    ['a month of the future', { from: '2999-11', to: '2999-12' }, /is not over/],
    ['25 months', { from: shiftPeriod(running, -25), to: shiftPeriod(running, -1) }, /more than 24 months/],
    ['no month', { from: '2026-13' }, /from must be a month/],
    ['an odd base', { bonus_base: 1e300 }, /bonus_base/],
    ['another kind', { kind: 'guess' }, /kind/],
  ]
  for (const [what, body, sentence] of cases)
    t.match(await ask(body), { status: 400, body: { error: sentence } }, what)
  for (const path of ['7', '7/progress', '7/sellers'])
    t.match(await call('bod', 'GET', `/api/backtests/${path}`), { status: 404 }, path)
  t.equal((await forget(7)).status, 404)
  t.equal((await call('viewer', 'GET', '/api/backtests')).body.total, 0)
})

t.test('a month whose facts retention has deleted is refused, and one that loses them fails', async (t) => {
  const id = await request(one, { draft_id })
  await app.db.run`
    insert into retention_deletions (feed, period, deleted, deleted_at) values ('orders', '2026-04', 5, '2026-11-01')`
  t.match(await ask({}), {
    status: 400,
    body: { error: /^from, to: Retention has deleted facts of 2026-04/ },
  })
  await scoreMonths(id, 3)
  await report(id)
  t.match(await get(id), { status: 'failed', error: /^Retention has deleted facts of 2026-04/ })
  await app.db.run`delete from retention_deletions`
  await forget(id)
})

t.test('a draft that the rules have left behind is refused', async (t) => {
  const gone = await makeDraft(app.db, [{ type: 'surcharge', op: 'remove', identity: 'gone' }])
  t.match(await ask({ draft_id: gone }), {
    status: 400,
    body: { error: "draft_id: the draft can't be used: surcharge has no record of gone to remove" },
  })
  const worse = await makeDraft(app.db, [{ type: 'tiers', op: 'remove', identity: 'Unrated' }])
  t.match(await ask({ draft_id: worse }), { status: 400, body: { error: /tiers: min_score: one tier/ } })
})

t.test('without a worker it stays queued and says so', async (t) => {
  const id = await request(one, { draft_id })
  t.match(await get(id), {
    status: 'queued',
    waiting_for: /^No worker has taken it yet/,
    parts_total: null,
    sellers: null,
  })
  t.match(await call('bod', 'GET', `/api/backtests/${id}/sellers`), {
    status: 409,
    body: { error: /is queued/ },
  })
  t.match((await call('viewer', 'GET', '/api/backtests?status=queued')).body, { total: 1, data: [{ id }] })

  t.test('is cancelled, then forgotten, in the version that was seen', async (t) => {
    const seen = (await call('bod', 'GET', `/api/backtests/${id}`)).headers
    const forgetIf = (tag: unknown) =>
      call('bod', 'DELETE', `/api/backtests/${id}`, undefined, { 'if-match': String(tag) })
    t.equal((await forgetIf('"0"')).status, 412)
    t.same((await forgetIf(seen.etag)).body, { success: true })
    t.equal((await forgetIf(seen.etag)).status, 412, 'it is cancelled meanwhile')
    t.match(await get(id), { status: 'cancelled', waiting_for: null })
    await backtestRun.handler(app, { backtest_id: id }, ATTEMPT)
    t.match(await get(id), { status: 'cancelled' }, 'its job does nothing')
    t.same((await forget(id)).body, { success: true })
    t.equal((await get(id)).error, `There is no backtest ${id}.`)
    const { data } = (await call('bod', 'GET', '/api/audit?entity=backtest')).body
    const actions = data
      .filter(({ entity_id }: { entity_id: string }) => entity_id === String(id))
      .map(({ action }: { action: string }) => action)
    t.same(actions, ['backtest.forgotten', 'backtest.cancelled', 'backtest.requested'])
  })
})

t.test('what is deleted on its way writes nothing more', async (t) => {
  const id = await request(one, { draft_id })
  await scoreMonths(id, 1)
  // The part is computed, then waits for the row that the cancelling transaction holds.
  const scores = () =>
    app.db.one<{ count: number }>`select count(*) as count from backtest_scores where backtest_id = ${id}`
  t.same(await scores(), { count: 2 })
  let part: Promise<unknown> | undefined
  await app.db.transaction(async (tx) => {
    await tx.run`select from backtests where id = ${id} for update`
    part = backtestBatch.handler(app, { backtest_id: id, batch: 0, months_done: 1 }, ATTEMPT)
    await eventually(async () => (await waiters(app.db, 'parts_done + 1')) > 0)
    await tx.run`update backtests set status = 'cancelled', finished_at = now() where id = ${id}`
  })
  await part
  t.same(await scores(), { count: 2 }, 'the part is undone')
  t.match(await get(id), { status: 'cancelled', parts_done: 1 })
  await forget(id)
  t.same(await scores(), { count: 0 })
})

t.test('a job that came twice counts once, and one that failed for good fails the backtest', async (t) => {
  const id = await request(one, { draft_id, to: '2026-04' })
  const part = { backtest_id: id, batch: 0, months_done: 0 }
  await backtestRun.handler(app, { backtest_id: id }, ATTEMPT)
  await backtestRun.handler(app, { backtest_id: id }, ATTEMPT)
  await Promise.all([backtestBatch.handler(app, part, ATTEMPT), backtestBatch.handler(app, part, ATTEMPT)])
  t.match(await get(id), { status: 'running', parts_done: 1, parts_total: 2, sellers: 2 })
  await failedBacktest.handler(app, part, { ...ATTEMPT, failure: 'late news' })
  t.match(await get(id), { status: 'running' }, 'its part was done')
  await failedBacktest.handler(app, { ...part, months_done: 1 }, failed)
  t.match(await get(id), { status: 'failed', error: 'Batch 0 could not be scored: no space' })
  await forget(id)
})

t.test('one is cancelled at once while it is summed up', async (t) => {
  const id = await request(one, { draft_id, from: '2026-05' })
  await scoreMonths(id, 1)
  let summing: Promise<unknown> | undefined
  await app.db.transaction(async (tx) => {
    await tx.run`lock table backtest_scores in access exclusive mode`
    summing = report(id)
    await eventually(async () => (await waiters(app.db, 'from backtest_scores')) > 0)
    t.match(await forget(id), { status: 200 })
  })
  await summing
  const cancelled = await get(id)
  t.match(cancelled, { status: 'cancelled', error: null })
  t.equal(cancelled.scores, undefined, 'it has no report')
  await report(id)
  await failedBacktest.handler(app, { backtest_id: id, step: 'report' }, failed)
  t.match(await get(id), { status: 'cancelled' })
  await forget(id)

  const other = await request(one, { draft_id, from: '2026-05' })
  await scoreMonths(other, 0)
  await failedBacktest.handler(app, { backtest_id: other, step: 'report' }, failed)
  t.match(await get(other), { status: 'failed', error: 'It could not be summed up: no space' })
  await forget(other)
})

t.test('progress is an event for every change, and ends with the backtest', async (t) => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const id = await request(one, { draft_id, from: '2026-05' })
  const response = await fetch(`${url}/api/backtests/${id}/progress`, {
    headers: { 'x-user-id': `${user.viewer.id}` },
  })
  t.match(response.headers.get('content-type'), 'text/event-stream')
  const text = response.text()
  await scoreMonths(id, 1)
  t.match(await get(id), { status: 'running', parts_done: 1, parts_total: 1 }, 'it is still to be summed up')
  await report(id)
  const events = (await text).split('\n\n').filter(Boolean)
  t.match(events[0], /^event: progress\ndata: \{.*"status":"queued"/)
  t.match(events.at(-1), /^event: completed\ndata: \{.*"parts_done":1/)
  const done = await get(id)
  t.match(done, { status: 'completed', scores: 2, stored_differs: 2, spearman: null, psi: null })

  t.test('it is kept for 90 days', async (t) => {
    await forgetOldBacktests(app)
    t.match(await get(id), { status: 'completed' })
    await app.db.run`update backtests set finished_at = now() - interval '91 days' where id = ${id}`
    await forgetOldBacktests(app)
    t.match(await get(id), { error: `There is no backtest ${id}.` })
    t.same(await app.db.one`select count(*) as count from backtest_scores where backtest_id = ${id}`, {
      count: 0,
    })
  })
})

t.test('a month without scores is refused, and one that loses them fails', async (t) => {
  for (const [from, to, month] of [
    ['2001-01', '2001-02', '2001-01'],
    ['2026-02', '2026-04', '2026-02'],
    ['2026-04', '2026-07', '2026-06'],
  ])
    t.match(await ask({ from, to }), {
      status: 400,
      headers: { 'x-error-code': 'month_not_scored' },
      body: { error: `from, to: ${month} has no scores: choose months that were calculated` },
    })
  const id = await request(one, { draft_id, to: '2026-04' })
  await app.db.run`update monthly_scores set period = '2025' || right(period, 3) where period = '2026-04'`
  await scoreMonths(id, 2)
  await report(id)
  await app.db.run`update monthly_scores set period = '2026' || right(period, 3) where period = '2025-04'`
  t.match(await get(id), {
    status: 'failed',
    error: '2026-04 has no scores any more: choose months that have some',
  })
  await forget(id)
})

t.test('a rule that is under way is known to a backtest, or was written since', async (t) => {
  const begins = {
    'before it waits for its turn': `insert into idempotency_keys (user_id, key, request, created_at)
                                     values (${user.bod.id}, 'rule', '', '2000-01-01')`,
    'once it is written': `select from users where id = ${user.bod.id} for update`,
  }
  for (const [begun, held] of Object.entries(begins)) {
    const answered: string[] = []
    const answers = (what: string, { status, body }: Awaited<ReturnType<typeof ask>>) => {
      t.equal(status, 200, what)
      answered.push(what)
      return body.id as number
    }
    let rule: Promise<unknown> | undefined
    let asking: Promise<number> | undefined
    await app.db.transaction(async (tx) => {
      await tx.run(held)
      const fields = { category: begun, weight: 1, effective_from: '2098-01' }
      rule = call('bod', 'POST', '/api/config/helpdesk', fields, { 'idempotency-key': 'rule' }).then(
        (answer) => answers('rule', answer),
      )
      await eventually(async () => (await waiters(app.db)) === 1)
      asking = ask({}).then((answer) => answers('backtest', answer))
      await eventually(async () => answered.length === 1 || (await waiters(app.db)) === 2)
    })
    await rule
    const id = (await asking) as number
    t.equal((await get(id)).rules_written, answered[0] === 'backtest', begun)
    await forget(id)
    await app.db.run`delete from idempotency_keys`
  }
})

t.test('twenty are open at a time, however many ask at once', async (t) => {
  const answers = await Promise.all(Array.from({ length: 23 }, () => ask({})))
  const statuses = answers.map(({ status }) => status).sort()
  t.same(statuses, [...Array(20).fill(200), ...Array(3).fill(409)])
  t.match(answers.find(({ status }) => status === 409)?.body, {
    error: /^20 backtests are queued or running: wait for one of them/,
  })
})
