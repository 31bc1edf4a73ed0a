import t from 'tap'
import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'
import { testApp } from '../../setup/app.ts'
import { at, factsOf, makeSeller } from '../../sos/setup.ts'

const { app, call } = await testApp(t, { WORKER: 'on' })
const period = '2026-03'
const NOW = periodOf(new Date(), app.env.BUSINESS_TIMEZONE)
const put = (type: string, fields: object) => ({ type, op: 'put', fields })
const remove = (type: string, identity: string) => ({ type, op: 'remove', identity })
const preview = (changes: object[], more = {}) =>
  call('viewer', 'POST', '/api/config/preview', { period, changes, ...more })
const STRICTER = put('o-score', {
  metric: 'on_time_ready_rate',
  weight: 40,
  min_volume: 30,
  curve: [
    [95, 0],
    [100, 100],
  ],
})

/** A seller with 40 orders of March, so many of them late. */
async function sellerWith(late: number) {
  const { id, seller_code } = await makeSeller(app)
  const orders = Array.from({ length: 40 }, (_, n) => ({
    ready_by: at(10),
    ready_at: n < late ? at(11) : at(9),
  }))
  await factsOf(app, id).orders(...orders)
  return seller_code
}
const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
const totals = async () =>
  app.db.rows<{ seller_code: string; total_sos: number; tier: string }>(
    `select seller_code, total_sos, tier_name as tier from monthly_scores join sellers s on s.id = seller_id
     where period = $1 order by seller_code`,
    [period],
  )
const everything = () =>
  app.db.one(
    `select (select count(*) from audit_log) as audited, (select count(*) from events) as events,
            (select sum(version) from config_records) as rules, (select count(*) from idempotency_keys) as keys,
            (select max(xmin::text::bigint) from monthly_scores) as scores`,
  )

const [punctual, late, later] = [await sellerWith(0), await sellerWith(2), await sellerWith(4)]
await calculate()

t.test('a preview says what a month would be under changed rules, and writes nothing', async (t) => {
  const [stored, before] = [await totals(), await everything()]
  const { status, body } = await preview([STRICTER])
  t.equal(status, 200)
  t.match(body, { period, sellers: 3, sellers_total: 3, sampled: false, left_out: 0, without_inputs: 0 })
  t.same(
    body.movers.map(({ seller_code }: { seller_code: string }) => seller_code).sort(),
    [late, later].sort(),
    `${punctual} stays`,
  )
  for (const { seller_code, company_name, total_before, tier_before } of body.movers) {
    t.equal(company_name, `Seller ${seller_code}`)
    const { total_sos, tier } = stored.find((one) => one.seller_code === seller_code) ?? {}
    t.same([total_before, tier_before], [total_sos, tier], 'before is the stored score')
  }
  t.same(await everything(), before)
})

t.test('its after is what calculate makes of the month once the rules are so', async (t) => {
  const { movers } = (await preview([STRICTER])).body
  const stored = await totals()
  const { id } = (
    await call('bod', 'POST', '/api/config/o-score', { ...STRICTER.fields, effective_from: period })
  ).body
  await calculate()
  const after = await totals()
  for (const one of stored) {
    const moved = movers.find(({ seller_code }: { seller_code: string }) => seller_code === one.seller_code)
    const expected = moved ? { ...one, total_sos: moved.total_after, tier: moved.tier_after } : one
    t.same(
      after.find(({ seller_code }) => seller_code === one.seller_code),
      expected,
    )
  }
  await call('bod', 'DELETE', `/api/config/o-score/${id}`)
  await calculate()
  t.same(await totals(), stored)
})

t.test('nothing changed, or what scores do not read, moves nobody', async (t) => {
  const long = put('grace-period', { name: 'Long', days: 3660 })
  for (const changes of [[], [remove('surcharge', 'payment_block')], [long]]) {
    const { body } = await preview(changes)
    t.match(body, { sellers: 3, movers: [] })
    t.equal(body.mean_before, body.mean_after)
    const stayed = body.migration.filter(({ from, to }: { from: string; to: string }) => from === to)
    t.ok(stayed.length > 0)
    t.same(stayed, body.migration)
  }
})

t.test('a change of what facts add up to is a 400 that names the backtest', async (t) => {
  const complaint = { category: 'complaint', weight: 2, reply_hours: 8, resolve_hours: 48 }
  const cases: [object, RegExp][] = [
    [
      put('p-score', { metric: 'forecast_lateness', weight: 20, params: { base_days: 3 } }),
      /params of forecast_l/,
    ],
    [put('helpdesk', { ...complaint, weight: 3 }), /helpdesk records/],
  ]
  for (const [change, error] of cases) {
    const { status, body } = await preview([change])
    t.match({ status, error: body.error }, { status: 400, error })
    t.match(body.error, /POST \/api\/backtests/)
  }
  t.match(await preview([put('helpdesk', complaint)]), { status: 200 }, 'the same again')
  const same = { metric: 'aged_stock_share', weight: 10, params: { age_days: 180 } }
  t.match(await preview([put('i-score', same)]), { status: 200 })
  t.match(await preview([remove('i-score', 'aged_stock_share')]), { status: 200 })
})

