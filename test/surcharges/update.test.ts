import t from 'tap'
import { testApp } from '../setup/app.ts'
import { overlapping } from '../setup/waiters.ts'
import { eventsOf, typesOf } from './seller-events.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
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
const statusOf = async (id: number) => (await call('bod', 'GET', `/api/surcharges/${id}`)).body.status
const isBlocked = async (seller_code: string) =>
  (await call('system', 'GET', `/api/sos/sellers/${seller_code}/enforcement`)).body.is_blocked

t.test('the state machine', async (t) => {
  const paths: Record<string, string[]> = { pending: [], applied: ['applied'], waived: ['waived'] }
  const moves: [string, string, number][] = [
    ['pending', 'pending', 200],
    ['pending', 'applied', 200],
    ['pending', 'waived', 200],
    ['applied', 'pending', 409],
    ['applied', 'applied', 200],
    ['applied', 'waived', 200],
    ['waived', 'pending', 409],
    ['waived', 'applied', 409],
    ['waived', 'waived', 200],
  ]
  for (const [from, to, expected] of moves)
    await t.test(`${from} to ${to} answers ${expected}`, async (t) => {
      const id = await create(await newSeller())
      for (const status of paths[from] ?? []) await update(id, status)
      const { status, body } = await update(id, to)
      t.equal(status, expected)
      if (expected === 409) t.match(body, { error: /^status can't become / })
      else t.same(body, { success: true })
      t.equal(await statusOf(id), expected === 200 ? to : from)
    })
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
  t.same(
    await app.db.rows(
      `select user_id, before->>'status' as before, after->>'status' as after from audit_log
       where action = 'surcharge.updated' and entity_id = $1 order by id`,
      [String(id)],
    ),
    [
      { user_id: user.finance.id, before: 'pending', after: 'applied' },
      { user_id: user.finance.id, before: 'applied', after: 'waived' },
    ],
  )
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
    t.same(
      (await Promise.all(ids.map((id) => update(id, 'waived')))).map(({ status }) => status),
      [200, 200, 200],
    )
    const types = await typesOf(app, code)
    t.equal(types.filter((type) => type === 'order_unblocked').length, 1)
    t.equal(types.at(-1), 'order_unblocked')
  }
})

t.test('one waiver that is sent many times at once is one change', async (t) => {
  const code = await newSeller()
  const id = await create(code)
  const answers = await Promise.all(Array.from({ length: 6 }, () => update(id, 'waived')))
  t.ok(answers.every(({ status }) => status === 200))
  t.same(await typesOf(app, code), [
    'surcharge_created',
    'order_blocked',
    'surcharge_updated',
    'order_unblocked',
  ])
})

t.test('applying and waiving at once ends as waived, in an order that is possible', async (t) => {
  for (let round = 0; round < 5; round++) {
    const code = await newSeller()
    const id = await create(code)
    const [applied, waived] = await Promise.all([update(id, 'applied'), update(id, 'waived')])
    t.equal(waived.status, 200)
    t.ok([200, 409].includes(applied.status), `${applied.status}`)
    t.equal(await statusOf(id), 'waived')
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

t.test('a refused change publishes nothing', async (t) => {
  const code = await newSeller()
  const id = await create(code)
  await update(id, 'waived')
  const before = await eventsOf(app, code)
  await update(id, 'applied')
  t.same(await eventsOf(app, code), before)
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

const read = async (id: number) => (await call('bod', 'GET', `/api/surcharges/${id}`)).body

t.test('why it was waived is kept and shown, under each of its names', async (t) => {
  for (const name of ['status_reason', 'reason', 'note', 'notes']) {
    const code = await newSeller()
    const id = await create(code)
    const { status } = await call('bod', 'PATCH', `/api/surcharges/${id}`, {
      status: 'waived',
      [name]: 'Paid',
    })
    t.equal(status, 200, name)
    t.match(await read(id), { status: 'waived', status_reason: 'Paid' })
    t.match((await eventsOf(app, code)).find(({ type }) => type === 'seller.surcharge_updated')?.data, {
      status_reason: 'Paid',
    })
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
