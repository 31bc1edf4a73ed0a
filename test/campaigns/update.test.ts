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

t.test('a new code that another may be taken for is warned of', async (t) => {
  await create({ campaign_code: 'Spring' })
  const id = await create()
  t.same((await update(id, { campaign_code: 'SPRING' })).body, {
    success: true,
    warnings: ['campaign_code SPRING differs from Spring only by case.'],
  })
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
  t.match(await read(id), { status: 'completed' })
  t.equal((await update(id, { end_date: day(9) })).status, 200)
  t.match(await read(id), { status: 'active' })
  t.equal((await cancel(await create(past))).status, 200)
})

t.test('by hand a campaign gets any state from any other', async (t) => {
  for (const dates of [{}, running, past])
    for (const from of ['upcoming', 'active', 'completed', 'cancelled'])
      for (const to of ['upcoming', 'active', 'completed', 'cancelled']) {
        const id = await create({ ...dates, status: from })
        const { status } = await update(id, { status: to })
        t.same([status, (await read(id)).status], [200, to], `${from} to ${to}`)
      }
})

t.test('a status by hand stands until new dates ask for a later one', async (t) => {
  const id = await create()
  await update(id, { status: 'Active' })
  await update(id, { start_date: day(11) })
  t.match(await read(id), { status: 'active' })
  await update(id, past)
  t.match(await read(id), { status: 'completed' })
  await update(id, { end_date: `${day(5)}T00:00:00.000Z` })
  t.match(await read(id), { status: 'active', end_date: day(5) }, 'and follows the dates again')
})

t.test('a record sent back whole changes nothing, and with new dates the status follows', async (t) => {
  const id = await create({ ...running, warehouses: [String(user.warehouse.warehouse_id)] })
  const record = await read(id)
  for (const body of [record, {}]) t.same((await update(id, body)).body, { success: true })
  t.same((await update(record.campaign_code, record)).body, { success: true })
  t.same(await read(id), record)
  t.same(
    await app.db.rows(
      `select action from audit_log where entity = 'campaign' and entity_id = $1 and before is not null`,
      [String(id)],
    ),
    [],
  )
  t.equal((await update(id, { ...record, end_date: day(-1) })).status, 200)
  t.match(await read(id), { status: 'completed' })
  t.match(await update(record.campaign_code, { ...record, id: id + 1 }), {
    status: 400,
    body: { error: `id can't be changed: leave it out, or send ${id}.` },
  })
})

t.test('completed and cancelled campaigns can be changed, and stay what they are', async (t) => {
  for (const status of ['completed', 'cancelled']) {
    const id = await create({ ...past, status })
    t.equal((await update(id, { campaign_name: 'X' })).status, 200)
    t.match(await read(id), { campaign_name: 'X', status })
  }
})

t.test('a deleted campaign is kept as cancelled, listed and readable', async (t) => {
  const id = await create({ campaign_code: 'GONE' })
  const before = await read(id)
  t.same((await cancel('GONE')).body, { success: true })
  const { updated_at, ...gone } = await read(id)
  t.same({ ...gone, updated_at: before.updated_at }, { ...before, status: 'cancelled' })
  const { data } = (await call('bod', 'GET', '/api/campaigns?status=cancelled&limit=500')).body
  t.ok(data.some((one: { id: number }) => one.id === id))
  const entries = () =>
    app.db.rows(
      `select before->>'status' as before from audit_log where action = 'campaign.cancelled' and entity_id = $1`,
      [String(id)],
    )
  t.same(await entries(), [{ before: 'upcoming' }])
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

t.test('a completed campaign becomes cancelled too', async (t) => {
  const id = await create({ ...past, status: 'completed' })
  t.same((await cancel(id)).body, { success: true })
  t.match(await read(id), { status: 'cancelled' })
})

t.test('of changes and a cancellation at once the cancellation stands', async (t) => {
  const id = await create()
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, (_, n) => update(id, { start_date: day(n) })),
    cancel(id),
    ...Array.from({ length: 4 }, (_, n) => update(id, { start_date: day(n + 4) })),
  ])
  for (const { status } of answers) t.equal(status, 200)
  t.match(await read(id), { status: 'cancelled' })
  const log = await app.db.rows<{ from: string; to: string }>(
    `select before->>'status' as from, after->>'status' as to from audit_log
     where entity = 'campaign' and entity_id = $1 and before is not null order by id`,
    [String(id)],
  )
  for (const { from, to } of log) t.not(from === 'cancelled' && to !== 'cancelled', true)
})

t.test('an odd change answers 400 or 409 and changes nothing', async (t) => {
  const id = await create()
  await create({ campaign_code: 'IN-USE' })
  const before = await read(id)
  const cases: [object, number, RegExp][] = [
    [{ campaign_code: '\t' }, 400, /^campaign_code/],
    [{ campaign_code: 'IN-USE' }, 409, /^campaign_code is already taken/],
    [{ warehouses: ['2147483647'] }, 400, /^warehouses names no known warehouse: 2147483647/],
    [{ start_date: '2026-02-30' }, 400, /^start_date/],
    [{ campaign_type: 'huge' }, 400, /^campaign_type must be one of/],
    [{ status: 'done' }, 400, /^status must be one of/],
    [{ id: id + 1 }, 400, /^id can't be changed/],
    [{ name: 'X' }, 400, /^name is not a known field here; known are .*campaign_name/],
    [{ end_date: day(9) }, 400, /^end_date must not be before start_date/],
  ]
  for (const [body, status, error] of cases)
    t.match(await update(id, body), { status, body: { error } }, JSON.stringify(body))
  t.same(await read(id), before)
})
