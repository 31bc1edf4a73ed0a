import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { NEXT } from '../../setup/months.ts'
import { factsOf, makeSeller } from '../setup.ts'

const CALCULATE = '/api/sos/monthly/calculate'
const MARCH = { period: '2026-03' }
const REASON = 'on_time_ready_rate asks for 30 orders that were due to be ready'

t.test('calculate', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const runs = async () => (await app.db.row<{ n: number }>('select count(*) as n from scoring_runs'))?.n

  t.test('a period without sellers is done at once', async (t) => {
    const { status, body } = await call('bod', 'POST', CALCULATE, MARCH)
    t.equal(status, 200)
    t.same(body, {
      period: '2026-03',
      sellers_scored: 0,
      results: [],
      sellers_final: 0,
      rated: 0,
      unrated: 0,
      unrated_reasons: [],
      run_id: body.run_id,
    })
  })

  t.test('every active seller is scored, in the order of codes', async (t) => {
    await makeSeller(app, { seller_code: 'CALC-B' })
    const a = await makeSeller(app, { seller_code: 'CALC-A' })
    await makeSeller(app, { seller_code: 'CALC-C', contract_start_date: new Date('2026-02-15') })
    await makeSeller(app, { seller_code: 'CALC-D', status: 'suspended' })
    await makeSeller(app, { seller_code: 'CALC-E', status: 'terminated' })
    await factsOf(app, a.id).orders(...Array.from({ length: 40 }, () => ({})))
    const { status, body } = await call('bod', 'POST', CALCULATE, MARCH)
    t.equal(status, 200)
    t.same(body, {
      period: '2026-03',
      sellers_scored: 3,
      results: [
        { seller_id: 'CALC-A', total_sos: 100, is_rated: true, tier: 'Platinum', grace: false },
        { seller_id: 'CALC-B', total_sos: 0, is_rated: false, tier: 'Unrated', grace: false },
        { seller_id: 'CALC-C', total_sos: 0, is_rated: false, tier: 'Unrated', grace: true },
      ].map((result) => ({ ...result, seller_code: result.seller_id, before_contract: false })),
      sellers_final: 0,
      rated: 1,
      unrated: 2,
      unrated_reasons: [{ reason: REASON, metric: 'on_time_ready_rate', sellers: 2 }],
      run_id: body.run_id,
      warnings: [`2 of 3 sellers are unrated; the most frequent reason: ${REASON} (2 of them).`],
    })
    const run = (await call('bod', 'GET', `/api/sos/runs/${body.run_id}`)).body
    const { rated, unrated, unrated_reasons, warnings } = body
    t.match(run, { rated, unrated, unrated_reasons, warnings })
  })

  t.test('a score under review stays so and gets new numbers, a final one stays as it is', async (t) => {
    const scores = (await call('bod', 'GET', '/api/sos/monthly?period=2026-03')).body.data
    const [a, b] = scores as { id: number; seller_code: string }[]
    await call('bod', 'PATCH', `/api/sos/monthly/${a?.id}/review`)
    await call('bod', 'PATCH', `/api/sos/monthly/${b?.id}/finalize`)
    const kept = await call('bod', 'GET', '/api/sos/sellers/CALC-B/score/explanation')
    for (const code of ['CALC-A', 'CALC-B']) {
      const seller = await app.db.row<{ id: number }>('select id from sellers where seller_code = $1', [code])
      await factsOf(app, seller?.id ?? 0).orders(
        ...Array.from({ length: 40 }, (_, n) => ({ order_code: `late-${n}`, has_data_error: true })),
      )
    }
    const ids = () => app.db.one('select last_value from monthly_scores_id_seq')
    const used = await ids()
    const { body } = await call('bod', 'POST', CALCULATE, MARCH)
    t.same(await ids(), used, 'no id is used for a score that is there')
    t.match(body, { sellers_scored: 2, sellers_final: 1, rated: 1, unrated: 1 })
    t.notOk(body.warnings, 'half of them are not most')
    t.same(
      body.results.map((result: { seller_id: string }) => result.seller_id),
      ['CALC-A', 'CALC-C'],
    )
    t.match((await call('bod', 'GET', '/api/sos/sellers/CALC-A/score')).body, {
      status: 'under_review',
      total_sos: body.results[0].total_sos,
    })
    t.not(body.results[0].total_sos, 100)
    t.match((await call('bod', 'GET', '/api/sos/sellers/CALC-B/score')).body, {
      status: 'final',
      total_sos: 0,
    })
    t.same(
      await call('bod', 'GET', '/api/sos/sellers/CALC-B/score/explanation').then(({ body }) => body),
      kept.body,
    )
  })

  t.test('with Prefer: respond-async it answers 202 at once', async (t) => {
    const { status, body, headers } = await call('bod', 'POST', CALCULATE, MARCH, {
      prefer: 'handling=strict, respond-async',
    })
    t.equal(status, 202)
    t.same(body, { run_id: body.run_id, status: 'queued', href: `/api/sos/runs/${body.run_id}` })
    t.match(headers, { location: body.href, 'preference-applied': 'respond-async' })
    const joined = await call('bod', 'POST', CALCULATE, MARCH)
    t.equal(joined.status, 200)
  })

  t.test('a repeated Idempotency-Key gets the first answer and makes no run', async (t) => {
    const key = { 'idempotency-key': 'calculate-once' }
    const first = await call('bod', 'POST', CALCULATE, MARCH, key)
    const before = await runs()
    t.same((await call('bod', 'POST', CALCULATE, MARCH, key)).body, first.body)
    t.equal(await runs(), before)
    const finalize = await call('bod', 'POST', '/api/sos/monthly/finalize', MARCH, key)
    t.match(finalize, { status: 409, headers: { 'x-error-code': 'idempotency_key_reused' } })
    await app.db.rows(`update idempotency_keys set created_at = now() - interval '25 hours'`)
    t.equal((await call('bod', 'POST', CALCULATE, MARCH, key)).status, 200)
    t.equal(await runs(), Number(before) + 1, 'after its time the key is forgotten')
  })

  t.test(
    'a configuration that can’t be used fails the run with the reason and frees the period',
    async (t) => {
      const { status, body } = await call('bod', 'POST', CALCULATE, { period: '1999-12' })
      t.equal(status, 409)
      t.match(
        body.error,
        /^Scoring run \d+ of 1999-12 failed\. The configuration can't be used: score-weights: /,
      )
      const [run] = (await call('bod', 'GET', '/api/sos/runs?period=1999-12')).body.data
      t.match(run, { status: 'failed', error: /^The configuration can't be used/, finished_at: String })
      const again = await call('bod', 'POST', CALCULATE, { period: '1999-12' })
      t.equal(again.status, 409)
      t.not(again.body.error, body.error)
    },
  )

  t.test('what is no month, or one of the future, is refused', async (t) => {
    for (const [body, error] of [
      [{}, /period is required/],
      [{ period: '2026-13' }, /^period must be a month/],
      [{ period: NEXT }, /^period .*lies in the future/],
    ] as const)
      t.match(await call('bod', 'POST', CALCULATE, body), { status: 400, body: { error } })
  })
})
