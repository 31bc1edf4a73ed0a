import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { eventsOf, typesOf } from './seller-events.ts'

const period = '2025-08'
const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
const post = (url: string, body: object) => done('bod', 'POST', url, body)
for (const [seller_code, contract_start_date] of [
  ['S-off', '2020-01-01'],
  ['S-late', '2020-01-01'],
  ['S-both', '2020-01-01'],
  ['S-good', '2020-01-01'],
  ['S-new', '2025-07-15'],
])
  await post('/api/sellers', { seller_code, company_name: 'Acme', contract_start_date })
const submitted_at = '2025-07-01T12:00:00Z'
const forecast = (seller_code: string, forecast_orders: number) => ({
  ...{ seller_code, period, forecast_orders, submitted_at },
})
const orders = (seller_code: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    order_code: `O-${n}`,
    seller_code,
    ordered_at: '2025-08-10T12:00:00Z',
  }))
const invoice = (seller_code: string, due_on: string) => ({
  ...{ seller_code, invoice_code: 'I-1', amount: 100, issued_on: '2025-01-01', due_on },
})
await post('/api/sync/forecasts', {
  records: [forecast('S-off', 33), forecast('S-both', 80), forecast('S-good', 30), forecast('S-new', 900)],
})
await post('/api/sync/orders', {
  records: ['S-off', 'S-both', 'S-good', 'S-new'].flatMap((code) => orders(code, code === 'S-off' ? 20 : 30)),
})
await post('/api/sync/payments', {
  records: [invoice('S-late', '2025-06-01'), invoice('S-both', '2025-03-01'), invoice('S-new', '2025-03-01')],
})
await post('/api/sos/monthly/calculate', { period })
const ruleOf = async (type: string): Promise<number> => {
  const { data } = await done('bod', 'GET', '/api/config/surcharge')
  return data.find(({ surcharge_type }: { surcharge_type: string }) => surcharge_type === type).id
}
const rules = { planning: await ruleOf('planning_overload'), block: await ruleOf('payment_block') }
const evaluate = (body: object = { period }, headers = {}) =>
  call('finance', 'POST', '/api/surcharges/evaluate', body, headers)
const stored = async () => (await call('bod', 'GET', '/api/surcharges?limit=500')).body

const due = (created: boolean) =>
  (
    [
      ['S-off', 'planning_overload', 130, 65],
      ['S-late', 'payment_block', 0, 91],
      ['S-both', 'planning_overload', 200, 166.666667],
      ['S-both', 'payment_block', 0, 183],
    ] as const
  ).map(([seller_code, surcharge_type, amount, value]) => ({
    ...{ seller_code, company_name: 'Acme', surcharge_type, amount, value, created },
    ...(surcharge_type === 'planning_overload'
      ? { rule_id: rules.planning, metric: 'forecast_error', threshold: 50 }
      : { rule_id: rules.block, metric: 'days_beyond_terms', threshold: 60 }),
  }))

t.test('a dry run shows what would be created, and changes nothing', async (t) => {
  const { status, body } = await evaluate({ period, dry_run: true })
  t.equal(status, 200)
  const { data, ...rest } = body
  t.same(rest, { success: true, period, dry_run: true, created: 4, existing: 0 })
  t.same(
    data.map(({ reason: _, ...one }: { reason: string }) => one),
    due(true),
  )
  t.equal((await stored()).total, 0)
  t.same(await eventsOf(app, 'S-both'), [])
})

t.test('an evaluation creates one pending surcharge per seller and rule, with its events', async (t) => {
  const { body } = await evaluate()
  const { data, ...rest } = body
  t.same(rest, { success: true, period, dry_run: false, created: 4, existing: 0 })
  t.match(data, due(true))
  t.match((await stored()).data.reverse(), [
    {
      ...{ seller_code: 'S-off', period, surcharge_type: 'planning_overload', amount: 130 },
      ...{ status: 'pending', rule_id: rules.planning, created_by: user.finance.id },
      trigger_details: {
        ...{ rule_id: rules.planning, rule_version: 1, metric: 'forecast_error' },
        ...{ value: 65, threshold: 50, reason: data[0].reason },
      },
    },
    { seller_code: 'S-late', rule_id: rules.block },
    { seller_code: 'S-both', amount: 200 },
    { seller_code: 'S-both', surcharge_type: 'payment_block' },
  ])
  t.same(await typesOf(app, 'S-off'), ['surcharge_created'])
  t.same(await typesOf(app, 'S-both'), ['surcharge_created', 'surcharge_created', 'order_blocked'])
  t.same(await typesOf(app, 'S-new'), [], 'a seller in grace is spared')
  const audited = await app.db.rows(`select user_id from audit_log where action = 'surcharge.created'`)
  t.same(audited, Array(4).fill({ user_id: user.finance.id }))
})