t.test('changes and months that are not right are refused', async (t) => {
  const half = { name: 'Half', p_score: 20, o_score: 20, t_score: 20, f_score: 20, i_score: 10 }
  t.match(await preview([put('score-weights', half)]), {
    status: 400,
    headers: { 'x-error-code': 'rules_unusable' },
    body: { error: /^score-weights: .* must add up to 100/ },
  })
  const early = { status: 400, headers: { 'x-error-code': 'period_in_future' } }
  t.match(await preview([], { period: shiftPeriod(NOW, 1) }), early)
  const none = { status: 404, body: { error: /^There are no scores of 2019-01/ } }
  t.match(await preview([], { period: '2019-01' }), none)
})

t.test('curves as steep as numbers go are scored', async (t) => {
  const edges = { widest: [-1e300, 1e300], steepest: [1e-300, 2e-300] }
  for (const [title, xs] of Object.entries(edges)) {
    const curve = xs.map((x, n) => [x, n * 100])
    t.match(await preview([put('o-score', { ...STRICTER.fields, curve })]), { status: 200 }, title)
  }
  const body = `{"period":"${period}","changes":[{"type":"o-score","op":"put","fields":{"curve":[[0,0],[1e309,1]]}}]}`
  const type = { 'content-type': 'application/json' }
  t.match(await call('bod', 'POST', '/api/config/preview', body, type), { status: 400 })
})

t.test('scores that an appeal has decided, and those without inputs, are left out and counted', async (t) => {
  const [first, second] = await app.db.rows<{ seller_id: number }>(
    'select seller_id from monthly_scores where period = $1 order by seller_id',
    [period],
  )
  const revise = async (revision: number) => {
    await app.db.run`update monthly_scores set revision = ${revision} where seller_id = ${first?.seller_id}`
    await app.db.rows(
      `insert into score_revisions (seller_id, period, revision, score, appeal_id) values ($1, $2, 1, '{}', 1)
       on conflict do nothing`,
      [first?.seller_id, period],
    )
  }
  const of = second?.seller_id
  const kept = await app.db.value<string>`select inputs from score_explanations where seller_id = ${of}`
  const inputs = (text: string | null) =>
    app.db.run`update score_explanations set inputs = ${text}, explanation = '{}' where seller_id = ${of}`
  await revise(2)
  await inputs(null)
  t.match((await preview([STRICTER])).body, {
    sellers: 1,
    sellers_total: 2,
    left_out: 1,
    without_inputs: 1,
    movers: [{ seller_code: later }],
  })
  await revise(1)
  await inputs(kept)
})

t.test('of more than 2,000 scores an even sample is taken, and said so', async (t) => {
  await app.db.rows(
    `insert into sellers (seller_code, company_name) select 'M-' || n, 'Many' from generate_series(1, 4000) n`,
  )
  await app.db.rows(
    `insert into monthly_scores overriding system value
     select (jsonb_populate_record(one, jsonb_build_object('id', 1000 + s.id, 'seller_id', s.id, 'period', '2026-01'))).*
     from sellers s, lateral (select m as one from monthly_scores m where period = $1 limit 1) copied
     where s.seller_code like 'M-%'`,
    [period],
  )
  await app.db.rows(
    `insert into score_explanations (seller_id, period, revision, run_id, inputs)
     select s.id, '2026-01', 1, one.run_id, replace(one.inputs, '"' || $1 || '"', '"' || s.seller_code || '"')
     from sellers s, (select * from score_explanations where inputs like '%"' || $1 || '"%') one
     where s.seller_code like 'M-%'`,
    [later],
  )
  const { body } = await preview([STRICTER], { period: '2026-01' })
  t.match(body, {
    sellers: 2000,
    sellers_total: 4000,
    sampled: true,
    movers: Array(20).fill({ delta: Number }),
  })
  const numbers = body.movers.map(({ seller_code }: { seller_code: string }) => Number(seller_code.slice(2)))
  t.equal(new Set(numbers.map((number: number) => number % 2)).size, 1, 'every other one')
})

t.test('without a month it tries the one that is shown first', async (t) => {
  const tried = async (now: string) => {
    app.clock.now = () => new Date(now)
    return (await call('viewer', 'POST', '/api/config/preview', { changes: [STRICTER] })).body.period
  }
  t.teardown(() => Object.assign(app.clock, { now: () => new Date() }))
  t.equal(await tried('2026-03-20T12:00:00Z'), period)
  t.equal(await tried('2026-04-01T12:00:00Z'), period, 'April has no scores')
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-04' })
  t.equal(await tried('2026-04-01T12:00:00Z'), period, 'nobody is rated in April')
  await app.db.rows(`update monthly_scores set is_rated = true where period = '2026-04'`)
  t.equal(await tried('2026-04-20T12:00:00Z'), '2026-04')
})
