import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { factsOf, makeSeller } from '../setup.ts'

t.test('a score that other code has computed', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const { id, seller_code } = await makeSeller(app)
  await factsOf(app, id).orders(...Array.from({ length: 40 }, (_, n) => ({ has_data_error: n < 2 })))
  await factsOf(app, id).forecasts({ forecast_orders: 90 })
  const period = '2026-03'
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  const score = await app.db.one<{ id: number; run_id: number }>('select id, run_id from monthly_scores')
  const kept = () =>
    app.db.one('select status, explanation from monthly_scores join score_explanations using (seller_id)')
  const explanation = `/api/sos/sellers/${seller_code}/score/explanation`

  const OTHERS: Record<string, string> = {
    'by rules of another shape': `update scoring_runs set rules = rules || '{"tiers": []}'`, // first: rules are read once
    'by records with other fields': `update score_explanations set inputs = replace(inputs, '"shared":"', '"shared":"0')`,
    'by other inputs': `update score_explanations set inputs = replace(inputs, '"period"', '"month":3,"period"')`,
    'by inputs of another shape': `update score_explanations set inputs = '{"v":2}'`,
    'by a previous total that is no number': `update score_explanations
      set inputs = replace(inputs, '"previous":null', '"previous":{"period":"2026-02","total_sos":"?"}')`,
    'by another formula': `update monthly_scores set total_sos = total_sos - 0.01`,
    'by other tiers': `update monthly_scores set tier_name = 'Copper'`,
  }
  const ofOtherCode = {
    status: 409,
    headers: { 'x-error-code': 'score_of_other_code' },
    body: { error: new RegExp(`The score of ${seller_code} in ${period} .* calculate ${period} again`) },
  }
  const leftOut = [new RegExp(`^Left out, because .* scores of ${period} .*: ${seller_code}\\. Calculate`)]
  for (const [how, other] of Object.entries(OTHERS))
    t.test(`${how} is neither explained nor final, and can be calculated again`, async (t) => {
      await app.db.run(other)
      const asks = [
        () => call('viewer', 'GET', explanation),
        () => call('viewer', 'GET', explanation.replace('explanation', 'facts?metric=forecast_error')),
        () => call('viewer', 'GET', explanation.replace('explanation', 'reasons')),
        () => call('bod', 'PATCH', `/api/sos/monthly/${score.id}/review`),
        () => call('bod', 'PATCH', `/api/sos/monthly/${score.id}/finalize`),
      ]
      for (const ask of asks) t.match(await ask(), ofOtherCode, String(ask))
      t.match(await call('bod', 'POST', '/api/sos/monthly/finalize', { period }), {
        status: 200,
        body: { finalized: 0, already_final: 0, warnings: leftOut },
      })
      t.match(await call('finance', 'POST', '/api/surcharges/evaluate', { period }), {
        status: 200,
        body: { created: 0, data: { length: 0 }, warnings: leftOut },
      })
      t.same(await kept(), { status: 'draft', explanation: null })
      t.same(await app.db.rows(`select from events where seller_id is not null`), [])

      await app.db.run('update scoring_runs set basis = null') // as the code of another version has
      await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
      t.equal((await call('viewer', 'GET', explanation)).status, 200)
    })

  t.test('by a first day that is no date is neither explained nor final', async (t) => {
    const dated = (from: string, to: string) =>
      app.db.run(
        `update score_explanations set inputs = replace(inputs, '"contract_start_date":"${from}"', '"contract_start_date":"${to}"')`,
      )
    await dated('2024-01-01', '?') // seen when the explanation is made, not before
    for (const ask of [
      () => call('viewer', 'GET', explanation),
      () => call('bod', 'PATCH', `/api/sos/monthly/${score.id}/finalize`),
    ])
      t.match(await ask(), ofOtherCode, String(ask))
    t.match((await call('bod', 'POST', '/api/sos/monthly/finalize', { period })).body, { warnings: leftOut })
    await dated('?', '2024-01-01')
    t.equal((await call('viewer', 'GET', explanation)).status, 200)
  })

  t.test('can be appealed, and nothing is decided of it before it is calculated again', async (t) => {
    await app.db.run(OTHERS['by another formula'] ?? '')
    const { body } = await call('bod', 'POST', '/api/appeals', {
      ...{ seller_code, period, component_appealed: 'o_score' },
      ...{ appeal_reason_type: 'data_error', submitted_by_am_id: 1 },
    })
    const appeal = `/api/appeals/${body.id}`
    const decision = { decision: 'approve', score_adjustment: { o_score_raw_after: 90 } }
    t.same(await kept(), { status: 'under_review', explanation: null })
    t.match(await call('bod', 'GET', appeal), { status: 200, body: { preview: null } })
    t.match(await call('bod', 'PATCH', `${appeal}/review-ops`, { decision: 'approve' }), { status: 200 })
    t.match(await call('bod', 'GET', `${appeal}/preview`), ofOtherCode)
    t.match(await call('bod', 'PATCH', `${appeal}/review-am`, decision), ofOtherCode)

    await app.db.run('update scoring_runs set basis = null')
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
    t.match(await kept(), { status: 'under_review', explanation: { total: {} } })
    t.match(await call('bod', 'PATCH', `${appeal}/review-am`, decision), { status: 200 })
  })
})

