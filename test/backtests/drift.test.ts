import t from 'tap'
import { monthsWithLateFacts } from '../../plugins/backtests/drift/queries.ts'
import { driftNightly } from '../../plugins/backtests/jobs/drift-nightly.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { ATTEMPT } from '../sos/setup.ts'
import { BEFORE, calculate, contents, ended, MONTHS, makeWorld, request } from './setup.ts'

const one = await testApp(t, { WORKER: 'on' })
const { app, call } = one
await makeWorld(app.db, 20)
await calculate(one, [BEFORE, ...MONTHS])

const done = async (...asked: Parameters<typeof call>) => {
  const { status, body } = await call(...asked)
  if (status !== 200) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${body.error}`)
  return body
}
const MAY = { from: '2026-05', to: '2026-05' }
const drift = async (months = MAY) => ended(one, await request(one, { kind: 'drift', ...months }))
const sellers = async (id: number, query = '') =>
  (await done('viewer', 'GET', `/api/backtests/${id}/sellers?limit=500${query}`)).data
const lateOrder = (seller_code: string, order_code: string, period = '2026-05') =>
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
  done('bod', 'POST', `/api/sos/sellers/${seller_code}/score/what-if`, { period: '2026-05', facts: FACTS })

t.test('a drift is of months with final scores, without a draft and money', async (t) => {
  const ask = (body: object) => call('ops_head', 'POST', '/api/backtests', { kind: 'drift', ...MAY, ...body })
  t.match(await ask({}), { status: 400, body: { error: /^from, to: 2026-05 has no final scores/ } })
  for (const period of MONTHS) await done('bod', 'POST', '/api/sos/monthly/finalize', { period })
  t.match(await ask({ draft_id: 1 }), { status: 400, body: { error: /^draft_id is for kind draft/ } })
  t.match(await ask({ bonus_base: 5 }), { status: 400, body: { error: /^bonus_base is for kind draft/ } })
  t.match(await call('ops_head', 'POST', '/api/backtests', MAY), {
    status: 400,
    body: { error: 'draft_id is required for kind draft' },
  })
  t.match(await ask({ from: BEFORE }), { status: 400, body: { error: /2026-02 has no final scores/ } })
  const { rows } = await app.db.one<{ rows: object[] }>`
    select json_agg(e) as rows from score_explanations e where period = '2026-03'`
  await app.db.run`update score_explanations set inputs = null where period = '2026-03'`
  t.match(await ask({ from: '2026-03' }), { status: 400, body: { error: /2026-03 were made before/ } })
  await app.db.run`
    update score_explanations e set inputs = k.inputs
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) k(seller_id int, inputs text)
    where e.period = '2026-03' and e.seller_id = k.seller_id`
})

t.test('without late facts nothing drifts, an approved appeal included', async (t) => {
  const { id } = await done('bod', 'POST', '/api/appeals', {
    ...{ seller_code: 'BT-00002', period: '2026-05', component_appealed: 't_score', submitted_by_am_id: 1 },
    appeal_reason_type: 'data_error',
  })
  await done('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' })
  await done('am_head', 'PATCH', `/api/appeals/${id}/review-am`, {
    decision: 'approve',
    score_adjustment: { t_score_raw_after: 88 },
  })
  await eventually(async () => {
    const { open } = await app.db.one<{ open: number }>(
      `select count(*) as open from ${app.db.queueSchema}.job where name in ('am-kpi', 'certify') and state < 'completed'`,
    )
    return open === 0
  })
  const before = await contents(app.db)
  const found = await drift({ from: '2026-03', to: '2026-05' })
  t.match(found, {
    ...{ kind: 'drift', draft_id: null, name: 'Late facts of 2026-03 to 2026-05', status: 'completed' },
    ...{ scores: 60, stored_differs: 0, differ: 0, mean_abs: 0, max_abs: 0, tier_drops: 0, tier_rises: 0 },
    ...{ psi: 0, spearman: 1, movers: { up: [], down: [] }, guards: [] },
    money: { surcharges: { before: '0.00', after: '0.00' }, am_bonus: [] },
  })
  const none = { differ: 0, mean_abs: 0, max_abs: 0 }
  t.same(found.by_feed, { orders: none, forecasts: none, tickets: none, payments: none, inventory: none })
  t.same(await contents(app.db), before, 'it writes nothing but its own tables')
  const stored = await app.db.rows`
    select code as seller_code, period, total_sos as total_before, tier_name as tier_before
    from monthly_scores where period >= '2026-03' order by code, period`
  t.match(await sellers(found.id), stored)
})

t.test('one late order moves its seller alone, by what a what-if says', async (t) => {
  const expected = {
    'BT-00001': await whatIf('BT-00001'),
    'BT-00002': await whatIf('BT-00002'), // with an appeal
  }
  await lateOrder('BT-00001', 'late')
  const first = await drift()
  const row = (await sellers(first.id)).filter(({ delta }: { delta: number }) => delta !== 0)
  const shown = (code: keyof typeof expected) => {
    const { before, after } = expected[code]
    return {
      seller_code: code,
      period: '2026-05',
      ...{ total_before: before.total_sos, total_after: after.total_sos },
      ...{ tier_before: before.tier, tier_after: after.tier },
    }
  }
  t.match(row, [shown('BT-00001')])
  t.equal(row.length, 1)
  const moved = Math.abs(row[0].delta)
  t.ok(moved > 0)
  t.match(first, { differ: 1, max_abs: moved, stored_differs: 0, scores: 20 })
  t.equal(first.mean_abs, Math.round((moved / 20) * 1e6) / 1e6)
  t.same(first.by_feed.orders, { differ: 1, mean_abs: first.mean_abs, max_abs: moved })
  t.equal(first.by_feed.forecasts.differ, 0, 'the forecasts have not changed')

  await lateOrder('BT-00002', 'late')
  const second = await drift()
  t.match(second, { differ: 2 })
  t.match(
    (await sellers(second.id)).filter(({ delta }: { delta: number }) => delta !== 0),
    [shown('BT-00001'), shown('BT-00002')],
  )
  const csv = await call('viewer', 'GET', `/api/backtests/${second.id}/sellers`, undefined, {
    accept: 'text/csv',
  })
  t.equal(csv.body.trim().split('\r\n').length, 21)
  const { body } = await call('viewer', 'GET', `/api/backtests/${first.id}/compare?with=${second.id}`)
  t.match(body, { scores: 20, migration: Array })
})

t.test('the facts of each feed are told apart', async (t) => {
  await done('system', 'POST', '/api/sync/forecasts', {
    records: [
      {
        seller_code: 'BT-00001',
        period: '2026-05',
        forecast_orders: 1,
        submitted_at: '2026-04-01T00:00:00Z',
      },
    ],
  })
  const found = await drift()
  t.match(found, { differ: 2 })
  t.ok(found.by_feed.forecasts.differ === 1 && found.by_feed.forecasts.max_abs > 0)
  t.equal(found.by_feed.orders.differ, 2)
})

t.test('a score that this code does not come to again stays as it is', async (t) => {
  await app.db.run`
    update monthly_scores set total_sos = total_sos - 1 where period = '2026-05'
      and seller_id = (select id from sellers where seller_code = 'BT-00002')`
  const found = await drift()
  t.match(found, { differ: 1, stored_differs: 1 })
  await app.db.run`
    update monthly_scores set total_sos = total_sos + 1 where period = '2026-05'
      and seller_id = (select id from sellers where seller_code = 'BT-00002')`
})

t.test('every night months with new late facts get one', async (t) => {
  const listed = async () => (await done('viewer', 'GET', '/api/backtests?kind=drift')).total
  const night = async () => {
    const before = await listed()
    await driftNightly.handler(app, {}, ATTEMPT)
    await driftNightly.handler(app, {}, ATTEMPT)
    await eventually(async () => {
      const { open } = await app.db.one<{ open: number }>`
        select count(*) as open from backtests where finished_at is null`
      return open === 0
    })
    return (await listed()) - before
  }
  t.equal(await night(), 0, 'all late facts are in a drift')
  await lateOrder('BT-00003', 'late')
  await lateOrder('BT-00003', 'late', '2026-04')
  await lateOrder('BT-00003', 'late', '2026-02') // not final
  t.equal(await night(), 2)
  const { data } = await done('viewer', 'GET', '/api/backtests?kind=drift&limit=2')
  t.same(
    data.map(({ from, to, requested_by }: Record<string, unknown>) => [from, to, requested_by]),
    [
      ['2026-04', '2026-04', null],
      ['2026-05', '2026-05', null],
    ],
  )
  t.equal(await night(), 0)
  await lateOrder('BT-00003', 'later')
  await lateOrder('BT-00003', 'later', '2026-04')
  const next = () => monthsWithLateFacts(app.db, { from: '2026-01', before: '2026-06', most: 1 })
  t.same(await next(), ['2026-05'])
  await app.db.run(`insert into backtests (kind, name, status, from_period, to_period, changes, changes_sha256, rules,
                      rules_sha256, finished_at)
                    values ('drift', 'torn', 'failed', '2026-05', '2026-05', '[]', '', '{}', '', now())`)
  t.same(await next(), ['2026-04'], 'a month that has failed lets the others go first')
})
