import t from 'tap'
import { testApp } from '../setup/app.ts'
import { overlapping } from '../setup/waiters.ts'
import { eventsOf, typesOf } from './seller-events.ts'

const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
let sellers = 0
const newSeller = async (fields: object = {}) => {
  const seller_code = `S-${++sellers}`
  await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme', ...fields })
  return seller_code
}
const create = async (seller_code: string, surcharge_type = 'payment_block') => {
  const body = { seller_code, period: '2026-10', surcharge_type, amount: 5 }
  return (await call('bod', 'POST', '/api/surcharges', body)).body.id as number
}
const update = (id: number, status: string) => call('finance', 'PATCH', `/api/surcharges/${id}`, { status })
const read = (id: number) => done('bod', 'GET', `/api/surcharges/${id}`)
const statusOf = async (id: number) => (await read(id)).status
const audited = (id: number) =>
  app.db.rows(
    `select user_id, before->>'status' as before, after->>'status' as after from audit_log
     where action = 'surcharge.updated' and entity_id = $1 order by id`,
    [String(id)],
  )
const apply = (body: object, headers = {}) => call('finance', 'POST', '/api/surcharges/apply', body, headers)
const waive = (body: object) => call('finance', 'POST', '/api/surcharges/waive', body)
const isBlocked = async (seller_code: string) =>
  (await call('system', 'GET', `/api/sos/sellers/${seller_code}/enforcement`)).body.is_blocked

