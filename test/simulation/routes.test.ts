import t from 'tap'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { NEXT } from '../setup/months.ts'
import { service } from '../spec/service.ts'
import { addSeller, MONTH, pushMonth } from './april.ts'

const api = await service(t)
const { app, call, done, user } = api
const own = await addSeller(api, 'S-OWN', { assigned_am_id: user.am.am_id })
await addSeller(api, 'S-OTHER')
await app.db.pool.query(`update users set seller_id = $1 where role = 'seller'`, [own])
app.identities.forget()
for (const seller_code of ['S-OWN', 'S-OTHER']) await pushMonth(api, seller_code)
await api.calculate(MONTH)

const at = (part: string, seller = 'S-OWN') => `/api/sos/sellers/${seller}/score/${part}`
const sensitivity = `sensitivity?period=${MONTH}`
const path = (body: object) => done('viewer', 'POST', at('path'), { period: MONTH, ...body })
const whatIf = (body: object) => done('viewer', 'POST', at('what-if'), { period: MONTH, ...body })
const about = { seller_code: 'S-OWN', period: MONTH, from: 'stored', as_of: '2026-05-01T00:00:00.000Z' }

/** What nothing here may write to. */
const written = () =>
  app.db.one(
    `select (select count(*) from audit_log) as audits, (select count(*) from idempotency_keys) as keys,
            (select count(*) from events) as events, (select max(xmin::text::bigint) from monthly_scores) as scores,
            (select max(xmin::text::bigint) from score_explanations) as explanations`,
  )
const before = await written()

t.test('a what-if without a change is the stored score, to the byte', async (t) => {
  const stored = await done('viewer', 'GET', `/api/sos/sellers/S-OWN/score?period=${MONTH}`)
  const shown = {
    ...{ total_sos: stored.total_sos, tier: stored.tier.name, is_rated: true },
    components: stored.components,
  }
  const same = {
    ...{ ...about, basis: 'as_is', starts_from: 'The score of the month, which is over.' },
    ...{ tier_changed: false, before: shown, after: shown, changes: [] },
  }
  for (const body of [{}, { metrics: {}, facts: {} }, { facts: { orders: '0' } }, { facts: { orders: 0 } }])
    t.same(await whatIf(body), same, JSON.stringify(body))
})

t.test('a what-if sets values and adds facts', async (t) => {
  const set = await whatIf({ metrics: { on_time_ready_rate: 97 } })
  t.match(set, {
    ...about,
    before: { total_sos: 67.86, tier: 'Silver' },
    changes: [{ metric: 'on_time_ready_rate', value_before: 92.727273, value_after: 97, points_after: 95 }],
  })
  const [{ total_delta }] = set.changes
  t.equal(set.after.total_sos, Number((67.86 + total_delta).toFixed(2)))
  t.same((await whatIf({ facts: { ready_on_time: 4 } })).changes[0].value_after, 96.363636)
})

t.test('the path of the example costs 15, its facts reach Gold, and one step less does not', async (t) => {
  const gold = await path({ target: 'Gold' })
  t.match(gold, {
    ...{ ...about, basis: 'as_is', starts_from: 'The score of the month, which is over.' },
    ...{ target: 'Gold', reachable: true, cost: 15, exact: true },
    ...{ before: { total_sos: 67.86, tier: 'Silver' }, after: { total_sos: 80.41, tier: 'Gold' } },
  })
  t.same(await path({}), gold, 'the default target is the next tier')
  t.same(await path({ locked: [], efforts: {}, limits: {}, basis: 'as_is' }), gold)
  const facts = Object.assign({}, ...gold.steps.map((step: { facts: object }) => step.facts))
  t.match((await whatIf({ facts })).after, { total_sos: 80.41, tier: 'Gold' })
  for (const step of gold.steps) {
    const [[name, text]] = Object.entries(step.facts as Record<string, string>) as [[string, string]]
    const less = { ...facts, [name]: String((Number(text) * (step.steps - 1)) / step.steps) }
    t.match((await whatIf({ facts: less })).after, { tier: 'Silver' }, `one ${step.lever} less`)
  }
})

