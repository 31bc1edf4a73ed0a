import t from 'tap'
import { testApp } from '../setup/app.ts'
import { makeSeller } from '../sos/setup.ts'

const { app, call, done, user } = await testApp(t, { BUSINESS_TIMEZONE: 'Asia/Dhaka', WORKER: 'on' })
await app.db.rows(
  `insert into audit_log (at, user_id, action, entity, entity_id, before, after, request_id) values
   ('2026-03-01T17:59:59.999Z', $1, 'seller.created', 'seller', '17', null, '{"status": "active"}', 'first'),
   ('2026-03-01T18:00:00Z', $1, 'seller.updated', 'seller', '17', '{"status": "active"}', '{"status": "suspended"}', 'second'),
   ('2026-03-02T17:59:59Z', $2, 'seller.updated', 'seller', '18', null, null, 'third'),
   ('2026-03-02T18:00:00Z', null, 'campaign.completed', 'campaign', '17', null, null, null)`,
  [user.ops_head.id, user.bod.id],
)
const list = async (query = '') => (await call('bod', 'GET', `/api/audit${query}`)).body
const requests = async (query: string) =>
  (await list(query)).data.map(({ request_id }: { request_id: string }) => request_id)

t.test('changes are listed with the newest first, each with who, when, what, before and after', async (t) => {
  const body = await list()
  t.same({ ...body, data: body.data.length }, { data: 4, total: 4, page: 1, limit: 500 })
  t.same(body.data[2], {
    id: body.data[2].id,
    at: '2026-03-01T18:00:00.000Z',
    user_id: user.ops_head.id,
    username: 'ops_head',
    full_name: 'Test ops_head',
    action: 'seller.updated',
    entity: 'seller',
    entity_id: '17',
    entity_name: null,
    seller_code: null,
    company_name: null,
    period: null,
    before: { status: 'active' },
    after: { status: 'suspended' },
    request_id: 'second',
  })
  const nobody = { user_id: null, username: null, full_name: null }
  t.match(body.data[0], { action: 'campaign.completed', ...nobody, before: null, after: null })
  t.same(await requests(''), [null, 'third', 'second', 'first'])
})

for (const [query, expected] of [
  ['?entity=seller', ['third', 'second', 'first']],
  ['?entity=seller&entity_id=17', ['second', 'first']],
  ['?entity_id=17', [null, 'second', 'first']],
  ['?action=seller.updated', ['third', 'second']],
  [`?user_id=${user.ops_head.id}`, ['second', 'first']],
  ['?page=2&limit=2', ['second', 'first']],
  ['?from=2026-03-01T18:00:00Z', [null, 'third', 'second']],
  ['?to=2026-03-01T18:00:00Z', ['first']],
  ['?from=2026-03-01T23:59:59.5%2B06:00&to=2026-03-02T17:59:59Z', ['second', 'first']],
  ['?from=2026-03-02&to=2026-03-02', ['third', 'second']],
  ['?from=2026-03-03', [null]],
  ['?to=2026-03-01', ['first']],
  ['?to=2999-12-31', [null, 'third', 'second', 'first']],
  ['?from=2026-03-02&to=2026-03-02T18:00:00Z&action=seller.updated', ['third', 'second']],
  ['?entity=nothing', []],
] as const)
  t.test(`${query} narrows the list`, async (t) => {
    t.same(await requests(query), expected)
  })

for (const [query, error] of [
  ['from=2026-03-02&to=2026-03-01', 'to must be later than from.'],
  ['from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z', 'to must be later than from.'],
  ['from=2026-02-30', /^from must be a date that exists/],
  ['to=yesterday', /^to must be/],
  ['user_id=x', 'user_id must be a whole number.'],
  ['what=x', /^what is not a known field here; known are entity, entity_id, seller_code/],
] as const)
  t.test(`?${query} answers 400`, async (t) => {
    t.match(await call('bod', 'GET', `/api/audit?${query}`), { status: 400, body: { error } })
  })

