import t from 'tap'
import { testApp } from '../setup/app.ts'
import { overlapping } from '../setup/waiters.ts'
import { aCampaign, day } from './a-campaign.ts'

const { app, call, user } = await testApp(t)
const post = (body: object) => call('ops_head', 'POST', '/api/campaigns', body)
const create = async (fields: object = {}) => (await post(aCampaign(fields))).body.id as number
const update = (id: number | string, body: object) => call('ops_head', 'PATCH', `/api/campaigns/${id}`, body)
const cancel = (id: number | string) => call('ops_head', 'DELETE', `/api/campaigns/${id}`)
const read = async (id: number | string) => (await call('bod', 'GET', `/api/campaigns/${id}`)).body
const own = user.warehouse.warehouse_id as number
const past = { start_date: day(-9), end_date: day(-1) }
const running = { start_date: day(-9), end_date: day(9) }
/** What the audit log says of a campaign. */
const audited = (id: number, action: string) =>
  app.db.rows(
    'select user_id, before, after from audit_log where action = $1 and entity_id = $2 order by id',
    [`campaign.${action}`, String(id)],
  )

t.test('a campaign is kept as it was sent, and the audit log says by whom', async (t) => {
  const campaign = aCampaign({
    campaign_type: 'mini_campaign',
    warehouses: [String(own)],
    description: 'Two weeks of offers',
    created_by: 'Dana Wolf',
  })
  const { status, body } = await post(campaign)
  t.equal(status, 200)
  t.same(Object.keys(body), ['success', 'id'])
  const record = await read(body.id)
  t.match(record, { ...campaign, id: body.id, status: 'upcoming', created_at: String, updated_at: String })
  t.equal(Object.keys(record).length, 12)
  t.match(await audited(body.id, 'created'), [{ user_id: user.ops_head.id, before: null, after: campaign }])
})

t.test('without the optional fields it is for all warehouses and by the caller', async (t) => {
  t.match(await read(await create()), { warehouses: [], description: null, created_by: 'ops_head' })
})

t.test('warehouses are named by id, number or code, and are answered as ids in text', async (t) => {
  const other = await app.db.prisma.warehouse.create({ data: { code: 'WH-2', name: 'Other' } })
  for (const warehouses of [
    [String(own), String(other.id)],
    [own, other.id],
    ['WH-TEST', 'WH-2'],
    [own, 'WH-2'],
  ]) {
    const { warehouses: kept } = await read(await create({ warehouses }))
    t.same(kept, [String(own), String(other.id)])
  }
})

t.test('forms with one obvious meaning', async (t) => {
  for (const [given, stored] of [
    [{ end_date: '2999-01-05T23:59:59Z' }, { end_date: '2999-01-05' }],
    [{ campaign_type: undefined, type: 'Mini Campaign' }, { campaign_type: 'mini_campaign' }],
    [{ warehouses: String(own) }, { warehouses: [String(own)] }],
    [{ warehouses: ['WH\u2011TEST '] }, { warehouses: [String(own)] }],
    [
      { warehouses: null, description: null, created_by: null },
      { warehouses: [], created_by: 'ops_head' },
    ],
    [{ campaign_code: '20260042' }, { campaign_code: '20260042' }],
  ] as const)
    t.match(await read(await create(given)), stored, JSON.stringify(given))
})

t.test('a code that another may be taken for is warned of', async (t) => {
  await create({ campaign_code: 'Spring' })
  const warned = (code: string) => ({
    success: true,
    warnings: [`campaign_code ${code} differs from Spring only by case.`],
  })
  const { id, ...made } = (await post(aCampaign({ campaign_code: 'SPRING' }))).body
  t.same(made, warned('SPRING'))
  t.same((await update(id, { campaign_code: 'sPRING' })).body, warned('sPRING'))
})

t.test('of many with one code at once exactly one is made, the others answer 409', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(aCampaign({ campaign_code: 'RACE' }))),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409])
  t.match(await post(aCampaign({ campaign_code: 'RACE' })), {
    status: 409,
    body: { error: /^campaign_code is already taken/ },
  })
})