t.test('the state machine', async (t) => {
  for (const [from, to, expected] of [
    ['pending', 'pending', 200],
    ['pending', 'applied', 200],
    ['pending', 'waived', 200],
    ['applied', 'pending', 409],
    ['applied', 'applied', 200],
    ['applied', 'waived', 200],
    ['waived', 'pending', 409],
    ['waived', 'applied', 409],
    ['waived', 'waived', 200],
  ] as const) {
    const code = await newSeller()
    const id = await create(code)
    await update(id, from)
    const before = await eventsOf(app, code)
    const { status, body } = await update(id, to)
    t.equal(status, expected, `${from} to ${to}`)
    t.match(body, expected === 409 ? { error: /^status can't become / } : { success: true })
    t.equal(await statusOf(id), expected === 200 ? to : from)
    if (expected === 409) t.same(await eventsOf(app, code), before, 'nothing is published')
  }
})

t.test('a new state is audited and published with the one before', async (t) => {
  const code = await newSeller()
  const id = await create(code, 'planning_overload')
  await update(id, 'applied')
  await update(id, 'applied')
  await update(id, 'waived')
  const events = await eventsOf(app, code)
  t.same(await typesOf(app, code), ['surcharge_created', 'surcharge_updated', 'surcharge_updated'])
  t.match(events[1]?.data, { id, seller_code: code, status: 'applied', previous: { status: 'pending' } })
  t.match(events[2]?.data, { id, status: 'waived', previous: { status: 'applied' }, amount: 5 })
  t.same(await audited(id), [
    { user_id: user.finance.id, before: 'pending', after: 'applied' },
    { user_id: user.finance.id, before: 'applied', after: 'waived' },
  ])
})

t.test('waiving the last payment_block unblocks, applying one does not', async (t) => {
  const code = await newSeller()
  const [first, second] = [await create(code), await create(code)]
  await create(code, 'planning_overload')
  await update(first, 'applied')
  await update(first, 'waived')
  t.equal(await isBlocked(code), true)
  t.notOk((await typesOf(app, code)).includes('order_unblocked'))
  await update(second, 'waived')
  t.equal(await isBlocked(code), false)
  const events = await eventsOf(app, code)
  const made = ['surcharge_created', 'order_blocked']
  const changed = Array(3).fill('surcharge_updated')
  t.same(await typesOf(app, code), [...made, ...made, 'surcharge_created', ...changed, 'order_unblocked'])
  t.match(events.at(-1)?.data, {
    seller_code: code,
    is_blocked: false,
    surcharge: { id: second, surcharge_type: 'payment_block', reason: String },
  })
})

t.test('the events of a suspended seller say that it stays blocked', async (t) => {
  const code = await newSeller({ status: 'suspended' })
  await update(await create(code), 'waived')
  const events = await eventsOf(app, code)
  t.match(events.at(-1), {
    type: 'seller.order_unblocked',
    data: { is_blocked: true, seller_status: 'suspended' },
  })
  t.equal(await isBlocked(code), true)
})

for (const end of ['blocked', 'unblocked'])
  t.test(`an event order_${end} beside a suspension says that the seller is suspended`, async (t) => {
    const code = await newSeller()
    const id = end === 'blocked' ? 0 : await create(code)
    await overlapping<unknown>(t, app.db, 'audit_log', [
      () => call('bod', 'PATCH', `/api/sellers/${code}`, { status: 'suspended' }),
      () => (end === 'blocked' ? create(code) : update(id, 'waived')),
    ])
    const data = { is_blocked: true, seller_status: 'suspended' }
    t.match((await eventsOf(app, code)).at(-1), { type: `seller.order_${end}`, data })
  })

t.test('of two waivers at once exactly one unblocks', async (t) => {
  for (let round = 0; round < 10; round++) {
    const code = await newSeller()
    const ids = [await create(code), await create(code), await create(code)]
    const answers = await Promise.all(ids.map((id) => update(id, 'waived')))
    t.same([...new Set(answers.map(({ status }) => status))], [200])
    const types = await typesOf(app, code)
    t.equal(types.filter((type) => type === 'order_unblocked').length, 1)
    t.equal(types.at(-1), 'order_unblocked')
  }
})

t.test('a block that is created beside a waiver: the last event says what is true', async (t) => {
  for (let round = 0; round < 10; round++) {
    const code = await newSeller()
    const id = await create(code)
    await Promise.all([update(id, 'waived'), create(code)])
    const last = (await eventsOf(app, code)).filter(({ type }) => type.includes('order_')).at(-1)
    t.equal(last?.data.is_blocked, true)
    t.equal(await isBlocked(code), true)
  }
})

t.test('odd changes answer 400, an unknown surcharge 404', async (t) => {
  const id = await create(await newSeller())
  for (const [body, error] of [
    [{ status: 'paid' }, /^status must be one of pending, applied, waived\.$/],
    [
      { status: 'waived', amount: 1 },
      /^amount can't be changed: waive this surcharge and create another one/,
    ],
    [{ status: 'waived', seller_code: 'S-0' }, /^seller_code can't be changed/],
    [{ status: 'waived', trigger_details: { reason: 'New' } }, /^trigger_details can't be changed/],
    [{ status: 'waived', id: id + 1 }, /^id can't be changed/],
    [{ status: 'waived', reason: 'x'.repeat(501) }, /^status_reason must have at most 500 characters/],
    [{ status: 'waived', reason: 'One', note: 'Other' }, /^reason and note are the same field/],
    [{ status: 'waived', colour: 'red' }, /^colour is not a known field here; known are status, /],
  ] as const)
    t.match(await call('bod', 'PATCH', `/api/surcharges/${id}`, body), { status: 400, body: { error } })
  t.equal((await update(2147483647, 'waived')).status, 404)
})

t.test('why it was waived is kept and shown, under each of its names', async (t) => {
  for (const name of ['status_reason', 'reason', 'note', 'notes']) {
    const code = await newSeller()
    const id = await create(code)
    await done('bod', 'PATCH', `/api/surcharges/${id}`, { status: 'waived', [name]: 'Paid' })
    t.match(await read(id), { status: 'waived', status_reason: 'Paid' }, name)
    const updated = (await eventsOf(app, code)).find(({ type }) => type === 'seller.surcharge_updated')
    t.equal(updated?.data.status_reason, 'Paid')
  }
})

t.test('a reason can be given later, without an event, and a new state without one has none', async (t) => {
  const code = await newSeller()
  const id = await create(code, 'planning_overload')
  await call('bod', 'PATCH', `/api/surcharges/${id}`, { status: 'applied', reason: 'First' })
  await call('bod', 'PATCH', `/api/surcharges/${id}`, { reason: 'Better said' })
  t.match(await read(id), { status: 'applied', status_reason: 'Better said' })
  t.same(await typesOf(app, code), ['surcharge_created', 'surcharge_updated'])
  await update(id, 'waived')
  t.match(await read(id), { status: 'waived', status_reason: null })
})

t.test('a record that is sent back whole changes nothing but its state', async (t) => {
  const code = await newSeller()
  const id = await create(code, 'planning_overload')
  const record = await read(id)
  for (const body of [record, {}]) {
    t.same((await call('bod', 'PATCH', `/api/surcharges/${id}`, body)).body, { success: true })
    t.same(await read(id), record)
  }
  t.same(await typesOf(app, code), ['surcharge_created'])
  t.equal((await call('bod', 'PATCH', `/api/surcharges/${id}`, { ...record, status: 'Waived' })).status, 200)
  const { updated_at: _, ...waived } = await read(id)
  t.same({ ...waived, updated_at: record.updated_at }, { ...record, status: 'waived' })
})

t.test('many are applied at once, each with its audit row and event', async (t) => {
  const [one, other] = [await newSeller(), await newSeller()]
  const ids = [await create(one, 'fee'), await create(other, 'fee'), await create(one, 'fee')]
  const { status, body } = await apply({ ids, reason: 'Month closed' })
  t.equal(status, 200)
  t.match(body, { success: true, changed: 3, unchanged: 0, failed: 0 })
  t.same(
    body.data,
    ids.map((id) => ({ id, success: true, changed: true, status: 'applied', error: null })),
  )
  for (const id of ids) t.equal((await read(id)).status_reason, 'Month closed')
  const twice = (type: string) => [type, type]
  t.same(await typesOf(app, one), [...twice('surcharge_created'), ...twice('surcharge_updated')])
  const applied = { id: ids[1], status: 'applied', status_reason: 'Month closed' }
  const { data } = (await eventsOf(app, other)).at(-1) ?? {}
  t.match(data, { ...applied, previous: { status: 'pending' } })
  for (const id of ids)
    t.same(await audited(id), [{ user_id: user.finance.id, before: 'pending', after: 'applied' }])
})

t.test('one that can not be changed fails alone', async (t) => {
  const code = await newSeller()
  const [pending, applied, waived] = [await create(code), await create(code), await create(code)]
  await update(applied, 'applied')
  await waive({ ids: [waived] })
  const before = (await eventsOf(app, code)).length
  const { status, body } = await apply({ ids: [waived, 2_147_483_647, applied, pending, pending] })
  t.equal(status, 200)
  t.same(body, {
    ...{ success: true, changed: 1, unchanged: 1, failed: 2 },
    data: [
      {
        ...{ id: waived, success: false, changed: false, status: 'waived' },
        error: "status can't become applied: this surcharge is waived, which is final",
      },
      {
        ...{ id: 2_147_483_647, success: false, changed: false, status: null },
        error: 'There is no surcharge 2147483647.',
      },
      { id: applied, success: true, changed: false, status: 'applied', error: null },
      { id: pending, success: true, changed: true, status: 'applied', error: null },
    ],
  })
  t.equal((await eventsOf(app, code)).length, before + 1)
})

t.test('waiving all payment blocks of a seller unblocks it once, at the end', async (t) => {
  const [one, other] = [await newSeller(), await newSeller()]
  const ids = [await create(one), await create(one)]
  const kept = await create(other)
  ids.push(await create(other))
  await waive({ ids, reason: 'Paid' })
  t.same((await typesOf(app, one)).slice(4), ['surcharge_updated', 'surcharge_updated', 'order_unblocked'])
  t.match((await eventsOf(app, one)).at(-1)?.data, { is_blocked: false, surcharge: { id: ids[1] } })
  t.same((await typesOf(app, other)).slice(4), ['surcharge_updated'], 'the other one is still blocked')
  await waive({ ids: [kept] })
  t.same((await typesOf(app, other)).at(-1), 'order_unblocked')
})

t.test('waivers of the same ones at once change each once', async (t) => {
  const codes = [await newSeller(), await newSeller(), await newSeller()]
  const ids = await Promise.all(codes.map((code) => create(code)))
  const answers = await Promise.all([waive({ ids }), waive({ ids: ids.toReversed() }), waive({ ids })])
  const changed = answers.reduce((sum, { body }) => sum + body.changed, 0)
  t.equal(changed, 3)
  for (const code of codes)
    t.equal((await typesOf(app, code)).filter((type) => type === 'order_unblocked').length, 1)
})

t.test('500 at once', async (t) => {
  const code = await newSeller()
  await app.db.run(
    `insert into surcharges (seller_id, period, surcharge_type, amount)
     select s.id, '2026-10', 'fee', 1 from sellers s, generate_series(1, 501) where seller_code = $1`,
    [code],
  )
  const rows = await app.db.rows<{ id: number }>(
    'select u.id from surcharges u join sellers s on s.id = u.seller_id where seller_code = $1 order by u.id',
    [code],
  )
  const ids = rows.map(({ id }) => id)
  t.match(await apply({ ids }), { status: 400, body: { error: /^ids must have at most 500 entries/ } })
  t.match((await apply({ ids: ids.slice(1) })).body, { changed: 500, failed: 0 })
  t.equal((await eventsOf(app, code)).length, 500)
})

t.test('ids may be text, and an Idempotency-Key answers the same again', async (t) => {
  const id = await create(await newSeller())
  const ask = () => apply({ ids: [String(id)], note: 'Once' }, { 'idempotency-key': 'once' })
  const first = await ask()
  t.match(first.body, { changed: 1 })
  t.same((await ask()).body, first.body)
  t.match(await read(id), { status_reason: 'Once' })
})

t.test('odd bodies answer 400', async (t) => {
  for (const [body, error] of [
    [{}, /^ids is required/],
    [{ ids: [] }, /^ids must not be empty/],
    [{ ids: ['x'] }, /^ids\[0\] must be a whole number/],
    [{ ids: 7 }, /^ids must be an array/],
    [{ ids: [1], reason: 'x'.repeat(501) }, /^reason must have at most 500 characters/],
    [{ ids: [1], status: 'applied' }, /^status is not a known field here; known are ids, reason/],
  ] as const)
    t.match(await apply(body), { status: 400, body: { error } }, JSON.stringify(body))
})
