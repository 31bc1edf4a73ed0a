import t from 'tap'
import { testApp } from '../setup/app.ts'
import { aCampaign, day } from './a-campaign.ts'

const { app, call, user } = await testApp(t)
const create = async (fields: object = {}) =>
  (await call('bod', 'POST', '/api/campaigns', aCampaign(fields))).body.id as number
const update = (id: number | string, body: object) => call('ops_head', 'PATCH', `/api/campaigns/${id}`, body)
const cancel = (id: number | string) => call('ops_head', 'DELETE', `/api/campaigns/${id}`)
const read = async (id: number | string) => (await call('bod', 'GET', `/api/campaigns/${id}`)).body
const past = { start_date: day(-9), end_date: day(-1) }
const running = { start_date: day(-9), end_date: day(9) }

t.test('what is sent changes, the rest stays, and the audit log holds both', async (t) => {
  const id = await create({ description: 'Old' })
  const before = await read(id)
  const changes = { campaign_name: 'New name', warehouses: [String(user.warehouse.warehouse_id)] }
  t.same((await update(id, changes)).body, { success: true })
  const after = await read(id)
  t.same(after, { ...before, ...changes, updated_at: after.updated_at })
  t.ok(after.updated_at > before.updated_at)
  t.match(
    await app.db.row(
      `select user_id, before, after from audit_log where action = 'campaign.updated' and entity_id = $1`,
      [String(id)],
    ),
    { user_id: user.ops_head.id, before: { campaign_name: 'Black week' }, after: changes },
  )
})

t.test('every field can change, and a description be cleared', async (t) => {
  const id = await create({ description: 'Old' })
  const changes = {
    campaign_code: 'RENAMED',
    campaign_name: 'New',
    campaign_type: 'mini_campaign',
    start_date: day(30),
    end_date: day(31),
    warehouses: [],
    description: null,
    created_by: 'Somebody else',
    status: 'upcoming',
  }
  t.equal((await update(id, changes)).status, 200)
  t.match(await read('RENAMED'), { id, ...changes })
})

t.test('the dates are judged together with those that stay', async (t) => {
  const id = await create()
  for (const body of [{ end_date: day(9) }, { start_date: day(21) }])
    t.match(await update(id, body), {
      status: 400,
      body: { error: /^end_date must not be before start_date/ },
    })
  t.equal((await update(id, { start_date: day(30), end_date: day(30) })).status, 200)
})

t.test('the state follows a change of the dates', async (t) => {
  const id = await create(running)
  await update(id, { start_date: day(1) })
  t.match(await read(id), { status: 'upcoming' })
  await update(id, { start_date: day(0) })
  t.match(await read(id), { status: 'active' })
})

t.test('a campaign that was entered with a past date can be put right, and cancelled', async (t) => {
  const id = await create(past)
  t.equal((await update(id, { end_date: day(9) })).status, 200)
  t.equal((await cancel(await create(past))).status, 200)
})

