import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const create = (body: object, headers?: Record<string, string>) =>
  call('ops_head', 'POST', '/api/sellers', body, headers)

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

t.test('null is the same as not sent', async (t) => {
  const nulls = {
    contract_type: null,
    contract_start_date: null,
    primary_warehouse_id: null,
    assigned_am_id: null,
    oms_system_type: null,
    payment_terms_days: null,
  }
  t.equal((await create({ seller_code: 'S-null', company_name: 'N', ...nulls, metadata: null })).status, 200)
  t.match((await call('bod', 'GET', '/api/sellers/S-null')).body, {
    ...nulls,
    metadata: {},
    status: 'active',
  })
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

t.test('open words: known ones are kept as documented, others as they are written', async (t) => {
  const cases: [string, object, object][] = [
    [
      'S-w1',
      { contract_type: 'PREMIUM', oms_system_type: ' Shopify ' },
      { contract_type: 'premium', oms_system_type: 'shopify' },
    ],
    [
      'S-w2',
      { contract_type: ' Fixed Fee ', oms_system_type: 'SAP-S/4' },
      { contract_type: 'Fixed Fee', oms_system_type: 'SAP-S/4' },
    ],
    ['S-w3', { contract_type: '  ', oms_system_type: '' }, { contract_type: null, oms_system_type: null }],
  ]
  for (const [seller_code, words, stored] of cases) {
    t.equal((await create({ seller_code, company_name: 'W', ...words })).status, 200)
    t.match((await call('bod', 'GET', `/api/sellers/${seller_code}`)).body, stored)
  }
})

t.test('forms with one obvious meaning', async (t) => {
  const places = { primary_warehouse_id: user.warehouse.warehouse_id, assigned_am_id: user.am.am_id }
  const { primary_warehouse_id: warehouse_id, assigned_am_id: am_id } = places
  const contract_start_date = '2025-01-31'
  const cases: [object, object][] = [
    [{ contract_start_date: '2025-01-31T00:00:00.000Z' }, { contract_start_date }],
    [{ contract_start_date: '2025-01-31T00:00:00+07:00' }, { contract_start_date }],
    [{ contract_start_date: '2025-01-31 00:00:00' }, { contract_start_date }],
    [
      { contract_start_date: '', assigned_am_id: '' },
      { contract_start_date: null, assigned_am_id: null },
    ],
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
  const cases: [string, object, RegExp][] = [
    ['no code', { seller_code: undefined }, /^seller_code is required/],
    ['no name', { company_name: undefined }, /^company_name is required/],
    ['an empty code', { seller_code: '' }, /^seller_code/],
    ['a blank code', { seller_code: '   ' }, /^seller_code/],
    ['a long code', { seller_code: 'x'.repeat(101) }, /^seller_code must have at most 100/],
    ['NUL in the name', { company_name: 'a\0b' }, /^company_name holds a NUL/],
    ['a long name', { company_name: 'x'.repeat(201) }, /^company_name/],
    ['a long contract type', { contract_type: 'x'.repeat(65) }, /^contract_type must have at most 64/],
    [
      'a day that is not there',
      { contract_start_date: '2026-02-30' },
      /^contract_start_date must be a date that exists/,
    ],
    ['a timestamp for a date', { contract_start_date: '2026-01-01T08:00:00Z' }, /^contract_start_date/],
    ['midnight elsewhere, in UTC', { contract_start_date: '2025-01-30T17:00:00Z' }, /^contract_start_date/],
    ['a day before its year', { contract_start_date: '31/01/2025' }, /^contract_start_date .*2026-01-31/],
    [
      'two warehouses',
      { primary_warehouse_id: 1, warehouse_id: 2 },
      /^primary_warehouse_id and warehouse_id/,
    ],
    ['terms as a word', { payment_terms_days: 'thirty' }, /^payment_terms_days must be a whole number/],
    ['a name in camelCase', { seller_code: undefined, sellerCode: 'S-9' }, /seller_code/],
    [
      'an unknown warehouse',
      { primary_warehouse_id: 2147483647 },
      /^primary_warehouse_id names no active warehouse/,
    ],
    [
      'an inactive warehouse',
      { primary_warehouse_id: inactive.id },
      /^primary_warehouse_id names no active warehouse/,
    ],
    ['an unknown AM', { assigned_am_id: 2147483647 }, /^assigned_am_id names no active account manager/],
    ['an inactive AM', { assigned_am_id: retired.id }, /^assigned_am_id names no active account manager/],
    ['an id past the column', { assigned_am_id: 2147483648 }, /^assigned_am_id must be at most/],
    ['a word for an id', { assigned_am_id: 'one' }, /^assigned_am_id must be a whole number/],
    ['negative terms', { payment_terms_days: -1 }, /^payment_terms_days/],
    ['half a day', { payment_terms_days: 1.5 }, /^payment_terms_days/],
    ['an array as metadata', { metadata: [] }, /^metadata must be an object/],
    ['text as metadata', { metadata: 'x' }, /^metadata must be an object/],
    ['large metadata', { metadata: { x: 'y'.repeat(17_000) } }, /^metadata must be at most 16384 bytes/],
    ['NUL in metadata', { metadata: { 'a\0': 1 } }, /^metadata holds a NUL/],
    ['an unknown status', { status: 'closed' }, /^status must be one of/],
    ['an unknown field', { comapny: 'x' }, /^comapny is not a known field/],
    ['an id of its own', { id: 7 }, /^id is not a known field/],
  ]
  for (const [title, wrong, error] of cases)
    t.test(title, async (t) => {
      const answer = await create({ seller_code: 'S-wrong', company_name: 'Wrong', ...wrong })
      t.match(answer, { status: 400, body: { error } })
    })
})

t.test('a body that is no object, or too deep to walk through, answers 400', async (t) => {
  const nested = (levels: number, core = '') => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`
  const seller = (metadata: string) =>
    `{"seller_code":"S-deep","company_name":"Deep","metadata":{"a":${metadata}}}`
  const texts = [
    '[]',
    '"text"',
    '1',
    'null',
    '',
    '{',
    nested(200_000),
    seller(nested(21)),
    seller(nested(200_000)),
    seller(nested(200_000, '"\\u0000"')),
  ]
  for (const text of texts) {
    const { status, body } = await create(text as never, { 'content-type': 'application/json' })
    t.match({ status, body }, { status: 400, body: { error: /\.$/ } }, text.slice(0, 80))
  }
  t.equal((await create(seller(nested(19)) as never, { 'content-type': 'application/json' })).status, 200)
})
