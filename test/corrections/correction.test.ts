import { Value } from '@sinclair/typebox/value'
import t, { type Test } from 'tap'
import { EVENTS } from '../../src/domain/events/event-types.ts'
import { decisionsOf } from '../../src/domain/scores/explainer.ts'
import type { Role } from '../../src/platform/access/roles.ts'
import { retentionJob } from '../../src/platform/jobs/retention.ts'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { readInputs } from '../../src/scoring/score-input.ts'
import { revised } from '../../src/scoring/simulation/world.ts'
import { CHANGES } from '../backtests/draft.ts'
import { calculate, contents, makeWorld } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { settled as allShown } from '../setup/settled.ts'
import { waiters } from '../setup/waiters.ts'
import { ATTEMPT } from '../sos/setup.ts'
import { tools } from './setup.ts'

const APRIL = '2026-04'
const MAY = '2026-05'
const [STRICTER] = CHANGES as [Parameters<ReturnType<typeof tools>['changeRule']>[0]]

// What the months would have been had nothing been wrong.
const right = await testApp(t, { WORKER: 'on' })
await makeWorld(right.app.db, 20)
await tools(right).changeRule(STRICTER)
await calculate(right, ['2026-03', APRIL, MAY])

const one = await testApp(t, { WORKER: 'on' })
const { app, call, user } = one
await makeWorld(app.db, 20)
const { done, url, get, ask, approve, sellers, totals, finalize, changeRule, settled, appealApproved } =
  tools(one)
const stock = await app.db.rows<{ line: object }>`
  delete from inventory_snapshots where snapshot_on between '2026-04-01' and '2026-04-30'
  returning jsonb_build_object(
    'seller_code', (select seller_code from sellers where id = seller_id), 'warehouse_code', 'WH-TEST', 'sku', sku,
    'snapshot_on', snapshot_on, 'received_on', received_on, 'quantity', quantity, 'volume_m3', volume_m3,
    'is_stranded', is_stranded) as line`
await calculate(one, ['2026-03', APRIL, MAY])

const refused = async (t: Test, body: object, status: number, error: RegExp) =>
  t.match(await call('ops_head', 'POST', url, { reason: 'test', ...body }), { status, body: { error } })
const notApproved = async (t: Test, id: number, error: RegExp, by: Role = 'bod') =>
  t.match(await call(by, 'POST', `${url}/${id}/approve`), { status: 409, body: { error } })

/** Everything but what requests and the queue write, once jobs about changed scores are done. */
async function quiet() {
  await eventually(async () => {
    const { open } = await app.db.one<{ open: number }>(
      `select count(*) as open from ${app.db.queueSchema}.job where name in ('am-kpi', 'certify') and state < 'completed'`,
    )
    return open === 0
  })
  const found = await contents(app.db)
  return Object.fromEntries(Object.entries(found).filter(([name]) => !name.startsWith('correction')))
}

t.test('a correction is of a finished month with final scores', async (t) => {
  await refused(t, { period: MAY }, 400, /^period: 2026-05 has no final scores/)
  await refused(t, { period: '2999-01' }, 400, /is not over/)
  await finalize(APRIL)
  await finalize(MAY)
  await refused(t, { period: MAY, seller_codes: ['BT-00001', 'NOBODY'] }, 400, /^seller_codes: NOBODY has no/)
  await refused(t, { period: MAY, reason: '' }, 400, /reason/)
  for (const path of ['7', '7/sellers']) t.equal((await call('viewer', 'GET', `${url}/${path}`)).status, 404)
  t.equal((await call('bod', 'POST', `${url}/7/approve`)).status, 404)
})

t.test('nothing wrong changes nothing', async (t) => {
  const none = await ask({ period: MAY })
  t.match(none, { status: 'computed', sellers: 20, changed: 0, error: null, found: { migration: [] } })
  await notApproved(t, none.id, /changes no score/)
  const { etag = '' } = (await call('bod', 'GET', `${url}/${none.id}`)).headers
  const rejected = async (tag: string) =>
    (await call('bod', 'POST', `${url}/${none.id}/reject`, undefined, { 'if-match': tag })).status
  t.same([await rejected('"0"'), await rejected(etag)], [412, 409])
})

