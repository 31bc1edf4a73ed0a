import t from 'tap'
import { testApp } from '../setup/app.ts'
import { eventsOf } from './seller-events.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
for (const seller_code of ['S-1', 'S-2', 'S-odd'])
  await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme' })
const surcharge = {
  seller_code: 'S-1',
  period: '2026-10',
  surcharge_type: 'planning_overload',
  amount: 126.9,
  trigger_details: { reason: 'Forecasts were far off', list: [1, { deep: null }] },
}
const create = (fields: object = {}) =>
  call('finance', 'POST', '/api/surcharges', { ...surcharge, ...fields })
const read = async (id: number) => (await call('bod', 'GET', `/api/surcharges/${id}`)).body

t.test('a surcharge begins pending, is audited, and published', async (t) => {
  const { status, body } = await create()
  t.equal(status, 200)
  t.same(Object.keys(body), ['success', 'id'])
  const record = await read(body.id)
  t.same(record, {
    id: body.id,
    company_name: 'Acme',
    ...surcharge,
    status: 'pending',
    status_reason: null,
    rule_id: null,
    created_by: user.finance.id,
    created_at: record.created_at,
    updated_at: record.created_at,
  })
  t.same(await eventsOf(app, 'S-1'), [{ type: 'seller.surcharge_created', sequence: 1, data: record }])
  t.match(
    await app.db.row(
      `select user_id, before, after from audit_log where action = 'surcharge.created' and entity_id = $1`,
      [String(body.id)],
    ),
    { user_id: user.finance.id, before: null, after: { amount: 126.9, status: 'pending' } },
  )
})

t.test('a payment_block, in any spelling and without amount, is published as a block, too', async (t) => {
  const block = { seller_code: 'S-2', surcharge_type: 'Payment Block', amount: undefined }
  const { body } = await create(block)
  t.match(await read(body.id), { surcharge_type: 'payment_block', amount: 0 })
  const events = await eventsOf(app, 'S-2')
  t.match(events, [
    { type: 'seller.surcharge_created', sequence: 1 },
    { type: 'seller.order_blocked', sequence: 2 },
  ])
  t.same(events[1]?.data, {
    seller_code: 'S-2',
    company_name: 'Acme',
    seller_status: 'active',
    is_blocked: true,
    surcharge: {
      ...{ id: body.id, period: '2026-10', surcharge_type: 'payment_block', amount: 0 },
      reason: 'Forecasts were far off',
    },
  })
})

t.test('amounts are kept to the cent', async (t) => {
  const amounts = [
    0, 0.01, 0.07, 0.1, 1.1, 4.35, 1.005e2, 8.29, 1234567.89, 90071992547.41, 999_999_999_999.99,
  ]
  for (const amount of amounts) {
    const { body } = await create({ amount })
    t.equal((await read(body.id)).amount, amount)
    const kept = await app.db.value('select amount::text from surcharges where id = $1', [body.id])
    t.equal(kept, String(amount))
  }
})

t.test('any words are a type, and a known one is stored as it is documented', async (t) => {
  for (const [given, stored] of [
    ['late_inbound_2', 'late_inbound_2'],
    ['Late inbound', 'Late inbound'],
    ['Planning-Overload', 'planning_overload'],
  ]) {
    for (const named of [{ surcharge_type: given }, { surcharge_type: undefined, type: given }]) {
      const { body } = await create(named)
      t.match(await read(body.id), { surcharge_type: stored })
    }
  }
})

t.test('it may begin applied, have its amount as text, and no details', async (t) => {
  for (const trigger_details of [undefined, null]) {
    const given = { seller_code: 'S-2', status: 'Applied', amount: '12.50', trigger_details }
    const made = await read((await create(given)).body.id)
    t.match(made, { seller_code: 'S-2', status: 'applied', amount: 12.5 })
    t.same(made.trigger_details, {})
  }
})

t.test('an unknown seller answers 404', async (t) => {
  for (const seller_code of ['S-0', '2147483647', '99999999999'])
    t.match(await create({ seller_code }), {
      status: 404,
      body: { error: `There is no seller ${seller_code}.` },
    })
})

t.test('what can be no surcharge answers 400, and is neither stored nor published', async (t) => {
  const cases: [object, RegExp][] = [
    [{ seller_code: undefined }, /^seller_code is required/],
    [{ period: undefined }, /^period is required/],
    [{ surcharge_type: undefined }, /^surcharge_type is required/],
    [{ amount: undefined }, /^amount is required/],
    [{ period: '2026-13' }, /^period must be a month/],
    [{ period: '9999-12' }, /^period must lie in the years 1970 to 2999/],
    [{ period: '2999-12', surcharge_type: 'payment_block' }, /^period 2999-12 lies in the future/],
    [{ surcharge_type: 'x'.repeat(65) }, /^surcharge_type must have at most 64 characters/],
    [{ amount: -0.01 }, /^amount must be at least 0/],
    [{ amount: 1.005 }, /^amount must have at most two decimals/],
    [{ amount: 1e12 }, /^amount must be at most 999999999999.99/],
    [{ amount: 'twelve' }, /^amount must be a number/],
    [{ trigger_details: [] }, /^trigger_details must be an object/],
    [{ trigger_details: { x: 'y'.repeat(20_000) } }, /^trigger_details must be at most 16384 bytes/],
    [{ status: 'waived' }, /^status must be one of pending, applied/],
    [{ colour: 'red' }, /^colour is not a known field here; known are seller_code, /],
  ]
  for (const [fields, error] of cases)
    t.match(await create({ seller_code: 'S-odd', ...fields }), { status: 400, body: { error } })
  t.same(await eventsOf(app, 'S-odd'), [])
  t.match((await call('bod', 'GET', '/api/surcharges?seller_code=S-odd')).body, { total: 0 })
})

t.test('an event stays under 20 kB however large the details are', async (t) => {
  const { status } = await create({
    seller_code: 'S-odd',
    surcharge_type: 'payment_block',
    trigger_details: { reason: 'ü'.repeat(8_180) },
  })
  t.equal(status, 200)
  const events = await eventsOf(app, 'S-odd')
  t.equal(events.length, 2)
  for (const { data } of events)
    t.ok(Buffer.byteLength(JSON.stringify(data)) < 20_000, `${Buffer.byteLength(JSON.stringify(data))} bytes`)
})