t.test('locks, limits and efforts are kept, and what is out of reach has its reason', async (t) => {
  const { steps, alone, cost } = await path({
    locked: ['fewer_cancellations'],
    limits: { more_on_time: 2 },
    efforts: { cleaner_orders: 100, faster_replies: 2 },
  })
  const taken = new Map(steps.map((step: { lever: string; steps: number }) => [step.lever, step.steps]))
  t.notOk(taken.has('fewer_cancellations'))
  t.notOk(taken.has('cleaner_orders'), 'it costs too much')
  t.ok(Number(taken.get('more_on_time') ?? 0) <= 2)
  t.ok(cost > 15)
  t.match(
    steps.filter(({ effort }: { effort: number }) => effort > 1),
    [{ lever: 'faster_replies', effort: 2 }],
  )
  const limits = Object.fromEntries(alone.map(({ lever }: { lever: string }) => [lever, 0]))
  t.match(await path({ target: 'Platinum', limits, locked: ['fewer_cancellations'] }), {
    ...{ target: 'Platinum', reachable: false, best: { total_sos: 67.86, tier: 'Silver', steps: [] } },
    reason: { code: 'locked', sentence: /./ },
  })
})

t.test('the sensitivity names what each lever does', async (t) => {
  const { levers, ...rest } = await done('viewer', 'GET', at(sensitivity))
  t.match(rest, { ...about, basis: 'as_is', before: { total_sos: 67.86, tier: 'Silver' } })
  t.match(
    levers.find(({ lever }: { lever: string }) => lever === 'more_on_time'),
    { metric: 'on_time_ready_rate', most: 8, one_step: 0.55, all: 3.16, alone: null, to_lose: 5 },
  )
})

t.test('an AM asks about own sellers, a seller about itself, and readers about all', async (t) => {
  for (const role of ['bod', 'admin', 'ops_head', 'am_head', 'viewer', 'am', 'seller'] as const)
    for (const seller of ['S-OWN', 'S-OTHER']) {
      const expected = seller === 'S-OTHER' && (role === 'am' || role === 'seller') ? 403 : 200
      t.equal((await call(role, 'POST', at('what-if', seller), { period: MONTH })).status, expected, role)
      t.equal((await call(role, 'POST', at('path', seller), { period: MONTH })).status, expected, role)
      t.equal((await call(role, 'GET', at(sensitivity, seller))).status, expected, role)
    }
  t.equal((await call('viewer', 'POST', at('path', 'S-NOBODY'), {})).status, 404)
  t.equal((await call('seller', 'POST', at('path', 'S-NOBODY'), {})).status, 403)
})

t.test('a body that is not right is a 400 that names the field', async (t) => {
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
  const cases: [string, object | string, RegExp][] = [
    ['what-if', { metrics: { speed: 1 } }, /metrics\.speed is not a known .*; known are forecast_error/],
    ['what-if', { facts: { parcels: 1 } }, /facts\.parcels is not a known .*; known are absolute_error/],
    ['what-if', { facts: { orders: 'NaN' } }, /facts\.orders must be a decimal number such as 4/],
    ['what-if', { facts: { orders: 1e300 } }, /facts\.orders must be a decimal number/],
    ['what-if', { facts: { orders: '9'.repeat(400) } }, /facts\.orders must be a decimal number/],
    ['what-if', { metrics: { on_time_ready_rate: -1 } }, /must be at least 0/],
    ['what-if', { metrics: { forecast_error: 0.1234567 } }, /at most 6 decimals/],
    ['what-if', { metrics: deep }, /metrics\.a is not a known field/],
    ['what-if', '{"metrics":{"forecast_error":1e309}}', /too large for a number/],
    ['what-if', '{"facts":{"orders":1e309}}', /too large for a number/],
    ['path', { target: 'Copper' }, /target must be one of the rated tiers .*Gold.*, not Copper/],
    ['path', { target: 'Unrated' }, /target must be one of the rated tiers/],
    ['path', { locked: ['magic'] }, /locked\[0\] must be one of closer_forecast/],
    ['path', { efforts: { magic: 1 } }, /efforts\.magic is not a known field/],
    ['path', { efforts: { more_on_time: 0 } }, /efforts\.more_on_time must be at least 1/],
    ['path', { efforts: { more_on_time: 101 } }, /efforts\.more_on_time must be at most 100/],
    ['path', { efforts: { more_on_time: 1.5 } }, /efforts\.more_on_time must be a whole number/],
    ['path', { limits: { more_on_time: -1 } }, /limits\.more_on_time must be at least 0/],
    ['path', { limits: { more_on_time: 1e300 } }, /limits\.more_on_time must be at most/],
    ['path', '{"limits":{"more_on_time":1e309}}', /too large for a number/],
    ['path', { locked: Array(101).fill('less_cover') }, /locked must have at most 100/],
    ['path', { basis: 'pace' }, /basis pace is for the running month; 2026-04 is over/],
    ['path', { basis: 'later' }, /basis must be one of as_is, pace/],
  ]
  for (const [part, body, sentence] of cases) {
    const given =
      typeof body === 'string' ? `{"period":"${MONTH}",${body.slice(1)}` : { period: MONTH, ...body }
    const answer = await call('viewer', 'POST', at(part), given, { 'content-type': 'application/json' })
    t.match(
      answer,
      { status: 400, body: { error: sentence } },
      `${part} ${JSON.stringify(body).slice(0, 80)}`,
    )
  }
  t.match(await call('viewer', 'GET', at('sensitivity?period=soon')), { status: 400 })
})