t.test('a dry run shows who changes by a wrong rule, and can not be approved', async (t) => {
  await changeRule(STRICTER)
  const before = await quiet()
  const shown = await ask({ period: MAY, dry_run: true })
  t.same(await quiet(), before, 'it writes nothing but its own tables')
  t.match(shown, { status: 'computed', dry_run: true, sellers: 20, run_ids: [], corrected: 0 })
  t.ok(shown.changed > 5, `${shown.changed} change`)
  const rows = await sellers(shown.id)
  t.equal(rows.length, shown.changed)
  const should = new Map((await tools(right).totals(MAY)).map((row) => [row.code, row]))
  for (const { seller_code, total_after, tier_after, components } of rows)
    t.same(should.get(seller_code), {
      ...{ code: seller_code, total: total_after, tier: tier_after },
      raws: Object.values(components as Record<string, { after: number }>).map(({ after }) => after),
    })
  t.equal(shown.found.up + shown.found.down <= shown.changed, true)
  t.ok(shown.found.mean_abs > 0 && shown.found.max_abs >= shown.found.mean_abs)
  await app.db.run(`update correction_scores set is_rated_after = false where correction_id = ${shown.id}`)
  t.match(
    (await get(shown.id)).found,
    { up: shown.found.up, mean_abs: null, max_abs: null },
    'of rated ones alone',
  )
  await app.db.run(`update correction_scores set is_rated_after = tier_after <> 'Unrated'`)
  t.equal(rows.filter(({ delta }: { delta: number }) => delta < 0).length, shown.found.down)
  t.equal(rows.filter((row: { tier_changed: boolean }) => row.tier_changed).length, shown.found.tier_changes)
  const csv = await call('viewer', 'GET', `${url}/${shown.id}/sellers`, undefined, { accept: 'text/csv' })
  t.equal(csv.body.trim().split('\r\n').length, shown.changed + 1)
  await notApproved(t, shown.id, /is a dry run/)
})

t.test('an appeal that was approved before stays on top', async () => {
  await appealApproved(MAY)
})

t.test('a correction that another revision has overtaken is not approved', async (t) => {
  const proposed = await ask({ period: MAY })
  t.match(proposed, { status: 'proposed', finished_at: null })
  await refused(t, { period: MAY }, 409, /^Correction \d+ of 2026-05 is proposed/)
  await notApproved(t, proposed.id, /^You have asked for correction/, 'ops_head')
  const [first] = await sellers(proposed.id)
  const of = { seller_code: first.seller_code, period: MAY, component_appealed: 'i_score' }
  await approvedAppeal({ done }, of, { f_score_raw_after: 91 })
  const overtaken = /^1 of the scores that correction \d+ changes has got another revision/
  await notApproved(t, proposed.id, overtaken, 'am_head')
  await done('ops_head', 'POST', `${url}/${proposed.id}/reject`, { notes: 'outdated' }) // who asked takes it back
  t.match(await get(proposed.id), { status: 'rejected', notes: 'outdated', corrected: 0 })
  await notApproved(t, proposed.id, /is rejected/, 'am_head')
})

