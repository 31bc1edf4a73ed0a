import t from 'tap'
import { lateFacts, monthsWithLateFacts } from '../../plugins/corrections/late-facts.ts'
import { CHANGES } from '../backtests/draft.ts'
import { BEFORE, calculate, MONTHS, makeWorld } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { ATTEMPT } from '../sos/setup.ts'
import { tools } from './setup.ts'

const one = await testApp(t, { WORKER: 'on' })
const { app } = one
await makeWorld(app.db, 20)
await calculate(one, [BEFORE, ...MONTHS])
const { done, url, ask, approve, sellers, finalize, changeRule, appealApproved } = tools(one)
for (const period of MONTHS) await finalize(period)

const MAY = '2026-05'
const shown = (body = {}) => ask({ period: MAY, dry_run: true, facts_only: true, ...body })
const lateOrder = (seller_code: string, order_code: string, period = MAY) =>
  done('system', 'POST', '/api/sync/orders', {
    records: [
      {
        ...{ order_code, seller_code, units: 2, has_data_error: true },
        ordered_at: `${period}-20T10:00:00Z`,
        ready_by: `${period}-21T10:00:00Z`,
        ready_at: `${period}-24T10:00:00Z`,
      },
    ],
  })
/** What that order adds to the facts; all sellers here have fewer forecast than actual orders. */
const FACTS = { orders: 1, ready_due: 1, units_ordered: 2, actual_total: 1, absolute_error: 1 }
const whatIf = (seller_code: string) =>
  done('bod', 'POST', `/api/sos/sellers/${seller_code}/score/what-if`, { period: MAY, facts: FACTS })

t.test('without late facts nothing changes, whatever rules and exceptions are by now', async (t) => {
  await appealApproved(MAY)
  await changeRule(CHANGES[0] as Parameters<typeof changeRule>[0])
  t.match(await shown(), { status: 'computed', facts_only: true, sellers: 20, changed: 0, error: null })
  await done('bod', 'POST', '/api/sellers/BT-00003/exceptions', {
    ...{ exception_type: 'system_outage', effective_from: `${MAY}-01` },
    adjustment_rule: { op: 'set', value: 1 },
  })
  t.match(await shown(), { changed: 0 })
  const all = await ask({ period: MAY, dry_run: true })
  t.ok(all.changed > 1, 'a correction of all takes both')
  t.match(
    (await sellers(all.id)).find((one: { seller_code: string }) => one.seller_code === 'BT-00003'),
    { total_after: 1 },
  )
})

t.test('one late order moves its seller alone, by what a what-if says', async (t) => {
  const expected = [await whatIf('BT-00001'), await whatIf('BT-00002')] // the second with an appeal
  await lateOrder('BT-00001', 'late')
  await lateOrder('BT-00002', 'late')
  const { id } = await shown()
  t.match(
    await sellers(id),
    expected.map(({ seller_code, before, after }) => ({
      seller_code,
      ...{ total_before: before.total_sos, total_after: after.total_sos },
      ...{ tier_before: before.tier, tier_after: after.tier },
    })),
  )
  t.match(await shown({ seller_codes: ['BT-00002'] }), { sellers: 1, changed: 1 })
})

t.test('a score that this code does not come to again stays as it is', async (t) => {
  const move = (by: number) => app.db.run`
    update monthly_scores set total_sos = total_sos + ${by} where period = ${MAY}
      and seller_id = (select id from sellers where seller_code = 'BT-00002')`
  await move(-1)
  t.match(await shown(), { changed: 1 })
  await move(1)
})

t.test('a second person has the scores revised, by the rules that they had', async (t) => {
  const { id, changed } = await ask({ period: MAY, facts_only: true })
  t.equal(changed, 2)
  const expected = await sellers(id)
  const { corrected, left_out, run_ids } = await approve(id)
  t.match({ corrected, left_out }, { corrected: 2, left_out: 0 })
  for (const { seller_code, total_after } of expected) {
    const path = `/api/sos/sellers/${seller_code}/score?period=${MAY}`
    t.match(await done('viewer', 'GET', path), { total_sos: total_after, status: 'final' })
  }
  const same = await app.db.rows`
    select distinct n.rules = o.rules and n.as_of = o.as_of and n.feeds_in_use = o.feeds_in_use as same
    from scoring_runs n, scoring_runs o
    where n.id = any(${run_ids}::int[]) and o.period = n.period and o.correction_id is null`
  t.same(same, [{ same: true }])
  t.match(await shown(), { changed: 0 }, 'now they count')
})

t.test('every night months with new late facts get a dry run', async (t) => {
  const listed = async () => (await done('viewer', 'GET', url)).total
  const night = async () => {
    const before = await listed()
    await lateFacts.handler(app, {}, ATTEMPT)
    await lateFacts.handler(app, {}, ATTEMPT)
    await eventually(async () => {
      const { open } = await app.db.one<{ open: number }>`
        select count(*) as open from corrections where open_period is not null`
      return open === 0
    })
    return (await listed()) - before
  }
  t.equal(await night(), 0, 'all late facts are in a correction')
  await lateOrder('BT-00001', 'of the night')
  await lateOrder('BT-00003', 'late', '2026-04')
  await lateOrder('BT-00003', 'late', '2026-02') // not final
  t.equal(await night(), 2)
  const { data } = await done('viewer', 'GET', `${url}?limit=2`)
  const asked = { facts_only: true, dry_run: true, requested_by: null, requested_by_name: null }
  t.match(data, [
    { period: '2026-04', ...asked },
    { period: MAY, ...asked, changed: 1 },
  ])
  const log = `/api/audit?entity=correction&entity_id=${data[1].id}`
  t.match((await done('bod', 'GET', log)).data, [
    {
      action: 'correction.requested',
      user_id: null,
      after: { period: MAY, dry_run: true, facts_only: true },
    },
  ])
  t.equal(await night(), 0)
  await lateOrder('BT-00003', 'later')
  await lateOrder('BT-00003', 'later', '2026-04')
  const next = () => monthsWithLateFacts(app.db, { from: '2026-01', before: '2026-06', most: 1 })
  t.same(await next(), [MAY])
  await app.db.run`
    insert into corrections (period, reason, dry_run, status, finished_at) values (${MAY}, 'torn', true, 'failed', now())`
  t.same(await next(), ['2026-04'], 'a month that has failed lets the others go first')
})

t.test('what the service has asked for is forgotten after 90 days', async (t) => {
  const old = await app.db.rows<{ id: number }>`
    update corrections set finished_at = now() - interval '91 days' where status = 'computed' returning id`
  await lateFacts.handler(app, {}, ATTEMPT)
  const { left } = await app.db.one<{ left: number }>`
    select count(*) as left from corrections
    where id = any(${old.map(({ id }) => id)}::int[]) and requested_by is null`
  t.equal(left, 0)
  const orphans = await app.db.rows`
    select correction_id from correction_batches where correction_id not in (select id from corrections)
    union select correction_id from correction_scores where correction_id not in (select id from corrections)`
  t.same(orphans, [])
})
