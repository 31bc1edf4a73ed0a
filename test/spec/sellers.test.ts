import t from 'tap'
import { service } from './service.ts'

const { call, done, create, user } = await service(t)

const SELLER = {
  seller_code: 'S-1',
  company_name: 'Acme Trading',
  contract_type: 'fixed_fee',
  contract_start_date: '2025-03-01',
  primary_warehouse_id: user.warehouse.warehouse_id,
  assigned_am_id: user.am.am_id,
  oms_system_type: 'shopify',
  payment_terms_days: 30,
  metadata: { region: { name: 'EU' } },
}
const id = await create('/api/sellers', SELLER)
await create('/api/sellers', { seller_code: 'S-2', company_name: '100% Wool' })
await create('/api/sellers', { seller_code: 'S-3', company_name: 'Third', status: 'suspended' })
await create('/api/sellers', { seller_code: 'S-4', company_name: 'Fourth', status: 'terminated' })

t.test('a list item has every field of the specification, as it was given', async (t) => {
  const { data } = await done('bod', 'GET', '/api/sellers?search=s-1')
  const { created_at, updated_at, ...item } = data[0]
  t.same(item, { id, ...SELLER, status: 'active', am_name: 'Test AM', warehouse_name: 'Test warehouse' })
  t.match([created_at, updated_at], [/^\d{4}-/, /^\d{4}-/])
})

t.test('the list filters, and shows active sellers unless asked for others', async (t) => {
  for (const [query, codes] of [
    ['', ['S-1', 'S-2']],
    ['?status=active', ['S-1', 'S-2']],
    ['?status=suspended', ['S-3']],
    ['?status=terminated', ['S-4']],
    [`?warehouse_id=${user.warehouse.warehouse_id}`, ['S-1']],
    [`?am_id=${user.am.am_id}`, ['S-1']],
    ['?search=s-2', ['S-2']],
    ['?search=acme', ['S-1']],
    ['?search=100%25', ['S-2']],
    ['?search=%25', ['S-2']],
    ['?search=third', []],
    ['?page=2&limit=1', ['S-2']],
  ] as const)
    await t.test(query || 'without a query', async (t) => {
      const { data } = await done('bod', 'GET', `/api/sellers${query}`)
      t.same(
        data.map(({ seller_code }: { seller_code: string }) => seller_code),
        codes,
      )
    })
  t.match(await done('bod', 'GET', '/api/sellers?page=2&limit=1'), { total: 2, page: 2, limit: 1 })
})

t.test('a seller is found by id and by code', async (t) => {
  const byId = await done('bod', 'GET', `/api/sellers/${id}`)
  t.same(await done('bod', 'GET', '/api/sellers/S-1'), byId)
  t.match(byId, SELLER)
})

t.test('a code that a URL must escape works in every path', async (t) => {
  const seller_code = 'a/b ü?#%&'
  await create('/api/sellers', { seller_code, company_name: 'Odd' })
  const path = `/api/sellers/${encodeURIComponent(seller_code)}`
  t.match(await done('bod', 'GET', path), { seller_code })
  t.match(await done('bod', 'PATCH', path, { metadata: { a: 1 } }), { success: true })
  t.match(await done('bod', 'GET', `${path}/exceptions`), { total: 0 })
  const { status } = await call('bod', 'GET', `/api/sos${path.slice(4)}/score`)
  t.equal(status, 404, 'which has no score yet')
  t.match(await done('bod', 'GET', `/api/sos${path.slice(4)}/enforcement`), {
    seller_code,
    is_blocked: false,
  })
})

t.test('a change touches the fields that it names', async (t) => {
  for (const [field, value] of Object.entries({
    payment_terms_days: 14,
    company_name: 'Acme Ltd',
    contract_type: 'revenue_share',
    contract_start_date: '2025-04-01',
    oms_system_type: 'own_shop',
    metadata: { region: 'UK' },
    assigned_am_id: null,
    primary_warehouse_id: null,
    seller_code: 'S-1b',
    status: 'suspended',
  }))
    await t.test(field, async (t) => {
      const before = await done('bod', 'GET', `/api/sellers/${id}`)
      await done('bod', 'PATCH', `/api/sellers/${id}`, { [field]: value })
      const after = await done('bod', 'GET', `/api/sellers/${id}`)
      const names: Record<string, object> = {
        assigned_am_id: { am: null, am_name: null },
        primary_warehouse_id: { warehouse: null, warehouse_name: null },
        status: { status_changed: { at: after.status_changed?.at, reason: null } },
      }
      t.same(after, { ...before, [field]: value, ...names[field], updated_at: after.updated_at })
    })
})

t.test('a taken seller_code answers 409', async (t) => {
  const { status, body } = await call('bod', 'POST', '/api/sellers', { ...SELLER, seller_code: 'S-2' })
  t.equal(status, 409)
  t.match(body.error, 'seller_code')
})
