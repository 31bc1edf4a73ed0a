import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const create = (body: object) => call('ops_head', 'POST', '/api/sellers', body)

t.test('a seller is created with all its fields, and audited', async (t) => {
  const seller = {
    seller_code: 'S-1',
    company_name: 'Acme',
    contract_type: 'premium',
    contract_start_date: '2026-01-31',
    primary_warehouse_id: user.warehouse.warehouse_id,
    assigned_am_id: user.am.am_id,
    oms_system_type: 'shopify',
    payment_terms_days: 0,
    metadata: { region: 'EU', tags: ['a', { b: null }] },
    status: 'suspended',
  }
  const { status, body } = await create(seller)
  t.equal(status, 200)
  t.same(body, { success: true, id: body.id })
  t.match((await call('bod', 'GET', '/api/sellers/S-1')).body, { id: body.id, ...seller })
  const entries = await app.db.rows(`select user_id, action, entity, entity_id, before, after from audit_log`)
  t.match(entries, [
    {
      user_id: user.ops_head.id,
      action: 'seller.created',
      entity: 'seller',
      entity_id: String(body.id),
      before: null,
      after: seller,
    },
  ])
})

t.test('a code that is taken answers 409 and names the field', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => create({ seller_code: 'S-once', company_name: `Company ${i}` })),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409])
  t.match(answers.find(({ status }) => status === 409)?.body, { error: /^seller_code is already taken/ })
})

t.test('a code that differs from another one only by case succeeds with a warning', async (t) => {
  await create({ seller_code: 'S-Case', company_name: 'First' })
  const { body } = await create({ seller_code: 's-cASE', company_name: 'Second' })
  t.same(body, {
    success: true,
    id: body.id,
    warnings: ['seller_code s-cASE differs from S-Case only by case.'],
  })
  t.match((await call('bod', 'GET', '/api/sellers/s-cASE')).body, { company_name: 'Second' })
})

t.test('null is the same as not sent, and what has one obvious meaning is read as it', async (t) => {
  const places = { primary_warehouse_id: user.warehouse.warehouse_id, assigned_am_id: user.am.am_id }
  const { primary_warehouse_id: warehouse_id, assigned_am_id: am_id } = places
  const contract_start_date = '2025-01-31'
  const nulls = {
    contract_type: null,
    contract_start_date: null,
    primary_warehouse_id: null,
    assigned_am_id: null,
    oms_system_type: null,
    payment_terms_days: null,
  }
  const known = { contract_type: 'premium', oms_system_type: 'shopify' }
  const other = { contract_type: 'Fixed Fee', oms_system_type: 'SAP-S/4' }
  const cases: [object, object][] = [
    [
      { ...nulls, metadata: null },
      { ...nulls, metadata: {}, status: 'active' },
    ],
    [{ contract_type: 'PREMIUM', oms_system_type: ' Shopify ' }, known],
    [{ contract_type: ' Fixed Fee ', oms_system_type: 'SAP-S/4' }, other],
    [{ contract_type: '  ', oms_system_type: '', contract_start_date: '', assigned_am_id: '' }, nulls],
    [{ contract_start_date: '2025-01-31T00:00:00.000Z' }, { contract_start_date }],
    [{ contract_start_date: '2025-01-31T00:00:00+07:00' }, { contract_start_date }],
    [{ contract_start_date: '2025-01-31 00:00:00' }, { contract_start_date }],
    [{ warehouse_id: String(warehouse_id), am_id }, places],
    [{ primary_warehouse_id: String(warehouse_id), assigned_am_id: String(am_id) }, places],
    [
      { payment_terms_days: '30', status: 'Suspended' },
      { payment_terms_days: 30, status: 'suspended' },
    ],
    [
      { payment_terms_days: '', status: 'ACTIVE' },
      { payment_terms_days: null, status: 'active' },
    ],
    [{ company_name: 4711 }, { company_name: '4711' }],
  ]
  for (const [n, [given, stored]] of cases.entries()) {
    const { body } = await create({ seller_code: `00${n}`, company_name: 'Form', ...given })
    t.match((await call('bod', 'GET', `/api/sellers/${body.id}`)).body, stored, JSON.stringify(given))
  }
})