t.test('what can be no campaign answers 400 with a sentence that names the field', async (t) => {
  const cases: [object, RegExp][] = [
    ...['campaign_code', 'campaign_name', 'campaign_type', 'start_date', 'end_date'].map(
      (field): [object, RegExp] => [{ [field]: undefined }, new RegExp(`^${field} is required`)],
    ),
    [{ campaign_code: '  ' }, /^campaign_code is required/],
    [{ campaign_code: '' }, /^campaign_code/],
    [{ campaign_name: ' ' }, /^campaign_name is required/],
    [{ campaign_type: 'huge_campaign' }, /^campaign_type must be one of major_campaign, mini_campaign/],
    [{ start_date: '2026-02-30' }, /^start_date must be a date that exists/],
    [{ end_date: '2026-11-31' }, /^end_date must be a date that exists/],
    [{ start_date: day(5), end_date: day(4) }, /^end_date must not be before start_date/],
    [{ warehouses: [true] }, /^warehouses\[0\] must be a string/],
    [{ warehouses: 1 }, /^warehouses must be an array/],
    [{ warehouses: ['WH-NONE'] }, /^warehouses names no known warehouse: WH-NONE/],
    [{ warehouses: [`0${own}`] }, /^warehouses names no known warehouse: 0/],
    [{ warehouses: [''] }, /^warehouses\[0\] must not be empty/],
    [{ warehouses: [String(own), '2147483647'] }, /^warehouses names no known warehouse: 2147483647/],
    [{ warehouses: ['9999999999'] }, /^warehouses names no known warehouse: 9999999999/],
    [{ warehouses: [String(own), String(own)] }, /^warehouses names \d+ twice/],
    [{ warehouses: [own, 'WH-TEST'] }, /^warehouses names WH-TEST twice/],
    [{ status: 'planned' }, /^status must be one of upcoming, active, completed, cancelled/],
    [{ colour: 'red' }, /^colour is not a known field/],
    [{ description: 'a\u0000b' }, /^description holds a NUL/],
  ]
  for (const [fields, error] of cases)
    t.match(await post(aCampaign(fields)), { status: 400, body: { error } }, JSON.stringify(fields))
})

t.test('what is sent changes, the rest stays, and the audit log holds both', async (t) => {
  const id = await create({ description: 'Old' })
  const before = await read(id)
  const changes = { campaign_name: 'New name', warehouses: [String(own)] }
  t.same((await update(id, changes)).body, { success: true })
  const after = await read(id)
  t.same(after, { ...before, ...changes, updated_at: after.updated_at })
  t.ok(after.updated_at > before.updated_at)
  t.match(await audited(id, 'updated'), [
    { user_id: user.ops_head.id, before: { campaign_name: 'Black week' }, after: changes },
  ])
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

t.test('by hand a campaign gets any state from any other', async (t) => {
  for (const dates of [{}, running, past])
    for (const from of ['upcoming', 'active', 'completed', 'cancelled'])
      for (const to of ['upcoming', 'active', 'completed', 'cancelled']) {
        const id = await create({ ...dates, status: from })
        t.match(await read(id), { status: from })
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
  const id = await create({ ...running, warehouses: [String(own)] })
  const record = await read(id)
  for (const body of [record, {}]) t.same((await update(id, body)).body, { success: true })
  t.same((await update(record.campaign_code, record)).body, { success: true })
  t.same(await read(id), record)
  t.same(await audited(id, 'updated'), [])
  t.equal((await update(id, { ...record, end_date: day(-1) })).status, 200)
  t.match(await read(id), { status: 'completed' })
  t.match(await update(record.campaign_code, { ...record, id: id + 1 }), {
    status: 400,
    body: { error: `id can't be changed: leave it out, or send ${id}.` },
  })
})

t.test('a deleted campaign is kept as cancelled, listed and readable', async (t) => {
  const id = await create({ campaign_code: 'GONE' })
  const before = await read(id)
  t.same((await cancel('GONE')).body, { success: true })
  const { updated_at, ...gone } = await read(id)
  t.same({ ...gone, updated_at: before.updated_at }, { ...before, status: 'cancelled' })
  const { data } = (await call('bod', 'GET', '/api/campaigns?status=cancelled&limit=500')).body
  t.ok(data.some((one: { id: number }) => one.id === id))
  t.match(await audited(id, 'cancelled'), [{ before: { status: 'upcoming' } }])
  t.same((await cancel(id)).body, { success: true }, 'again')
  t.match(await read(id), { updated_at })
  t.equal((await audited(id, 'cancelled')).length, 1)
  const ended = await create(past)
  t.equal((await cancel(ended)).status, 200)
  t.match(await read(ended), { status: 'cancelled' }, 'a completed one too')
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

t.test('of two changes at once that leave no day the second is refused', async (t) => {
  const id = await create({ start_date: day(1), end_date: day(9) })
  const changes = [{ start_date: day(7) }, { end_date: day(3) }]
  const answers = await overlapping(
    t,
    app.db,
    'campaigns',
    changes.map((change) => () => update(id, change)),
  )
  t.match(answers, [{ status: 200 }, { status: 400, headers: { 'x-error-code': 'end_before_start' } }])
})

t.test('an odd change answers 400 or 409 and changes nothing', async (t) => {
  const id = await create()
  await create({ campaign_code: 'IN-USE' })
  const before = await read(id)
  const cases: [object, number, RegExp][] = [
    [{ campaign_code: '\t' }, 400, /^campaign_code/],
    [{ campaign_code: 'IN-USE' }, 409, /^campaign_code is already taken/],
    [{ warehouses: ['2147483647'] }, 400, /^warehouses names no known warehouse: 2147483647/],
    [{ name: 'X' }, 400, /^name is not a known field here; known are .*campaign_name/],
  ]
  for (const [body, status, error] of cases)
    t.match(await update(id, body), { status, body: { error } }, JSON.stringify(body))
  t.same(await read(id), before)
})
