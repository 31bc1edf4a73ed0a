import t from 'tap'
import { testApp } from '../setup/app.ts'
import { aCampaign, day } from './a-campaign.ts'

const { app, call, user } = await testApp(t)
const create = (body: object) => call('ops_head', 'POST', '/api/campaigns', body)
const read = async (id: number | string) => (await call('bod', 'GET', `/api/campaigns/${id}`)).body
const own = user.warehouse.warehouse_id as number

t.test('a campaign is kept as it was sent, and the audit log says by whom', async (t) => {
  const campaign = aCampaign({
    campaign_type: 'mini_campaign',
    warehouses: [String(own)],
    description: 'Two weeks of offers',
    created_by: 'Dana Wolf',
  })
  const { status, body } = await create(campaign)
  t.equal(status, 200)
  t.same(Object.keys(body), ['success', 'id'])
  const record = await read(body.id)
  t.match(record, { ...campaign, id: body.id, status: 'upcoming', created_at: String, updated_at: String })
  t.equal(Object.keys(record).length, 12)
  const entry = await app.db.row(
    `select user_id, before, after from audit_log where action = 'campaign.created' and entity_id = $1`,
    [String(body.id)],
  )
  t.match(entry, { user_id: user.ops_head.id, before: null, after: campaign })
})

t.test('without the optional fields it is for all warehouses and by the caller', async (t) => {
  const { body } = await create(aCampaign())
  t.match(await read(body.id), { warehouses: [], description: null, created_by: 'ops_head' })
})

t.test('its state follows from its dates', async (t) => {
  const cases: [from: number, to: number, status: string][] = [
    [1, 1, 'upcoming'],
    [0, 0, 'active'],
    [-5, 5, 'active'],
    [-5, -1, 'completed'],
  ]
  for (const [from, to, status] of cases) {
    const { body } = await create(aCampaign({ start_date: day(from), end_date: day(to) }))
    t.match(await read(body.id), { status }, `from ${from} to ${to} days from today`)
  }
})

t.test('another status than the dates ask for is one that was set by hand', async (t) => {
  const old = { start_date: day(-9), end_date: day(-1) }
  for (const dates of [{}, old])
    for (const status of ['upcoming', 'active', 'completed', 'cancelled']) {
      const { body } = await create(aCampaign({ ...dates, status }))
      t.match(await read(body.id), { status })
    }
})

t.test('warehouses are named by id, number or code, and are answered as ids in text', async (t) => {
  const other = await app.db.prisma.warehouse.create({ data: { code: 'WH-2', name: 'Other' } })
  for (const warehouses of [
    [String(own), String(other.id)],
    [own, other.id],
    ['WH-TEST', 'WH-2'],
    [own, 'WH-2'],
  ]) {
    const { body } = await create(aCampaign({ warehouses }))
    t.same((await read(body.id)).warehouses, [String(own), String(other.id)])
  }
})

t.test('forms with one obvious meaning', async (t) => {
  const dates = { start_date: '2999-01-01', end_date: '2999-01-05' }
  const named = (campaign_type: string) => [{ campaign_type }, { campaign_type: 'mini_campaign' }] as const
  for (const [given, stored] of [
    [{ start_date: '2999-01-01T00:00:00Z', end_date: '2999-01-05T23:59:59Z' }, dates],
    [{ start_date: '2999-01-01', end_date: '2999-01-05T00:00:00.000Z' }, dates],
    [{ campaign_type: undefined, type: 'Mini Campaign' }, { campaign_type: 'mini_campaign' }],
    named('MINI_CAMPAIGN'),
    named('Mini Campaign'),
    [{ warehouses: String(own) }, { warehouses: [String(own)] }],
    [{ warehouses: ['WH\u2011TEST '] }, { warehouses: [String(own)] }],
    [
      { warehouses: null, description: null, created_by: null },
      { warehouses: [], created_by: 'ops_head' },
    ],
    [{ campaign_code: '20260042' }, { campaign_code: '20260042' }],
    [{ status: 'Active' }, { status: 'active' }],
  ] as const) {
    const { body } = await create(aCampaign(given))
    t.match(await read(body.id), stored, JSON.stringify(given))
  }
  await create(aCampaign({ campaign_code: 'Case' }))
  t.match((await create(aCampaign({ campaign_code: 'CASE' }))).body.warnings, [/Case/])
})

t.test('a code that is taken answers 409', async (t) => {
  await create(aCampaign({ campaign_code: 'TAKEN' }))
  t.match(await create(aCampaign({ campaign_code: 'TAKEN' })), {
    status: 409,
    body: { error: /^campaign_code is already taken/ },
  })
})

t.test('of many with one code at once exactly one is made', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => create(aCampaign({ campaign_code: 'RACE' }))),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409])
})

t.test('what can be no campaign answers 400 with a sentence that names the field', async (t) => {
  const cases: [object, RegExp][] = [
    [{ campaign_code: undefined }, /^campaign_code is required/],
    [{ campaign_name: undefined }, /^campaign_name is required/],
    [{ campaign_type: undefined }, /^campaign_type is required/],
    [{ start_date: undefined }, /^start_date is required/],
    [{ end_date: undefined }, /^end_date is required/],
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
    t.match(await create(aCampaign(fields)), { status: 400, body: { error } }, JSON.stringify(fields))
})
