import t from 'tap'
import { rulesOfRuns } from '../../../src/domain/scores/explainer.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import { testApp } from '../../setup/app.ts'
import { at, factsOf, makeSeller } from '../setup.ts'

t.test('the explanation of a score', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const { id, seller_code } = await makeSeller(app, { seller_code: 'WHY/ME?' })
  await factsOf(app, id).orders(
    ...Array.from({ length: 40 }, (_, n) => ({
      has_data_error: n < 2,
      cancelled_at: n ? null : at(6),
      cancel_fault: 'seller',
    })),
  )
  await factsOf(app, id).forecasts({ forecast_orders: 46 })
  const calculate = (period: string) => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  await calculate('2026-02')
  const { run_id } = (await calculate('2026-03')).body
  const url = `/api/sos/sellers/${encodeURIComponent(seller_code)}/score/explanation`
  const explanation = (query = '', headers = {}) => call('viewer', 'GET', url + query, undefined, headers)

  t.test('holds every step from the facts to the tier', async (t) => {
    const { status, body } = await explanation()
    t.equal(status, 200)
    t.match(body, {
      seller_code,
      period: '2026-03',
      revision: 1,
      status: 'draft',
      total_sos: body.total.after,
      run: {
        id: run_id,
        as_of: '2026-04-01T00:00:00.000Z',
        feeds_in_use: { orders: true, forecasts: true, tickets: false, payments: false, inventory: false },
      },
      components: {
        o_score: { has_data: true, imputed: false, weight: 30 },
        t_score: { has_data: false, imputed: true, in_use: false },
      },
      exceptions: [],
      tier: { is_rated: true, sentence: String },
      trend: { previous_period: null, direction: 'new' },
      grace: { is_grace_period: false, days: 90 },
      records: { 'score-weights': [{ id: Number, version: 1 }], helpdesk: Array },
      input_hash: /^[0-9a-f]{64}$/,
    })
    t.equal(body.metrics.length, 14)
  })

  t.test('ranks the metrics by the points they lose', async (t) => {
    const { metrics } = (await explanation()).body
    const lost = metrics.map(({ points_lost }: { points_lost: number | null }) => points_lost ?? -1)
    t.same(
      lost,
      lost.toSorted((a: number, b: number) => b - a),
    )
    t.match(
      metrics.find(({ metric }: { metric: string }) => metric === 'seller_cancel_rate'),
      {
        component: 'o_score',
        numerator: 1,
        denominator: 40,
        value: 2.5,
        points: 60,
        weight: 35,
        na: null,
        unit: 'percent',
        formula: /orders cancelled/,
        curve: [
          [0.5, 100],
          [1, 90],
          [2.5, 60],
          [5, 30],
          [10, 0],
        ],
        min_volume: 30,
      },
    )
    t.match(
      metrics.find(({ metric }: { metric: string }) => metric === 'ticket_reply_rate'),
      { value: null, points: null, na: 'feed_not_in_use', na_reason: String, points_lost: null },
    )
  })

  t.test('leads from each metric to its facts', async (t) => {
    for (const { metric, numerator, denominator, facts } of (await explanation()).body.metrics) {
      const { status, body } = await call('viewer', 'GET', facts)
      t.equal(status, 200, metric)
      t.match(body, { metric, numerator, denominator })
    }
  })

  t.test('is that of the asked period', async (t) => {
    t.match((await explanation('?period=2026-02')).body, {
      period: '2026-02',
      trend: { direction: 'unrated' },
    })
    t.match(await explanation('?period=2026-01'), { status: 404, body: { error: /has no score of 2026-01/ } })
    t.equal((await explanation('?period=march')).status, 400)
  })

  t.test('is the same, hash and all, when nothing has changed', async (t) => {
    const { run: _, calculated_at: __, ...before } = (await explanation()).body
    await calculate('2026-03')
    t.match(
      (await explanation()).body,
      { ...before, run: { id: run_id } },
      'the score stays that of the run before',
    )
    await app.db.run('update scoring_runs set basis = null') // the next run computes all
    await calculate('2026-03')
    const { run, calculated_at, ...after } = (await explanation()).body
    t.same(after, before)
    t.equal(run.id > run_id, true)
  })

  t.test('has another hash when a fact has changed', async (t) => {
    const before = (await explanation()).body
    await factsOf(app, id).tickets({ fault: 'operator' })
    await calculate('2026-03')
    const after = (await explanation()).body
    t.not(after.input_hash, before.input_hash)
    t.equal(after.run.feeds_in_use.tickets, true)
  })
})

