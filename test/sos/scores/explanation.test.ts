import t from 'tap'
import { rulesOfRuns } from '../../../src/domain/scores/explainer.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import { testApp } from '../../setup/app.ts'
import { at, day, factsOf, makeSeller } from '../setup.ts'

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
  await calculate('2026-03')
  const url = `/api/sos/sellers/${encodeURIComponent(seller_code)}/score/explanation`
  const explanation = (query = '') => call('viewer', 'GET', url + query)

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

t.test('what a score is made of', async (t) => {
  const service = await testApp(t, { WORKER: 'on' })
  const { app, call } = service
  const calculate = (period: string) => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  const explained = async (code: string) =>
    (await call('bod', 'GET', `/api/sos/sellers/${code}/score/explanation`)).body

  t.test('exceptions in force in the month are applied, others are not', async (t) => {
    const { id, seller_code } = await makeSeller(app)
    await factsOf(app, id).orders(...Array.from({ length: 40 }, () => ({})))
    const exception = {
      seller_id: id,
      exception_type: 'relief',
      adjustment_rule: { op: 'cap', value: 50 },
      score_component_affected: null,
    }
    await app.db.prisma.score_exception.createMany({
      data: [
        { ...exception, effective_from: day('2026-03-31'), reason: 'touches its last day' },
        {
          ...exception,
          effective_from: day('2026-01-01'),
          effective_to: day('2026-03-01'),
          reason: 'touches its first day',
        },
        { ...exception, effective_from: day('2026-01-01'), effective_to: day('2026-02-28') },
        { ...exception, effective_from: day('2026-04-01') },
        { ...exception, effective_from: day('2026-01-01'), is_active: 0 },
      ],
    })
    t.match((await calculate('2026-03')).body.results, [{ seller_id: seller_code, total_sos: 50 }])
    const { exceptions } = await explained(seller_code)
    t.match(exceptions, [{ reason: 'touches its last day' }, { reason: 'touches its first day' }])
    t.equal(exceptions.length, 2)
  })

  t.test('the trend is that to the latest earlier rated score, however far back', async (t) => {
    const { id, seller_code } = await makeSeller(app)
    const { orders } = factsOf(app, id)
    const ordered_at = new Date('2025-11-05T00:00:00Z')
    const forty = Array.from({ length: 40 }, () => ({}))
    await orders(...forty.map(() => ({ ordered_at })))
    await orders(...forty.map((_, n) => ({ has_data_error: n < 4 })))
    for (const period of ['2025-10', '2025-11', '2026-02', '2026-03']) await calculate(period)
    const trend = async (period: string) =>
      (await call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/explanation?period=${period}`)).body
        .trend
    t.same(await trend('2025-10'), {
      previous_period: null,
      previous_sos: 0,
      delta: 0,
      direction: 'unrated',
    })
    t.same(await trend('2025-11'), {
      previous_period: null,
      previous_sos: 100,
      delta: 0,
      direction: 'new',
    })
    t.same(await trend('2026-02'), {
      previous_period: '2025-11',
      previous_sos: 100,
      delta: 0,
      direction: 'unrated',
    })
    t.match(await trend('2026-03'), {
      previous_period: '2025-11',
      previous_sos: 100,
      delta: -41.67,
      direction: 'down',
    })
  })

  t.test('records of the period count, with the version they had', async (t) => {
    const grace = await call('bod', 'GET', '/api/config/grace-period')
    const { id } = grace.body.data[0]
    const put = await call('bod', 'PUT', `/api/config/grace-period/${id}`, { name: 'Longer', days: 3650 })
    t.equal(put.status, 200)
    const { seller_code } = await makeSeller(app, { contract_start_date: day('2020-01-01') })
    await calculate('2026-03')
    t.match(await explained(seller_code), {
      grace: { is_grace_period: true, days: 3650 },
      records: { 'grace-period': [{ id, version: 2 }] },
    })
  })
})