t.test('a score that other code has computed does not keep the rest of its month waiting', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const codes = ['GONE', 'HERE-1', 'HERE-2']
  for (const seller_code of codes) {
    const { id } = await makeSeller(app, { seller_code })
    await factsOf(app, id).orders(...Array.from({ length: 40 }, () => ({})))
    await factsOf(app, id).forecasts({ forecast_orders: 90 })
  }
  const period = '2026-03'
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  await app.db.run(
    `update monthly_scores set total_sos = total_sos - 0.01
     where seller_id = (select id from sellers where seller_code = 'GONE')`,
  )
  await app.db.run(`update sellers set status = 'terminated' where seller_code = 'GONE'`)
  await app.db.run('update scoring_runs set basis = null')
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period }) // computes those of active sellers alone
  const warnings = [/: GONE\. Calculate 2026-03 again/]
  const statuses = () => app.db.rows('select code as seller_code, status from monthly_scores order by 1')
  const charged = () =>
    app.db.rows('select distinct seller_code from surcharges join sellers s on s.id = seller_id order by 1')
  const others = [{ seller_code: 'HERE-1' }, { seller_code: 'HERE-2' }]

  t.test('a draft of a terminated seller is left out of finalizing the period', async (t) => {
    const finalize = () => call('bod', 'POST', '/api/sos/monthly/finalize', { period })
    t.match(await finalize(), { status: 200, body: { finalized: 2, already_final: 0, warnings } })
    t.same(await statuses(), [
      { seller_code: 'GONE', status: 'draft' },
      ...others.map((one) => ({ ...one, status: 'final' })),
    ])
    t.match(await finalize(), { status: 200, body: { finalized: 0, already_final: 2, warnings } })
    t.equal((await app.db.rows(`select from events where type = 'seller.score_finalized'`)).length, 2)
  })

  t.test('a final one is left out of the surcharges of the month', async (t) => {
    await app.db.run(`update monthly_scores set status = 'final', finalized_at = now()`) // as a release before has
    const evaluate = (dry_run: boolean) =>
      call('finance', 'POST', '/api/surcharges/evaluate', { period, dry_run })
    for (const dry_run of [true, false]) {
      const { status, body } = await evaluate(dry_run)
      t.match({ status, body }, { status: 200, body: { warnings } })
      t.same([...new Set(body.data.map((one: { seller_code: string }) => one.seller_code))], codes.slice(1))
    }
    t.same(await charged(), others)

    await app.db.run('update monthly_scores set total_sos = total_sos + 0.01 where seller_id = 1')
    const { body } = await evaluate(false)
    t.notOk(body.warnings, 'this code comes to it')
    t.same(await charged(), [{ seller_code: 'GONE' }, ...others])
  })
})