t.test('a second person approves, and every score that changes gets its revision', async (t) => {
  const proposed = await ask({ period: MAY, reason: 'The curve was wrong' })
  const rows = await sellers(proposed.id)
  type Of = { seller_code: string; revision: number }
  const revisions = new Map<string, number>(rows.map((row: Of) => [row.seller_code, row.revision]))
  const events = async (type: string) => {
    await allShown(app)
    return (await done('bod', 'GET', `/api/events?type=${type}&limit=500`)).data.filter(
      ({ data }: { data: { correction_id?: number; revision: number; seller_code: string } }) =>
        type !== 'seller.score_adjusted' || data.correction_id === proposed.id,
    )
  }
  const waiting = async () => (await done('bod', 'GET', '/api/dashboard/stats')).waiting.corrections
  t.equal(await waiting(), 1, 'it waits for a second person')
  const tierEvents = (await events('seller.tier_changed')).length
  const { answer, ...completed } = await approve(proposed.id)
  t.same(answer, { success: true })
  t.match(completed, { status: 'completed', corrected: proposed.changed, left_out: 0, notes: 'checked' })
  t.equal(await waiting(), 0)
  t.equal(completed.run_ids.length, 1)
  const deeds = (await done('bod', 'GET', `/api/audit?entity=correction&entity_id=${proposed.id}`)).data
  t.match(deeds.reverse(), [
    { action: 'correction.requested', user_id: user.ops_head.id, after: { period: MAY, dry_run: false } },
    { action: 'correction.approved', user_id: user.am_head.id },
    {
      action: 'correction.completed',
      user_id: null,
      after: { period: MAY, corrected: proposed.changed, left_out: 0 },
    },
  ])
  await notApproved(t, proposed.id, /is completed/, 'am_head')

  const stored = await done('bod', 'GET', `/api/sos/monthly?period=${MAY}&limit=500`)
  const should = new Map((await tools(right).totals(MAY)).map((row) => [row.code, row.total]))
  const appealed = new Set(
    (await done('bod', 'GET', '/api/appeals')).data.map((a: { seller_code: string }) => a.seller_code),
  )
  for (const score of stored.data) {
    const earlier = revisions.get(score.seller_code)
    t.equal(score.status, 'final')
    if (!appealed.has(score.seller_code))
      t.equal(score.total_sos, should.get(score.seller_code), score.seller_code)
    if (earlier === undefined) continue
    t.equal(score.revision, earlier + 1, score.seller_code)
    t.equal(score.run_id, completed.run_ids[0])
    const explained = `/api/sos/sellers/${score.seller_code}/score/explanation?period=${MAY}`
    t.match(await done('viewer', 'GET', explained), {
      total_sos: score.total_sos,
      run: { id: completed.run_ids[0] },
      corrections: [{ id: proposed.id, reason: proposed.reason, total_after: score.total_sos }],
    })
    const old = await done('viewer', 'GET', `${explained}&revision=${earlier}`)
    t.match(await done('viewer', 'GET', explained), { corrections: [{ total_before: old.total_sos }] })
    t.not(old.run.id, completed.run_ids[0], 'the earlier revision keeps its run')
    t.notOk('corrections' in old)
    const query = `period=${MAY}&metric=on_time_ready_rate`
    await done('viewer', 'GET', `/api/sos/sellers/${score.seller_code}/score/facts?${query}`)
  }
  const kept = await done('viewer', 'GET', `/api/sos/sellers/BT-00002/score/explanation?period=${MAY}`)
  t.match(kept, { components: { t_score: { raw: 88 } }, appeal: { component: 't_score', raw_after: 88 } })

  const other = (await done('bod', 'GET', '/api/appeals')).data.find(
    ({ component_appealed }: { component_appealed: string }) => component_appealed === 'i_score',
  )
  const path = `/api/sos/sellers/${other.seller_code}/score/explanation?period=${MAY}`
  t.match((await done('viewer', 'GET', path)).appeal, {
    component: 'f_score',
    sentence: /^An appeal about Inventory changed the score of Finance/,
  })

  const adjusted = await events('seller.score_adjusted')
  t.equal(adjusted.length, proposed.changed)
  for (const { data } of adjusted) {
    t.match(data, { appeal_id: null, previous: { revision: revisions.get(data.seller_code) } })
    t.same([...Value.Errors(EVENTS['seller.score_adjusted'].data, data)], [])
  }
  t.equal((await events('seller.tier_changed')).length - tierEvents, proposed.found.tier_changes)
  const audits = (await done('bod', 'GET', '/api/audit?action=score.corrected&limit=500')).data
  t.equal(audits.length, proposed.changed)
  t.equal((await ask({ period: MAY })).changed, 0, 'and nothing is left to correct')
})

t.test('a preview counts what is corrected, and leaves out what appeals have decided', async (t) => {
  const preview = { period: MAY, changes: [] }
  t.match(await done('viewer', 'POST', '/api/config/preview', preview), {
    ...{ sellers: 18, sellers_total: 18, left_out: 2, without_inputs: 0 },
  })
})

t.test('the rules, inputs and explanation of a corrected revision say the same, byte for byte', async (t) => {
  type Row = { inputs: string; explanation: Explanation; rules: ScoringRules; total: number }
  const rows = await app.db.rows<Row>`
    select e.inputs, e.explanation, r.rules, m.total_sos as total
    from monthly_scores m join score_explanations e using (seller_id, period, revision)
      join scoring_runs r on r.id = e.run_id
    where r.correction_id is not null`
  t.ok(rows.length > 5)
  for (const { inputs, explanation, rules, total } of rows) {
    const prepared = prepareRules(rules)
    const scored = scoreSeller(prepared, readInputs(prepared, inputs))
    t.equal(scored.inputs, inputs)
    const after = revised({ rules: prepared, appeals: decisionsOf(explanation) }, scored)
    t.equal(canonicalJson(after.explanation), canonicalJson(explanation))
    t.equal(after.total_sos, total)
  }
})

