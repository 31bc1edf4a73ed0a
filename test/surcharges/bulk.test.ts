import t from 'tap'
import { testApp } from '../setup/app.ts'
import { eventsOf, typesOf } from './seller-events.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
let sellers = 0
const newSeller = async () => {
  const seller_code = `S-${++sellers}`
  await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme' })
  return seller_code
}
const create = async (seller_code: string, surcharge_type = 'planning_overload', status = 'pending') => {
  const body = { seller_code, period: '2026-10', surcharge_type, amount: 5, status }
  return (await call('bod', 'POST', '/api/surcharges', body)).body.id as number
}
const apply = (body: object, headers = {}) => call('finance', 'POST', '/api/surcharges/apply', body, headers)
const waive = (body: object) => call('finance', 'POST', '/api/surcharges/waive', body)
const read = async (id: number) => (await call('bod', 'GET', `/api/surcharges/${id}`)).body

t.test('many are applied at once, each with its audit row and event', async (t) => {
  const [one, other] = [await newSeller(), await newSeller()]
  const ids = [await create(one), await create(other), await create(one)]
  const { status, body } = await apply({ ids, reason: 'Month closed' })
  t.equal(status, 200)
  t.match(body, { success: true, changed: 3, unchanged: 0, failed: 0 })
  t.same(
    body.data,
    ids.map((id) => ({ id, success: true, changed: true, status: 'applied', error: null })),
  )
  t.same(await Promise.all(ids.map(async (id) => (await read(id)).status_reason)), [
    'Month closed',
    'Month closed',
    'Month closed',
  ])
  t.same(await typesOf(app, one), [
    'surcharge_created',
    'surcharge_created',
    'surcharge_updated',
    'surcharge_updated',
  ])
  t.match((await eventsOf(app, other)).at(-1)?.data, {
    id: ids[1],
    status: 'applied',
    status_reason: 'Month closed',
    previous: { status: 'pending' },
  })
  for (const id of ids)
    t.match(
      await app.db.rows(
        `select user_id, before->>'status' as before, after->>'status' as after from audit_log
         where action = 'surcharge.updated' and entity_id = $1`,
        [String(id)],
      ),
      [{ user_id: user.finance.id, before: 'pending', after: 'applied' }],
    )
})

t.test('one that can not be changed fails alone', async (t) => {
  const code = await newSeller()
  const [pending, applied, waived] = [
    await create(code),
    await create(code, 'fee', 'applied'),
    await create(code),
  ]
  await waive({ ids: [waived] })
  const before = (await eventsOf(app, code)).length
  const { status, body } = await apply({ ids: [waived, 2_147_483_647, applied, pending, pending] })
  t.equal(status, 200)
  t.same(body, {
    success: true,
    changed: 1,
    unchanged: 1,
    failed: 2,
    data: [
      {
        id: waived,
        success: false,
        changed: false,
        status: 'waived',
        error: "status can't become applied: this surcharge is waived, which is final",
      },
      {
        id: 2_147_483_647,
        success: false,
        changed: false,
        status: null,
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
  const ids = [await create(one, 'payment_block'), await create(one, 'payment_block')]
  const kept = await create(other, 'payment_block')
  ids.push(await create(other, 'payment_block'))
  await waive({ ids, reason: 'Paid' })
  t.same((await typesOf(app, one)).slice(4), ['surcharge_updated', 'surcharge_updated', 'order_unblocked'])
  t.match((await eventsOf(app, one)).at(-1)?.data, { is_blocked: false, surcharge: { id: ids[1] } })
  t.same((await typesOf(app, other)).slice(4), ['surcharge_updated'], 'the other one is still blocked')
  await waive({ ids: [kept] })
  t.same((await typesOf(app, other)).at(-1), 'order_unblocked')
})

t.test('waivers of the same ones at once change each once', async (t) => {
  const codes = [await newSeller(), await newSeller(), await newSeller()]
  const ids = await Promise.all(codes.map((code) => create(code, 'payment_block')))
  const answers = await Promise.all([waive({ ids }), waive({ ids: ids.toReversed() }), waive({ ids })])
  t.equal(
    answers.reduce((sum, { body }) => sum + body.changed, 0),
    3,
  )
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