t.test('the explanation that is kept', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const { id, seller_code } = await makeSeller(app)
  await factsOf(app, id).orders(...Array.from({ length: 40 }, (_, n) => ({ has_data_error: n < 2 })))
  const period = '2026-03'
  const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  const asked = async () =>
    (await call('viewer', 'GET', `/api/sos/sellers/${seller_code}/score/explanation`)).body
  const kept = () =>
    app.db.one<{ inputs: string | null; text: string | null; id: number }>(
      `select e.inputs, e.explanation::text as text, m.id
       from score_explanations e join monthly_scores m using (seller_id, period, revision) where seller_id = $1`,
      [id],
    )
  await calculate()
  const ofDraft = await asked()
  const draft = await kept()

  t.test('of a draft is its inputs, whose hash it names', async (t) => {
    t.equal(draft.text, null)
    t.equal(sha256(draft.inputs ?? ''), ofDraft.input_hash)
    t.match(JSON.parse(draft.inputs ?? ''), { period, seller: { seller_code } })
  })

  t.test('is text from the review on, and says the same', async (t) => {
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${draft.id}/review`)).status, 200)
    t.match(await kept(), { inputs: draft.inputs, text: /^\{"total"/ })
    t.same(await asked(), { ...ofDraft, status: 'under_review' })
  })

  t.test(
    'of a score under review stays text when it is calculated again, and is that of the new numbers',
    async (t) => {
      const before = await kept()
      await app.db.run('update scoring_runs set basis = null') // the next run computes all
      await calculate()
      t.same(await kept(), before, 'nothing has changed')
      await factsOf(app, id).tickets({})
      await calculate()
      const { inputs, text } = await kept()
      const hash = sha256(inputs ?? '')
      t.not(inputs, before.inputs)
      t.equal(JSON.parse(text ?? '').input_hash, hash)
      t.match(await asked(), {
        status: 'under_review',
        input_hash: hash,
        run: { feeds_in_use: { tickets: true } },
      })
    },
  )

  t.test('of a final score is text', async (t) => {
    const { run: _, ...before } = await asked()
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${draft.id}/finalize`)).status, 200)
    const { inputs, text } = await kept()
    t.equal(JSON.parse(text ?? '').input_hash, sha256(inputs ?? ''))
    const { run: __, ...after } = await asked()
    t.same(after, { ...before, status: 'final' })
  })

  t.test('of an earlier release, without inputs, is shown as it is', async (t) => {
    const before = await asked()
    await app.db.rows('update score_explanations set inputs = null where seller_id = $1', [id])
    t.same(await asked(), before)
  })
})

t.test('runs with the same rules have them read and prepared once, however many they are', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const { id } = await makeSeller(app)
  await factsOf(app, id).orders({})
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
  const copied = (rules: string) =>
    app.db.rows<{ id: number }>(
      `insert into scoring_runs (period, status, rules)
       select period, status, ${rules} from scoring_runs, generate_series(1, 60) n where id = 1 returning id`,
    )
  const rulesOf = rulesOfRuns(app.db)
  const first = await rulesOf(1)
  for (const { id } of await copied('rules')) t.equal(await rulesOf(id), first)
  t.equal(await rulesOf(1), first)

  const others = await copied(`jsonb_set(rules, '{grace-period,0,days}', to_jsonb(n))`)
  for (const { id } of others) t.not(await rulesOf(id), first)
  t.not(await rulesOf(1), first, 'of many sets those used last are remembered')
  t.same(await rulesOf(1), first)
})

t.test('names the hours of the helpdesk that tickets of months before have kept', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const { id, seller_code } = await makeSeller(app)
  await factsOf(app, id).orders({})
  const explained = async () => {
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
    return (await call('viewer', 'GET', `/api/sos/sellers/${seller_code}/score/explanation`)).body
  }
  t.notOk('helpdesk_before' in (await explained()))
  const hours = { category: '*', weight: 1, reply_hours: 8, resolve_hours: 72 }
  t.equal(
    (await call('admin', 'POST', '/api/config/helpdesk', { ...hours, effective_from: '2026-03' })).status,
    200,
  )
  t.match((await explained()).helpdesk_before, [
    { to: '2026-02', helpdesk: [{ category: '*', reply_hours: 24, resolve_hours: 72 }, Object, Object] },
  ])
})
