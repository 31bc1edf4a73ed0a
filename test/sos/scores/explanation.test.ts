import { createHash } from 'node:crypto'
import t from 'tap'
import { keyOf } from '../../../plugins/sos/scores/asked-sellers.ts'
import { explanationVersions } from '../../../plugins/sos/scores/explanation-versions.ts'
import { rulesOfRuns } from '../../../src/domain/scores/rules-of-runs.ts'
import { retentionJob } from '../../../src/platform/retention/retention.ts'
import { testApp } from '../../setup/app.ts'
import { explanationTexts } from '../../setup/explanations.ts'
import { ATTEMPT, at, factsOf, makeSeller } from '../setup.ts'

t.test('the explanation of a score', async (t) => {
  const { app, call, user } = await testApp(t)
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
  const explanation = (query = '') =>
    call('viewer', 'GET', `/api/sos/sellers/${encodeURIComponent(seller_code)}/score/explanation${query}`)

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
        curve: [[0.5, 100]],
        min_volume: 30,
      },
    )
    t.match(
      metrics.find(({ metric }: { metric: string }) => metric === 'ticket_reply_rate'),
      { value: null, points: null, na: 'feed_not_in_use', na_reason: String, points_lost: null },
    )
  })

  t.test('as CSV is a line a metric, in the same order', async (t) => {
    const { metrics } = (await explanation()).body
    const { statusCode, body } = await app.inject({
      url: `/api/sos/sellers/${encodeURIComponent(seller_code)}/score/explanation`,
      headers: { 'x-user-id': String(user.viewer.id), accept: 'text/csv' },
    })
    t.equal(statusCode, 200)
    const [heading = '', ...lines] = body.replace('\uFEFF', '').trim().split('\r\n')
    const columns = heading.split(',')
    t.match(
      heading,
      /^seller_code,period,revision,status,total_sos,is_rated,tier,component,raw,weighted,imputed,metric,/,
    )
    t.same(
      lines.map((line) => line.split(',')[columns.indexOf('metric')]),
      metrics.map(({ metric }: { metric: string }) => metric),
    )
    const [measured, imputed] = ['seller_cancel_rate', 'overdue_share'].map((metric) =>
      lines.find((line) => line.includes(`,${metric},`))?.split(','),
    )
    t.match(measured?.[columns.indexOf('raw')], /^\d/)
    t.equal(imputed?.[columns.indexOf('raw')], '')
    t.notMatch(body, /[{[]/)
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

  t.test('is made once until one of its rows changes', async (t) => {
    const first = (await explanation()).body
    await app.db.transaction(async (tx) => {
      await tx.run`lock table scoring_runs in access exclusive mode` // whoever makes an explanation waits for it
      t.same((await explanation()).body, first)
    })
    await app.db.run('update sellers set seller_code = $1 where id = $2', ['WHY/NOT?', id])
    const named = `/api/sos/sellers/${id}/score/explanation`
    t.match((await call('viewer', 'GET', named)).body, { seller_code: 'WHY/NOT?' })
    await app.db.run('update sellers set seller_code = $1 where id = $2', [seller_code, id])
    t.match((await call('viewer', 'GET', named)).body, { seller_code })
  })

  t.test('has another version whatever changes, also within one transaction', async (t) => {
    const key = keyOf(seller_code, '2026-03')
    await app.db
      .transaction(async (tx) => {
        // The rows of a transaction share what PostgreSQL calls their version, as others may after a failover.
        const version = async () => (await explanationVersions(tx, [key])).get(key)?.version
        await tx.run('update monthly_scores set notes = notes where seller_id = $1', [id])
        await tx.run('update score_explanations set run_id = run_id where seller_id = $1', [id])
        const versions = [await version()]
        t.equal(await version(), versions[0])
        for (const change of [
          `monthly_scores set calculated_at = calculated_at + interval '1 millisecond'`,
          `monthly_scores set status = 'under_review'`,
          `monthly_scores set total_sos = total_sos - 0.01`,
          `score_explanations set run_id = (select min(id) from scoring_runs)`,
        ]) {
          await tx.run(`update ${change} where seller_id = $1`, [id])
          versions.push(await version())
        }
        await tx.run('update score_explanations set revision = 2 where seller_id = $1', [id])
        await tx.run('update monthly_scores set revision = 2 where seller_id = $1', [id])
        versions.push(await version())
        t.equal(new Set(versions).size, 6, versions.join())
        throw new Error('undo')
      })
      .catch(({ message }) => t.equal(message, 'undo'))
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
  const { app, call } = await testApp(t)
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
    t.equal(
      createHash('sha256')
        .update(draft.inputs ?? '')
        .digest('hex'),
      ofDraft.input_hash,
    )
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
      const hash = createHash('sha256')
        .update(inputs ?? '')
        .digest('hex')
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
    t.equal(
      JSON.parse(text ?? '').input_hash,
      createHash('sha256')
        .update(inputs ?? '')
        .digest('hex'),
    )
    const { run: __, ...after } = await asked()
    t.same(after, { ...before, status: 'final' })
  })

  t.test('of an earlier release, without inputs, is shown as it is', async (t) => {
    const before = await asked()
    await app.db.rows('update score_explanations set inputs = null where seller_id = $1', [id])
    t.same(await asked(), before)
  })
})

t.test('a score that other code has computed', async (t) => {
  const { app, call } = await testApp(t)
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
      seller_code,
      period,
      component_appealed: 'o_score',
      appeal_reason_type: 'data_error',
      submitted_by_am_id: 1,
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
  const { app, call } = await testApp(t)
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
  const statuses = () =>
    app.db.rows(
      'select seller_code, m.status from monthly_scores m join sellers s on s.id = seller_id order by 1',
    )
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
    t.equal(
      (await app.db.rows(`select from events where type = 'seller.score_finalized'`)).length,
      others.length,
    )
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

t.test('runs with the same rules have them read and prepared once, however many they are', async (t) => {
  const { app, call } = await testApp(t)
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

t.test(
  'a score that a process of an earlier release has moved gets its explanation kept at night',
  async (t) => {
    const { app, call } = await testApp(t)
    await app.db.run(
      `insert into sellers (seller_code, company_name) select 'OLD-' || n, 'Seller' from generate_series(1, 400) n`,
    )
    for (const period of ['2026-02', '2026-03'])
      await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
    const made = await explanationTexts(app.db)
    // as that release does, which leaves explanations alone
    await app.db.run(
      `update monthly_scores set status = (array['final', 'under_review', 'draft'])[1 + seller_id % 3],
                               finalized_at = case when seller_id % 3 = 0 then now() end`,
    )
    const changed = await app.db.one<{ seller_id: number }>(
      `update monthly_scores set total_sos = 99
     where (seller_id, period) = (select min(seller_id), '2026-02' from monthly_scores where status = 'final')
     returning seller_id`,
    )
    const broken = await app.db.one<{ seller_id: number }>(
      `update score_explanations
       set inputs = regexp_replace(inputs, '"created_on":"[^"]*"', '"created_on":null')
       where (seller_id, period) = (select max(seller_id), '2026-02' from monthly_scores where status = 'final')
       returning seller_id`,
    )
    const others = new Set([changed, broken].map(({ seller_id }) => `${seller_id} 2026-02`))
    await Promise.all([retentionJob.handler(app, {}, ATTEMPT), retentionJob.handler(app, {}, ATTEMPT)])

    const texts = new Map(made.map(({ seller_id, period, text }) => [`${seller_id} ${period}`, text]))
    const rows = await app.db.rows<{
      seller_id: number
      period: string
      status: string
      text: string | null
    }>(
      `select seller_id, period, status, explanation::text as text
     from score_explanations join monthly_scores using (seller_id, period, revision) order by 2, 1`,
    )
    t.equal(rows.length, 800)
    for (const { seller_id, period, status, text } of rows) {
      const key = `${seller_id} ${period}`
      const wanted = status === 'draft' || others.has(key) ? null : texts.get(key)
      if (text !== wanted) t.equal(text, wanted, `${seller_id} ${period} ${status}`)
    }
  },
)
