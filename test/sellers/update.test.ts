import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const update = (code: string, body: object) => call('ops_head', 'PATCH', `/api/sellers/${code}`, body)
const create = (seller: object) => call('bod', 'POST', '/api/sellers', { company_name: 'Acme', ...seller })
const read = async (code: string) => (await call('bod', 'GET', `/api/sellers/${code}`)).body

t.test('what is sent changes, the rest stays, and the audit log holds both', async (t) => {
  const { id } = (
    await create({ seller_code: 'S-1', contract_type: 'premium', contract_start_date: '2026-01-31' })
  ).body
  const before = await read('S-1')
  t.same((await update('S-1', { status: 'suspended', payment_terms_days: 45, metadata: { a: 1 } })).body, {
    success: true,
  })
  const after = await read('S-1')
  t.match(after, {
    ...before,
    status: 'suspended',
    payment_terms_days: 45,
    metadata: { a: 1 },
    updated_at: String,
  })
  t.ok(after.updated_at > before.updated_at)
  const entry = await app.db.row(
    `select user_id, before, after from audit_log where action = 'seller.updated' and entity_id = $1`,
    [String(id)],
  )
  t.match(entry, {
    user_id: user.ops_head.id,
    before: { status: 'active', payment_terms_days: null, contract_start_date: '2026-01-31' },
    after: { status: 'suspended', payment_terms_days: 45, contract_start_date: '2026-01-31' },
  })
})

t.test('null clears an optional field', async (t) => {
  await create({
    seller_code: 'S-2',
    contract_type: 'premium',
    contract_start_date: '2026-01-31',
    primary_warehouse_id: user.warehouse.warehouse_id,
    assigned_am_id: user.am.am_id,
    oms_system_type: 'custom',
    payment_terms_days: 30,
    metadata: { a: 1 },
  })
  const nulls = {
    contract_type: null,
    contract_start_date: null,
    primary_warehouse_id: null,
    assigned_am_id: null,
    oms_system_type: null,
    payment_terms_days: null,
  }
  t.equal((await update('S-2', { ...nulls, metadata: null })).status, 200)
  t.match(await read('S-2'), { ...nulls, metadata: {}, warehouse: null, am: null })
})

t.test('the state machine', async (t) => {
  const moves: [string, string, number][] = [
    ['active', 'active', 200],
    ['active', 'suspended', 200],
    ['active', 'terminated', 200],
    ['suspended', 'active', 200],
    ['suspended', 'suspended', 200],
    ['suspended', 'terminated', 200],
    ['terminated', 'active', 409],
    ['terminated', 'suspended', 409],
    ['terminated', 'terminated', 200],
  ]
  for (const [from, to, expected] of moves)
    t.test(`${from} to ${to} answers ${expected}`, async (t) => {
      const code = `S-${from}-${to}`
      await create({ seller_code: code, status: from })
      const { status, body } = await update(code, { status: to, company_name: 'Renamed' })
      t.equal(status, expected)
      if (expected === 409) t.match(body, { error: /^status .*terminated/ })
      t.match(
        await read(code),
        expected === 200 ? { status: to, company_name: 'Renamed' } : { status: from, company_name: 'Acme' },
      )
    })
})

t.test('the other fields of a terminated seller can still be put right', async (t) => {
  await create({ seller_code: 'S-gone', status: 'terminated' })
  t.equal((await update('S-gone', { company_name: 'Acme in liquidation' })).status, 200)
  t.match(await read('S-gone'), { status: 'terminated', company_name: 'Acme in liquidation' })
})

t.test('of many changes at once none gets past a termination', async (t) => {
  await create({ seller_code: 'S-race' })
  const answers = await Promise.all(
    ['suspended', 'active', 'terminated', 'suspended', 'active', 'suspended', 'active'].map((status) =>
      update('S-race', { status }),
    ),
  )
  t.ok(
    answers.every(({ status }) => status === 200 || status === 409),
    `${answers.map(({ status }) => status)}`,
  )
  t.match(await read('S-race'), { status: 'terminated' })
  const log = await app.db.rows<{ from: string; to: string }>(
    `select before->>'status' as from, after->>'status' as to from audit_log
     where action = 'seller.updated' and after->>'seller_code' = 'S-race' order by id`,
  )
  t.equal(log[0]?.from, 'active')
  for (const [i, { from }] of log.entries())
    if (i > 0) t.equal(from, log[i - 1]?.to, 'each change saw the one before')
})

t.test('a code can change to one that is free', async (t) => {
  const { id } = (await create({ seller_code: 'S-old' })).body
  await create({ seller_code: 'S-taken' })
  t.match(await update('S-old', { seller_code: 'S-taken' }), {
    status: 409,
    body: { error: /^seller_code is already taken/ },
  })
  t.equal((await update('S-old', { seller_code: 'S-new' })).status, 200)
  t.match(await read('S-new'), { id })
  t.equal((await call('bod', 'GET', '/api/sellers/S-old')).status, 404)
  t.match(await update('S-new', { seller_code: '77' }), { status: 400, body: { error: /^seller_code/ } })
})

t.test('a warehouse that was closed since may stay, but not be newly named', async (t) => {
  const { id } = await app.db.prisma.warehouse.create({ data: { code: 'WH-C', name: 'Closing' } })
  await create({ seller_code: 'S-in', primary_warehouse_id: id })
  await create({ seller_code: 'S-out' })
  await call('bod', 'PATCH', `/api/warehouses/${id}`, { is_active: false })
  t.equal((await update('S-in', { primary_warehouse_id: id, company_name: 'Moved' })).status, 200)
  t.match(await update('S-out', { primary_warehouse_id: id }), {
    status: 400,
    body: { error: /^primary_warehouse_id/ },
  })
})

t.test('an odd change answers 400 and changes nothing', async (t) => {
  await create({ seller_code: 'S-odd' })
  const before = await read('S-odd')
  const cases: [object, RegExp][] = [
    [{}, /must name at least one field/],
    [{ company_name: null }, /^company_name must be a string/],
    [{ seller_code: null }, /^seller_code/],
    [{ status: null }, /^status/],
    [{ status: 'Active' }, /^status must be one of/],
    [{ id: 1 }, /^id is not a known field/],
    [{ contract_start_date: '2026-02-30' }, /^contract_start_date/],
    [{ assigned_am_id: 2147483647 }, /^assigned_am_id/],
    [{ primary_warehouse_id: 2147483647 }, /^primary_warehouse_id/],
    [{ metadata: { x: 'y'.repeat(20_000) } }, /^metadata/],
  ]
  for (const [body, error] of cases) t.match(await update('S-odd', body), { status: 400, body: { error } })
  t.same(await read('S-odd'), before)
})

t.test('an unknown seller answers 404, a role that only reads 403', async (t) => {
  t.equal((await update('S-unknown', { company_name: 'X' })).status, 404)
  for (const role of ['am_head', 'am', 'warehouse', 'finance', 'system', 'viewer'] as const)
    t.equal((await call(role, 'PATCH', '/api/sellers/S-1', { company_name: 'X' })).status, 403, role)
})
