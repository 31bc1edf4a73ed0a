import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
const update = (code: string, body: object) => call('ops_head', 'PATCH', `/api/sellers/${code}`, body)
const create = (seller: object) => call('bod', 'POST', '/api/sellers', { company_name: 'Acme', ...seller })
const read = async (code: string) => (await call('bod', 'GET', `/api/sellers/${code}`)).body

t.test('what is sent changes, the rest stays, and the audit log holds both', async (t) => {
  const { id } = (
    await create({ seller_code: 'S-1', contract_type: 'premium', contract_start_date: '2026-01-31' })
  ).body
  const { status_changed, ...before } = await read('S-1')
  t.equal(status_changed, null)
  const changes = { status: 'suspended', payment_terms_days: 45, metadata: { a: 1 } }
  t.same((await update('S-1', changes)).body, { success: true })
  const after = await read('S-1')
  t.match(after, { ...before, ...changes, updated_at: String })
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

t.test('why a status changes is in the audit log, and with a seller that is not active', async (t) => {
  const { id } = (await create({ seller_code: 'S-10' })).body
  const ended = { status: 'terminated', status_reason: 'Closed its shop on 31 May' }
  t.same((await update('S-10', ended)).body, { success: true })
  t.match((await read('S-10')).status_changed, { at: String, reason: 'Closed its shop on 31 May' })
  t.same((await update('S-10', { status_reason: 'Said twice' })).body, { success: true })
  t.equal((await update('S-10', { status_reason: 'x'.repeat(1001) })).status, 400)
  const entries = await app.db.rows(
    `select before->>'status' as before, after->>'status' as after, after->>'status_reason' as why
     from audit_log where action = 'seller.updated' and entity_id = $1`,
    [String(id)],
  )
  t.same(entries, [{ before: 'active', after: 'terminated', why: 'Closed its shop on 31 May' }])
  await update('S-10', { status: 'suspended' })
  t.equal((await read('S-10')).status_changed.reason, null, 'of the last change')
  await update('S-10', { status: 'active' })
  t.equal((await read('S-10')).status_changed, null)
})

t.test('each field changes alone, and null clears an optional one', async (t) => {
  const { id } = (
    await create({
      seller_code: 'S-each',
      primary_warehouse_id: user.warehouse.warehouse_id,
      assigned_am_id: user.am.am_id,
      metadata: { region: { name: 'EU' } },
    })
  ).body
  const beside: Record<string, object> = {
    assigned_am_id: { am: null, am_name: null },
    primary_warehouse_id: { warehouse: null, warehouse_name: null },
  }
  const changes: [field: string, value: unknown, stored?: unknown][] = [
    ['payment_terms_days', 14],
    ['payment_terms_days', null],
    ['company_name', 'Acme Ltd'],
    ['contract_type', 'revenue_share'],
    ['contract_type', null],
    ['contract_start_date', '2025-04-01'],
    ['contract_start_date', null],
    ['oms_system_type', 'own_shop'],
    ['oms_system_type', null],
    ['metadata', { region: 'UK' }],
    ['metadata', null, {}],
    ['assigned_am_id', null],
    ['primary_warehouse_id', null],
    ['seller_code', 'S-each-b'],
    ['status', 'suspended'],
  ]
  for (const [field, value, stored = value] of changes) {
    const { updated_at: _, status_changed: __, ...before } = await read(id)
    await update(id, { [field]: value })
    const { updated_at, status_changed, ...after } = await read(id)
    t.same(after, { ...before, [field]: stored, ...beside[field] }, `${field}: ${value}`)
    t.same(status_changed, field === 'status' ? { at: status_changed?.at, reason: null } : null)
  }
})

const STATUSES = ['active', 'suspended', 'terminated']
const statusEvents = (code: string) =>
  app.db.column(
    `select data from events where type = 'seller.status_changed' and data->>'seller_code' = $1 order by id`,
    [code],
  )

for (const from of STATUSES)
  for (const to of STATUSES)
    t.test(`${from} may become ${to}, and only a change is told`, async (t) => {
      const code = `S-${from}-${to}`
      await create({ seller_code: code, status: from })
      t.equal((await update(code, { status: to, company_name: 'Renamed' })).status, 200)
      t.match(await read(code), { status: to, company_name: 'Renamed' })
      const event = {
        seller_code: code,
        company_name: 'Renamed',
        status: to,
        is_blocked: to !== 'active',
        previous: { status: from },
      }
      t.same(await statusEvents(code), from === to ? [] : [event])
    })

t.test('a reactivated seller with a payment_block stays blocked, and its event says so', async (t) => {
  await create({ seller_code: 'S-owes', status: 'suspended' })
  const block = { seller_code: 'S-owes', period: '2026-01', surcharge_type: 'payment_block', amount: 0 }
  t.equal((await call('bod', 'POST', '/api/surcharges', block)).status, 200)
  await update('S-owes', { status: 'active' })
  t.match(await statusEvents('S-owes'), [{ status: 'active', is_blocked: true }])
  t.match((await call('bod', 'GET', '/api/sos/sellers/S-owes/enforcement')).body, { is_blocked: true })
})

t.test('of many changes at once each sees the one before', async (t) => {
  await create({ seller_code: 'S-race' })
  const states = ['suspended', 'active', 'terminated', 'suspended', 'active', 'suspended', 'terminated']
  const answers = await Promise.all(states.map((status) => update('S-race', { status })))
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  const log = await app.db.rows<{ from: string; to: string }>(
    `select before->>'status' as from, after->>'status' as to from audit_log
     where action = 'seller.updated' and after->>'seller_code' = 'S-race' order by id`,
  )
  t.equal(log[0]?.from, 'active')
  for (const [i, { from }] of log.entries())
    if (i > 0) t.equal(from, log[i - 1]?.to, 'each change saw the one before')
  const told = log.map(({ to }) => ({ status: to }))
  t.match(await statusEvents('S-race'), told, 'events come in the order of the changes')
})

t.test('nothing, or a record that was read, changes nothing and is not audited', async (t) => {
  const { id } = (
    await create({
      seller_code: 'S-whole',
      contract_type: 'Fixed Fee',
      contract_start_date: '2026-01-31',
      assigned_am_id: user.am.am_id,
      metadata: { b: 1, a: { c: 2 } },
    })
  ).body
  const before = await read('S-whole')
  const [listed] = (await call('bod', 'GET', '/api/sellers?search=S-whole')).body.data
  for (const name of ['S-whole', id])
    for (const body of [{}, before, listed, { ...before, metadata: { a: { c: 2 }, b: 1 } }, { id }])
      t.same((await update(name, body)).body, { success: true })
  t.same(await read('S-whole'), before)
  t.same(
    await app.db.rows(`select from audit_log where action = 'seller.updated' and entity_id = $1`, [
      String(id),
    ]),
    [],
  )
  t.match(await update('S-whole', { ...before, id: id + 1 }), {
    status: 400,
    body: { error: `id can't be changed: leave it out, or send ${id}.` },
  })
  t.same((await update('S-whole', { ...before, company_name: 'New' })).body, { success: true })
  t.match(await read('S-whole'), { company_name: 'New', metadata: { b: 1, a: { c: 2 } } })
})

t.test('forms with one obvious meaning', async (t) => {
  const { warehouse_id } = user.warehouse
  await create({ seller_code: 'S-form', contract_type: 'Odd', primary_warehouse_id: warehouse_id })
  const suspended = { status: 'suspended', payment_terms_days: 21, status_changed: { reason: 'Pays late' } }
  for (const [given, stored] of [
    [{ warehouse_id: null }, { primary_warehouse_id: null }],
    [{ contract_type: '' }, { contract_type: null }],
    [{ status: 'SUSPENDED', reason: 'Pays late', payment_terms_days: '21' }, suspended],
  ] as const) {
    t.equal((await update('S-form', given)).status, 200)
    t.match(await read('S-form'), stored)
  }
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
  t.same((await update('S-new', { seller_code: 's-TAKEN' })).body, {
    success: true,
    warnings: ['seller_code s-TAKEN differs from S-taken only by case.'],
  })
  t.match(await update('s-TAKEN', { seller_code: ' ' }), { status: 400, body: { error: /^seller_code/ } })
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
    [{ company_name: 5_000_000, seller_code: 'x'.repeat(101) }, /^seller_code/],
    [{ company_name: ' ' }, /^company_name/],
    [{ payment_terms_days: -1 }, /^payment_terms_days/],
    [{ status: 'Activated' }, /^status must be one of/],
    [{ id: 2147483647 }, /^id can't be changed/],
    [{ comapny: 'x' }, /^comapny is not a known field here; known are id, seller_code, company_name/],
    [{ contract_start_date: '2026-02-30' }, /^contract_start_date/],
    [{ assigned_am_id: 2147483647 }, /^assigned_am_id/],
    [{ metadata: { x: 'y'.repeat(20_000) } }, /^metadata/],
  ]
  for (const [body, error] of cases) t.match(await update('S-odd', body), { status: 400, body: { error } })
  t.same(await read('S-odd'), before)
})

t.test('an unknown seller answers 404', async (t) => {
  t.equal((await update('S-unknown', { company_name: 'X' })).status, 404)
})