t.test('the database itself refuses every change of the log, but texts that become erased', async (t) => {
  const id = await app.db.one<{ id: string }>(
    `insert into audit_log (action, entity, before, after) values ('a', 'b', '{"n": 1.50, "who": ["x", null]}', null)
     returning id`,
  )
  const refused = { code: '42501', message: /takes new rows only/ }
  for (const statement of [
    `update audit_log set action = 'other' where id = ${id.id}`,
    `update audit_log set before = '{"n": 1.50, "who": ["erased", null]}' where id = ${id.id}`,
    `delete from audit_log where id = ${id.id}`,
    'truncate audit_log',
    'truncate audit_log cascade',
  ])
    await t.rejects(app.db.pool.query(statement), refused, statement)

  const erasing = (change: string) =>
    app.db.pool.query(
      `select set_config('sos.erasing', 'on', true); update audit_log set ${change} where id = ${id.id}`,
    )
  for (const change of [
    `at = now() - interval '1 day'`,
    'user_id = 1',
    `before = '{"n": 1.50, "who": ["y", null]}'`,
    `before = '{"n": "erased", "who": ["x", null]}'`,
    `before = '{"n": 1.50, "who": ["x", "erased"]}'`,
    `before = '{"n": 1.50}'`,
    `before = '{"n": 1.50, "who": ["erased"]}'`,
    'before = null',
    `after = '"erased"'`,
  ])
    await t.rejects(erasing(change), refused, change)
  await t.resolves(erasing(`before = '{"n": 1.50, "who": ["erased", null]}'`))
  const later = app.db.pool.query(`delete from audit_log where id = ${id.id}`)
  await t.rejects(later, refused, 'it is over with the transaction')
})

t.test('an entry says which seller it is about, and which month', async (t) => {
  const { id, seller_code, company_name } = await makeSeller(app)
  const ask = { period: '2026-03', seller_codes: [seller_code] }
  t.match(await call('bod', 'POST', '/api/sos/monthly/calculate', ask), { status: 200 })
  const { data: scores } = await done(
    'bod',
    'GET',
    `/api/sos/monthly?period=2026-03&seller_code=${seller_code}`,
  )
  const review = { reviewed_by: 'Me', notes: 'seen' }
  t.match(await call('bod', 'PATCH', `/api/sos/monthly/${scores[0].id}/review`, review), { status: 200 })
  await app.db.rows(
    `insert into audit_log (action, entity, entity_id, before, after)
     select 'test', entity, entity_id, before::jsonb, after::jsonb
     from (values ('seller', $1::text, null, '{}'),
                  ('surcharge', '1', '{"seller_id": ' || $1 || ', "period": "2026-02"}', null),
                  ('user', '${user.ops_head.id}', null, null),
                  ('seller', '99999999999', null, '"text"'), ('quality', 'x', '{"seller_id": "x"}', '{}')
          ) entries (entity, entity_id, before, after)`,
    [id],
  )
  const about = ({ entity, seller_code, company_name, entity_name, period }: Record<string, unknown>) =>
    [entity, seller_code, company_name ?? entity_name, period] // biome-ignore format: one row
  const { data } = await list('?action=test')
  t.same(data.map(about).reverse(), [
    ['seller', seller_code, company_name, null],
    ['surcharge', seller_code, company_name, '2026-02'],
    ['user', null, 'Test ops_head', null],
    ['seller', null, null, null],
    ['quality', null, null, null],
  ])
  const [score] = (await list(`?entity=monthly_score&entity_id=${scores[0].id}`)).data
  t.same(about(score), ['monthly_score', seller_code, company_name, '2026-03'])
  const own = (await list(`?seller_code=${seller_code}`)).data
  for (const entry of own) t.equal(entry.seller_code, seller_code)
  const entities = new Set(own.map(({ entity }: { entity: string }) => entity))
  t.same([...entities].sort(), ['monthly_score', 'seller', 'surcharge'])
  t.same((await list('?seller_code=S-NOBODY')).total, 0)
})

t.test('the entries of a deleted seller are found by the code that it had', async (t) => {
  const body = { seller_code: 'S-MISTAKE', company_name: 'Mistake' }
  const { id } = (await call('bod', 'POST', '/api/sellers', body)).body
  await call('bod', 'PATCH', `/api/sellers/${id}`, { company_name: 'Mistaken' })
  await call('bod', 'DELETE', `/api/sellers/${id}`)
  const { data } = await list('?seller_code=S-MISTAKE')
  const actions = ['seller.deleted', 'seller.updated', 'seller.created']
  const entries = actions.map((action) => ({ action, entity_id: `${id}` }))
  t.match(data, entries)
})