t.test('by hand a campaign can be cancelled, and nothing else', async (t) => {
  const moves: [from: object, to: string, expected: number][] = [
    [{}, 'upcoming', 200],
    [{}, 'active', 409],
    [{}, 'completed', 409],
    [{}, 'cancelled', 200],
    [running, 'upcoming', 409],
    [running, 'active', 200],
    [running, 'completed', 409],
    [running, 'cancelled', 200],
    [past, 'completed', 200],
    [{ ...past, status: 'completed' }, 'upcoming', 409],
    [{ ...past, status: 'completed' }, 'active', 409],
    [{ ...past, status: 'completed' }, 'completed', 200],
    [{ ...past, status: 'completed' }, 'cancelled', 409],
    [{ status: 'cancelled' }, 'upcoming', 409],
    [{ status: 'cancelled' }, 'active', 409],
    [{ status: 'cancelled' }, 'cancelled', 200],
  ]
  for (const [from, to, expected] of moves) {
    const id = await create(from)
    const before = await read(id)
    await t.test(`${before.status} to ${to} answers ${expected}`, async (t) => {
      const { status, body } = await update(id, { status: to })
      t.equal(status, expected)
      if (expected === 409) t.match(body, { error: /^status can't be(come)? / })
      t.match(await read(id), { status: expected === 200 ? to : before.status })
    })
  }
})

t.test('completed and cancelled campaigns are closed to changes', async (t) => {
  for (const status of ['completed', 'cancelled']) {
    const id = await create({ ...past, status })
    const before = await read(id)
    for (const body of [{ campaign_name: 'X' }, { end_date: day(50) }, { status, campaign_name: 'X' }])
      t.match(await update(id, body), {
        status: 409,
        body: { error: new RegExp(`is ${status}, which is closed`) },
      })
    t.same(await read(id), before)
  }
})

t.test('a deleted campaign is kept as cancelled, listed and readable', async (t) => {
  const id = await create({ campaign_code: 'GONE' })
  t.same((await cancel('GONE')).body, { success: true })
  t.match(await read(id), { campaign_code: 'GONE', status: 'cancelled' })
  t.match((await call('bod', 'GET', '/api/campaigns?status=cancelled&limit=500')).body.data, [{ id }])
  const entries = () =>
    app.db.rows(
      `select before->>'status' as before from audit_log where action = 'campaign.cancelled' and entity_id = $1`,
      [String(id)],
    )
  t.same(await entries(), [{ before: 'upcoming' }])
  const { updated_at } = await read(id)
  t.same((await cancel(id)).body, { success: true }, 'again')
  t.match(await read(id), { updated_at })
  t.equal((await entries()).length, 1)
})

t.test('a client that names a content type sends no body all the same', async (t) => {
  const id = await create()
  const json = { 'content-type': 'application/json' }
  t.equal((await call('bod', 'DELETE', `/api/campaigns/${id}`, undefined, json)).status, 200)
  t.match(await call('bod', 'POST', '/api/campaigns', undefined, json), {
    status: 400,
    body: { error: /^the body must be an object/ },
  })
})

t.test('a completed campaign can not be deleted', async (t) => {
  const id = await create({ ...past, status: 'completed' })
  t.match(await cancel(id), { status: 409, body: { error: /is completed, which is closed to changes\.$/ } })
  t.match(await read(id), { status: 'completed' })
})

t.test('of changes and a cancellation at once none gets past the cancellation', async (t) => {
  const id = await create()
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, (_, n) => update(id, { campaign_name: `Name ${n}` })),
    cancel(id),
    ...Array.from({ length: 4 }, (_, n) => update(id, { campaign_name: `Name ${n + 4}` })),
  ])
  for (const { status } of answers) t.ok(status === 200 || status === 409, `${status}`)
  t.match(await read(id), { status: 'cancelled' })
  const log = await app.db.rows<{ from: string; to: string }>(
    `select before->>'status' as from, after->>'status' as to from audit_log
     where entity = 'campaign' and entity_id = $1 and before is not null order by id`,
    [String(id)],
  )
  t.same(log.at(-1), { from: 'upcoming', to: 'cancelled' }, 'nothing changed afterwards')
})

t.test('an odd change answers 400 or 409 and changes nothing', async (t) => {
  const id = await create()
  await create({ campaign_code: 'IN-USE' })
  const before = await read(id)
  const cases: [object, number, RegExp][] = [
    [{}, 400, /must name at least one field/],
    [{ campaign_name: null }, 400, /^campaign_name must be a string/],
    [{ campaign_code: '7' }, 400, /^campaign_code/],
    [{ campaign_code: 'IN-USE' }, 409, /^campaign_code is already taken/],
    [{ warehouses: null }, 400, /^warehouses/],
    [{ warehouses: ['2147483647'] }, 400, /^warehouses names no known warehouse: 2147483647/],
    [{ start_date: '2026-02-30' }, 400, /^start_date/],
    [{ status: 'done' }, 400, /^status must be one of/],
    [{ id: 1 }, 400, /^id is not a known field/],
  ]
  for (const [body, status, error] of cases)
    t.match(await update(id, body), { status, body: { error } }, JSON.stringify(body))
  t.same(await read(id), before)
})