t.test('invalid sellers answer 400 and name the field', async (t) => {
  const inactive = await app.db.prisma.warehouse.create({
    data: { code: 'WH-OLD', name: 'Old', is_active: false },
  })
  const retired = await app.db.prisma.account_manager.create({
    data: { name: 'R', email: 'r@example.com', is_active: false },
  })
  const most = 2_147_483_647
  const cases: [object, RegExp][] = [
    [{ seller_code: undefined }, /^seller_code is required/],
    [{ seller_code: undefined, sellerCode: 'S-9' }, /seller_code/],
    [{ seller_code: '' }, /^seller_code/],
    [{ seller_code: '   ' }, /^seller_code/],
    [{ seller_code: '\u2800' }, /^seller_code must not be blank/],
    [{ seller_code: 'x'.repeat(101) }, /^seller_code must have at most 100/],
    [{ company_name: undefined }, /^company_name is required/],
    [{ company_name: ' \u202e\u2800' }, /^company_name must not be blank/],
    [{ company_name: 'a\0b' }, /^company_name holds a NUL/],
    [{ company_name: 'x'.repeat(201) }, /^company_name/],
    [{ contract_type: '\u202e' }, /^contract_type must not be blank/],
    [{ contract_type: 'x'.repeat(65) }, /^contract_type must have at most 64/],
    [{ contract_start_date: '2026-02-30' }, /^contract_start_date must be a date that exists/],
    [{ contract_start_date: '9999-12-31' }, /^contract_start_date must lie in the years 1970 to 2999/],
    [{ contract_start_date: '\u202e' }, /^contract_start_date must be a date/],
    [{ contract_start_date: '2026-01-01T08:00:00Z' }, /^contract_start_date/],
    [{ contract_start_date: '2025-01-30T17:00:00Z' }, /^contract_start_date/],
    [{ contract_start_date: '31/01/2025' }, /^contract_start_date .*2026-01-31/],
    [{ primary_warehouse_id: 1, warehouse_id: 2 }, /^primary_warehouse_id and warehouse_id/],
    [{ primary_warehouse_id: most }, /^primary_warehouse_id names no active warehouse/],
    [{ primary_warehouse_id: inactive.id }, /^primary_warehouse_id names no active warehouse/],
    [{ assigned_am_id: most }, /^assigned_am_id names no active account manager/],
    [{ assigned_am_id: retired.id }, /^assigned_am_id names no active account manager/],
    [{ assigned_am_id: most + 1 }, /^assigned_am_id must be at most/],
    [{ assigned_am_id: 'one' }, /^assigned_am_id must be a whole number/],
    [{ payment_terms_days: 'thirty' }, /^payment_terms_days must be a whole number/],
    [{ payment_terms_days: -1 }, /^payment_terms_days/],
    [{ payment_terms_days: 1.5 }, /^payment_terms_days/],
    [{ metadata: [] }, /^metadata must be an object/],
    [{ metadata: 'x' }, /^metadata must be an object/],
    [{ metadata: { x: 'y'.repeat(17_000) } }, /^metadata must be at most 16384 bytes/],
    [{ metadata: { 'a\0': 1 } }, /^metadata holds a NUL/],
    [{ status: 'closed' }, /^status must be one of/],
    [{ comapny: 'x' }, /^comapny is not a known field/],
    [{ id: 7 }, /^id is not a known field/],
  ]
  for (const [wrong, error] of cases) {
    const answer = await create({ seller_code: 'S-wrong', company_name: 'Wrong', ...wrong })
    t.match(answer, { status: 400, body: { error } }, JSON.stringify(wrong).slice(0, 80))
  }
})
