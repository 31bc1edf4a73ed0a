import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const list = async (query = '') => (await call('viewer', 'GET', `/api/warehouses${query}`)).body
const create = (fields: object) => call('bod', 'POST', '/api/warehouses', fields)
const update = (id: number | string, fields: object) => call('bod', 'PATCH', `/api/warehouses/${id}`, fields)
const entries = async (id: number) =>
  (await call('bod', 'GET', `/api/audit?entity=warehouse&entity_id=${id}&limit=100`)).body.data

t.test('warehouses are listed by code, each with its full record', async (t) => {
  const { body } = await create({ code: 'WH-A', name: 'A first one', is_active: false })
  t.match(body, { success: true, id: Number })
  const found = await list()
  t.same({ ...found, data: found.data.length }, { data: 2, total: 2, page: 1, limit: 500 })
  t.same(found.data[0], {
    ...{ id: body.id, code: 'WH-A', name: 'A first one', is_active: false },
    ...{ created_at: found.data[0].created_at, updated_at: found.data[0].updated_at },
  })
  t.match(found.data[0].created_at, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
  t.match(found.data[1], { id: user.warehouse.warehouse_id, code: 'WH-TEST', is_active: true })
})

t.test('pages follow each other, and one past the end is empty', async (t) => {
  t.match(await list('?limit=1&page=2'), { data: [{ code: 'WH-TEST' }], total: 2, page: 2, limit: 1 })
  t.same(await list('?limit=1&page=3'), { data: [], total: 2, page: 3, limit: 1 })
  t.same(await list('?limit=500&page=10000000'), { data: [], total: 2, page: 10_000_000, limit: 500 })
})

t.test('what is sent changes, the rest stays, and the audit log holds both', async (t) => {
  const { id } = (await create({ code: 'WH-B', name: 'Before' })).body
  t.same((await update(id, { name: 'After' })).body, { success: true })
  const [updated, created] = await entries(id)
  t.match(created, {
    action: 'warehouse.created',
    user_id: user.bod.id,
    before: null,
    after: { id, code: 'WH-B', name: 'Before', is_active: true },
  })
  t.match(updated, { action: 'warehouse.updated', user_id: user.bod.id })
  t.same(updated.before, created.after)
  t.same(updated.after, { ...created.after, name: 'After', updated_at: updated.after.updated_at })
})

t.test('of many changes at once each is audited with the state that the one before left', async (t) => {
  const { id } = (await create({ code: 'WH-RACE', name: 'name 0' })).body
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => update(id, { name: `name ${i + 1}` })),
  )
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  const log = await app.db.rows<{ before: object; after: object }>(
    `select before, after from audit_log where entity = 'warehouse' and entity_id = $1 order by id`,
    [String(id)],
  )
  t.equal(log.length, 9)
  for (const [i, { before }] of log.entries()) if (i > 0) t.same(before, log[i - 1]?.after, `change ${i}`)
})

t.test('a code that is taken answers 409, an unknown warehouse 404', async (t) => {
  t.match(await create({ code: 'WH-TEST', name: 'Again' }), {
    ...{ status: 409, body: { error: /^code is already taken/ } },
  })
  const { id } = (await create({ code: 'WH-C', name: 'Another' })).body
  t.equal((await update(id, { code: 'WH-TEST' })).status, 409)
  t.match(await update(2147483647, { name: 'x' }), {
    ...{ status: 404, body: { error: 'There is no warehouse 2147483647.' } },
  })
})

t.test('an odd body answers 400 and makes or changes nothing', async (t) => {
  const before = await app.db.prisma.warehouse.findMany({ orderBy: { id: 'asc' } })
  const id = user.warehouse.warehouse_id as number
  t.match(await create({ code: 'WH-D' }), { status: 400, body: { error: /^name is required/ } })
  t.match(await create({ code: '', name: 'x' }), { status: 400, body: { error: /^code/ } })
  t.match(await create({ code: 'WH-D', name: 'x', size: 3 }), { status: 400, body: { error: /^size/ } })
  t.match(await update(id, { is_active: 'maybe' }), { status: 400, body: { error: /^is_active/ } })
  t.match(await update(id, { id: id + 1 }), { status: 400, body: { error: /^id can't be changed/ } })
  t.match(await update('WH-TEST', { name: 'x' }), { status: 400, body: { error: /^id/ } })
  t.same(await app.db.prisma.warehouse.findMany({ orderBy: { id: 'asc' } }), before)
})

t.test('a record sent back whole, or nothing, changes nothing', async (t) => {
  const [record] = (await call('bod', 'GET', '/api/warehouses')).body.data
  const audited = () => app.db.prisma.audit_entry.count()
  const before = await audited()
  t.equal((await update(record.id, {})).status, 200)
  t.equal(await audited(), before)
  t.equal((await update(record.id, record)).status, 200)
  const { updated_at: _, ...same } = record
  t.match((await call('bod', 'GET', '/api/warehouses')).body.data[0], same)
})