t.test('a refused change names its field', async (t) => {
  for (const [field, error, body] of [
    [
      'facts',
      /^facts can't be so: ready_on_time would be 111 of 110 ready_due/,
      { facts: { ready_on_time: 9 } },
    ],
    [
      'metrics.on_time_ready_rate',
      /give one of both/,
      { metrics: { on_time_ready_rate: 97 }, facts: { ready_on_time: 1 } },
    ],
  ] as const)
    t.match(await call('viewer', 'POST', at('what-if'), { period: MONTH, ...body }), {
      ...{ status: 400, headers: { 'x-error-field': field } },
      body: { error },
    })
})

t.test('a month without a score is a 404, and one to come a 400', async (t) => {
  for (const [period, status, code] of [
    ['2026-02', 404, 'score_not_found'],
    [NEXT, 400, 'period_in_future'],
  ] as const) {
    const refused = { status, headers: { 'x-error-code': code } }
    t.match(await call('viewer', 'POST', at('what-if'), { period }), refused)
    t.match(await call('viewer', 'POST', at('path'), { period }), refused)
    t.match(await call('viewer', 'GET', at(`sensitivity?period=${period}`)), refused)
  }
})

t.test('nothing is written, and an Idempotency-Key has no effect', async (t) => {
  const key = { 'idempotency-key': 'one' }
  const ask = (more: object) => call('viewer', 'POST', at('what-if'), { period: MONTH, ...more }, key)
  const one = await ask({})
  const other = await ask({ facts: { ready_on_time: 1 } })
  t.same([one.status, other.status], [200, 200])
  t.not(one.body.after.total_sos, other.body.after.total_sos)
  t.same(await written(), before)
})

t.test('after an appeal the revision is what stands before, and its decision stays', async (t) => {
  await approvedAppeal({ done }, { seller_code: 'S-OTHER', period: MONTH }, { o_score_raw_after: 90.5 })
  const stored = await done('viewer', 'GET', `/api/sos/sellers/S-OTHER/score?period=${MONTH}`)
  const { before, after } = await done('viewer', 'POST', at('what-if', 'S-OTHER'), {
    period: MONTH,
    metrics: { on_time_ready_rate: 100 },
  })
  t.same(
    [before.total_sos, before.tier, before.components],
    [stored.total_sos, stored.tier.name, stored.components],
  )
  t.same(after, before, 'o_score is decided')
  const found = await done('viewer', 'POST', at('path', 'S-OTHER'), { period: MONTH })
  t.same(found.before, { total_sos: stored.total_sos, is_rated: true, tier: stored.tier.name })
  t.notOk(JSON.stringify(found.steps).includes('more_on_time'), 'which would do nothing')
})

t.test('a score that other code has computed, or without kept inputs, is a 409', async (t) => {
  const others = [
    `update monthly_scores set total_sos = total_sos - 0.01 where seller_id = ${own}`,
    `update monthly_scores set total_sos = total_sos + 0.01 where seller_id = ${own};
     update score_explanations set inputs = replace(inputs, '"period"', '"month":3,"period"') where seller_id = ${own}`,
    `update score_explanations set inputs = '{"v":2}' where seller_id = ${own}`,
    `update score_explanations set inputs = null, explanation = '{}' where seller_id = ${own}`,
  ]
  const refused = { status: 409, headers: { 'x-error-code': 'score_of_other_code' } }
  for (const other of others) {
    await app.db.run(other)
    t.match(await call('viewer', 'POST', at('what-if'), { period: MONTH }), refused, other)
    t.match(await call('viewer', 'POST', at('path'), { period: MONTH }), refused)
    t.match(await call('viewer', 'GET', at(sensitivity)), refused)
  }
})