t.test('the warehouse reads what was created with the words of the rule', async (t) => {
  const { body } = await call('system', 'GET', '/api/sos/sellers/S-both/enforcement')
  t.match(body, {
    is_blocked: true,
    active_surcharges: [
      { type: 'payment_block', reason: /days_beyond_terms was 183 days, and the limit is 60 days\.$/ },
      { type: 'planning_overload', amount: 200 },
    ],
  })
})

t.test('a repeat creates and publishes nothing new, also where the first was waived', async (t) => {
  const before = await stored()
  await call('bod', 'PATCH', `/api/surcharges/${before.data[0].id}`, { status: 'waived' })
  const events = await eventsOf(app, 'S-both')
  for (const dry_run of [false, true]) {
    const { body } = await evaluate({ period, dry_run })
    t.match(body, { created: 0, existing: 4, dry_run })
    t.match(body.data, due(false))
  }
  t.equal((await stored()).total, before.total)
  t.same(await eventsOf(app, 'S-both'), events)
})

t.test('a new version of a rule brings no second surcharge, a new rule does', async (t) => {
  const { body: rule } = await call('bod', 'GET', `/api/config/surcharge/${rules.planning}`)
  const { metric, above, amount, per_point, cap, reason } = rule
  const fields = { surcharge_type: 'planning_overload', metric, above, per_point, cap, reason }
  await call('bod', 'PUT', `/api/config/surcharge/${rules.planning}`, { ...fields, amount: amount + 1 })
  t.match((await evaluate()).body, { created: 0, existing: 4 })
  const harsh = { surcharge_type: 'harsh', above: 120, amount: 0.333, per_point: 0 }
  await post('/api/config/surcharge', { ...fields, ...harsh, effective_from: period })
  const { body } = await evaluate()
  t.match(body, { created: 1, existing: 4 })
  t.match(
    body.data.find(({ created }: { created: boolean }) => created),
    { seller_code: 'S-both', surcharge_type: 'harsh', amount: 0.33 },
  )
})

/** A rule in place of the one of planning, which brings more to all that it brings anything. */
const STEEPER = {
  ...{ surcharge_type: 'planning_overload', metric: 'forecast_error', above: 40, amount: 500, per_point: 0 },
  ...{ cap: null, reason: 'Off', effective_from: period },
}

t.test('a rule in place of another brings no second surcharge, whatever became of the first', async (t) => {
  const before = await stored()
  t.ok(before.data.some(({ status }: { status: string }) => status === 'waived'))
  const nothingNew = async (title: string) => {
    for (const dry_run of [true, false])
      t.match((await evaluate({ period, dry_run })).body, { created: 0, existing: 5 }, title)
    t.same(await stored(), before, title)
  }
  const { id } = await post('/api/config/surcharge', STEEPER)
  const { data } = (await evaluate({ period, dry_run: true })).body
  t.match(
    data.find(({ rule_id }: { rule_id: number }) => rule_id === id),
    { amount: 500, created: false },
    'what it would bring now',
  )
  await nothingNew('a record from the same month on')

  const block = {
    ...{ surcharge_type: 'payment_block', metric: 'days_beyond_terms', above: 50, amount: 0, per_point: 0 },
    ...{ cap: null, reason: 'Late' },
  }
  const changes = [{ type: 'surcharge', op: 'put', fields: block }]
  const draft = await post('/api/config/drafts', { name: 'Stricter', changes })
  await post(`/api/config/drafts/${draft.id}/adopt`, { effective_from: period, override_reason: 'test' })
  t.notOk(
    (await evaluate()).body.data.some(({ rule_id }: { rule_id: number }) => rule_id === rules.block),
    'the draft counts',
  )
  await nothingNew('an adopted draft')

  for (const old of [id, rules.planning]) await done('bod', 'DELETE', `/api/config/surcharge/${old}`)
  t.match((await evaluate({ period, dry_run: true })).body, { existing: 3 })
  await post('/api/config/surcharge', STEEPER)
  await nothingNew('deleted and made anew')

  const harsh = await ruleOf('harsh')
  const respelled = { surcharge_type: 'HARSH', metric: 'forecast_error', above: 110, reason: 'Off' }
  await done('bod', 'PUT', `/api/config/surcharge/${harsh}`, respelled)
  await nothingNew('its type in another spelling')
  await done('bod', 'PUT', `/api/config/surcharge/${harsh}`, { surcharge_type: 'severe' })
  await nothingNew('the same record under another type')
})