t.test('a feed that was missing is pushed late, then corrected', async (t) => {
  const { feeds_in_use } = (
    await done('viewer', 'GET', `/api/sos/sellers/BT-00001/score/explanation?period=${APRIL}`)
  ).run
  t.equal(feeds_in_use.inventory, false)
  await done('system', 'POST', '/api/sync/inventory', { records: stock.map(({ line }) => line) })
  const proposed = await ask({ period: APRIL })
  t.equal(proposed.status, 'proposed')
  await done('system', 'POST', '/api/sync/orders', {
    records: [{ order_code: 'late', seller_code: 'BT-00001', ordered_at: `${APRIL}-02T10:00:00Z` }],
  })
  const { answer, status } = await approve(proposed.id)
  t.equal(status, 'completed')
  t.match(answer.warnings, [/^Facts of 2026-04 have come since/])
  t.same(
    (await totals(APRIL)).map(({ raws: _, ...row }) => row),
    (await tools(right).totals(APRIL)).map(({ raws: _, ...row }) => row),
  )
  const again = (await done('viewer', 'GET', `/api/sos/sellers/BT-00001/score/explanation?period=${APRIL}`))
    .run
  t.equal(again.feeds_in_use.inventory, true)
  const some = await ask({ period: APRIL, seller_codes: ['BT-00001', 'BT-00003'] })
  t.match(some, { sellers: 2, changed: 1, seller_codes: ['BT-00001', 'BT-00003'] })
  await changeRule({ ...STRICTER, fields: { ...STRICTER.fields, weight: 1 } } as typeof STRICTER)
  t.match((await approve(some.id)).answer.warnings, [/^The rules of 2026-04 have changed/])
  t.equal((await settled(some.id)).status, 'completed')
})

t.test('a correction is no calculation of the month for anybody else', async (t) => {
  const before = await totals('2026-03')
  await calculate(one, ['2026-03'])
  t.not(before.length, 0)
  const { data } = await done('bod', 'GET', `/api/sos/runs?period=${MAY}`)
  const corrections = data.filter((run: { correction_id: number | null }) => run.correction_id !== null)
  t.equal(corrections.length, 1)
  t.ok(corrections[0].seller_codes.length > 0)
  const { body } = await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MAY })
  t.match(body, { sellers_scored: 0, sellers_final: 20 })
})

t.test('two who approve at once approve once', async (t) => {
  const { id, changed } = await ask({ period: APRIL })
  const answers = await Promise.all(
    (['am_head', 'bod'] as const).map((role) => call(role, 'POST', `${url}/${id}/approve`)),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 409])
  t.match(await settled(id), { status: 'completed', corrected: changed, left_out: 0, run_ids: { length: 1 } })
  const counts = await app.db.one`
    select (select count(*) from scoring_runs where correction_id = ${id}) as runs,
           (select count(*) from score_revisions where correction_id = ${id}) as revisions,
           (select count(*) from audit_log
            where action = 'correction.approved' and entity_id = ${id}::text) as approvals`
  t.same(counts, { runs: 1, revisions: changed, approvals: 1 })
})

t.test('a score that is revised while a correction waits for it is left out', async (t) => {
  await changeRule(STRICTER)
  const { id, changed } = await ask({ period: APRIL })
  const [{ seller_code }] = await sellers(id)
  const holder = await clientOf(t, app.db.connectionString)
  await holder.query('begin')
  const revise = 'update monthly_scores set revision = revision + 1 where code = $1 and period = $2'
  await holder.query(revise, [seller_code, APRIL])
  const applied = approve(id)
  await eventually(async () => (await waiters(app.db, 'monthly_scores')) === 1)
  await holder.query('commit')
  t.match(await applied, { status: 'completed', corrected: changed - 1, left_out: 1 })
})

t.test('twelve may be open at a time', async (t) => {
  await app.db.run`
    insert into corrections (period, open_period, reason, dry_run, status, requested_by)
    select period, period, 'test', false, 'proposed', requested_by
    from (select requested_by from corrections limit 1) one,
         (select '2020-' || lpad(n::text, 2, '0') as period from generate_series(1, 12) n) months`
  await refused(t, { period: MAY }, 409, /^12 corrections are open/)
  await app.db.run`update corrections set open_period = null, status = 'rejected' where period = '2020-01'`
  t.ok((await ask({ period: MAY })).computed_at)
})

t.test('what one that was not applied has found is not shown any more once it is deleted', async (t) => {
  const { data } = await done('viewer', 'GET', `${url}?status=computed`)
  const { id, changed } = data.find((one: { changed: number }) => one.changed > 0)
  t.match(await get(id), { found: { migration: { 0: {} } } })
  await app.db.run`update corrections set finished_at = now() - interval '91 days' where id = ${id}`
  await retentionJob.handler(app, {}, ATTEMPT)
  t.match(await get(id), { changed, found: null })
})