t.test('of evaluations at once under two versions of a rule only one creates', async (t) => {
  const held = { ...STEEPER, surcharge_type: 'held' }
  const waiting: ReturnType<typeof evaluate>[] = []
  await app.db.transaction(async (tx) => {
    await tx.run('select from sellers for update')
    for (const effective_from of ['2025-07', period]) {
      await post('/api/config/surcharge', { ...held, effective_from })
      waiting.push(evaluate())
      await eventually(async () => (await waiters(app.db, 'from sellers')) === waiting.length)
    }
  })
  const created = (await Promise.all(waiting)).map(({ body }) => body.created)
  t.same(created.sort(), [0, 2])
  t.equal((await call('bod', 'GET', '/api/surcharges?surcharge_type=held')).body.total, 2)
})

t.test('an Idempotency-Key gives the first answer again', async (t) => {
  const first = await evaluate({ period }, { 'idempotency-key': 'august' })
  t.same((await evaluate({ period }, { 'idempotency-key': 'august' })).body, first.body)
})

t.test('a month without scores brings nothing', async (t) => {
  t.match((await evaluate({ period: '2025-01' })).body, { created: 0, existing: 0, data: [] })
})

t.test('the running month can be evaluated, a future one answers 400', async (t) => {
  const thisMonth = new Date().toISOString().slice(0, 7)
  t.equal((await evaluate({ period: thisMonth })).status, 200)
  const next = shiftPeriod(thisMonth, 1)
  for (const dry_run of [true, false])
    t.match(await evaluate({ period: next, dry_run }), {
      status: 400,
      body: { error: `period ${next} lies in the future; the running month is ${thisMonth}.` },
    })
})

t.test('what is more than a surcharge can be answers 409 and creates nothing without a cap', async (t) => {
  const contract_start_date = '2020-01-01'
  await post('/api/sellers', { seller_code: 'S-huge', company_name: 'Acme', contract_start_date })
  await post('/api/sync/forecasts', { records: [forecast('S-huge', 2_147_483_647)] })
  await post('/api/sync/orders', { records: orders('S-huge', 1) })
  await post('/api/sos/monthly/calculate', { period })
  const most = 999_999_999_999.99
  const rule = { surcharge_type: 'fee', metric: 'forecast_error', above: 50, per_point: 10, reason: 'Off' }
  const { id } = await post('/api/config/surcharge', { ...rule, effective_from: period })
  const change = (fields: object) => done('bod', 'PUT', `/api/config/surcharge/${id}`, { ...rule, ...fields })
  const all = async () => [
    await stored(),
    await app.db.rows('select id from events'),
    await app.db.rows(`select id from audit_log where action = 'surcharge.created'`),
  ]
  const before = await all()
  const refused = {
    status: 409,
    body: {
      error: `rule ${id} (fee) brings seller S-huge more than 999999999999.99, the most that a surcharge can be: give the rule a cap.`,
    },
  }
  for (const dry_run of [true, false]) t.match(await evaluate({ period, dry_run }), refused)
  await change({ amount: most, per_point: most, above: -most })
  t.equal((await evaluate()).status, 409, 'with the largest numbers that a rule can have')
  t.same(await all(), before)

  await change({ amount: 0, cap: most })
  const { data } = (await evaluate()).body
  t.same(
    data
      .filter(({ rule_id }: { rule_id: number }) => rule_id === id)
      .map(({ seller_code, amount }: { seller_code: string; amount: number }) => [seller_code, amount]),
    [
      ['S-off', 150],
      ['S-both', 1166.67],
      ['S-huge', most],
    ],
  )
  t.match(await app.db.row('select max(amount)::text as most from surcharges where rule_id = $1', [id]), {
    most: '999999999999.99',
  })
})

t.test('odd bodies answer 400', async (t) => {
  for (const [body, error] of [
    [{}, /^period is required/],
    [{ period: '2025-8' }, /^period must be a month/],
    [{ period, dry_run: 'yes' }, /^dry_run must be true or false/],
    [{ period, dryrun: true }, /^dryrun is not a known field/],
  ] as const)
    t.match(await evaluate(body), { status: 400, body: { error } }, JSON.stringify(body))
})

t.test('a number that no number holds is refused, not stored as null', async (t) => {
  const headers = { 'content-type': 'application/json' }
  const { cap: _, ...rule } = { ...STEEPER, surcharge_type: 'endless' }
  const surcharge = { seller_code: 'S-off', period, surcharge_type: 'fee' }
  for (const [url, body, field] of [
    ...['above', 'amount', 'per_point', 'cap'].map(
      (field) => ['/api/config/surcharge', rule, field] as const,
    ),
    ['/api/surcharges', surcharge, 'amount'] as const,
  ]) {
    const json = JSON.stringify({ ...body, [field]: 0 }).replace(`"${field}":0`, `"${field}":1e400`)
    const error = `${field} is too large for a number.`
    t.match(await call('bod', 'POST', url, json, headers), { status: 400, body: { error } })
  }
})
