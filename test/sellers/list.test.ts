import t from 'tap'
import { testApp } from '../setup/app.ts'

const { app, call, user } = await testApp(t)
const { am_id } = user.am
const { warehouse_id } = user.warehouse
const other = await app.db.prisma.warehouse.create({ data: { code: 'WH-2', name: 'Other warehouse' } })

const sellers = [
  {
    seller_code: 'S-1',
    company_name: 'Alpha 100% Ltd',
    contract_type: 'fixed_fee',
    contract_start_date: '2025-03-01',
    assigned_am_id: am_id,
    primary_warehouse_id: warehouse_id,
    oms_system_type: 'shopify',
    payment_terms_days: 30,
  },
  {
    seller_code: 'S_2',
    company_name: 'Beta \\ Söhne',
    assigned_am_id: am_id,
    primary_warehouse_id: other.id,
  },
  {
    seller_code: 'S-3',
    company_name: 'Gamma',
    primary_warehouse_id: warehouse_id,
    metadata: { region: { name: 'EU' } },
  },
  { seller_code: 'S-4', company_name: 'Delta', status: 'suspended' },
  { seller_code: 'S-5', company_name: 'Epsilon', status: 'terminated' },
]
for (const seller of sellers) await call('bod', 'POST', '/api/sellers', seller)

const codes = async (query: string) => {
  const { body } = await call('bod', 'GET', `/api/sellers${query}`)
  return body.data.map((seller: { seller_code: string }) => seller.seller_code)
}

t.test('active sellers come by their codes, as full records with names beside ids', async (t) => {
  const { body } = await call('viewer', 'GET', '/api/sellers')
  t.match(body, { total: 3, page: 1, limit: 20 })
  const { id, created_at, updated_at, ...first } = body.data[0]
  const named = { am_name: 'Test AM', warehouse_name: 'Test warehouse' }
  t.same(first, { ...sellers[0], metadata: {}, status: 'active', ...named })
  t.match({ id, created_at, updated_at }, { id: Number, created_at: /Z$/, updated_at: /Z$/ })
  const none = { contract_type: null, contract_start_date: null, oms_system_type: null, am_name: null }
  t.match(body.data[1], { ...none, payment_terms_days: null })
  t.same(body.data[1].metadata, { region: { name: 'EU' } })
})

t.test('filters', async (t) => {
  const cases: Record<string, string[]> = {
    '?status=active': ['S-1', 'S-3', 'S_2'],
    '?status=suspended': ['S-4'],
    '?status=terminated': ['S-5'],
    '?status=all': ['S-1', 'S-3', 'S-4', 'S-5', 'S_2'],
    '?status=all&search=e': ['S-4', 'S-5', 'S_2'],
    '?status=&_=1': ['S-1', 'S-3', 'S_2'],
    [`?warehouse_id=${warehouse_id}`]: ['S-1', 'S-3'],
    [`?am_id=${am_id}`]: ['S-1', 'S_2'],
    [`?am_id=${am_id}&warehouse_id=${other.id}`]: ['S_2'],
    '?am_id=2147483647': [],
    '?search=s-1': ['S-1'],
    '?search=%20ALPHA%20': ['S-1'],
    '?search=s%C3%B6hne': ['S_2'],
    '?search=%25': ['S-1'],
    '?search=_': ['S_2'],
    '?search=%5C': ['S_2'],
    '?search=%27%3B%20drop%20table%20sellers%3B--': [],
    '?search=': ['S-1', 'S-3', 'S_2'],
    '?search=a': ['S-1', 'S-3', 'S_2'],
  }
  for (const [query, expected] of Object.entries(cases)) t.same(await codes(query), expected, query)
})

t.test('pages do not overlap, and a page past the end is empty and still knows the total', async (t) => {
  t.same(await codes('?limit=2'), ['S-1', 'S-3'])
  t.same(await codes('?limit=2&page=2'), ['S_2'])
  const { body } = await call('bod', 'GET', '/api/sellers?page=10000000&limit=500')
  t.same(body, { data: [], total: 3, page: 10_000_000, limit: 500 })
  t.match((await call('bod', 'GET', '/api/sellers?limit=501')).body, { limit: 500 })
})

t.test('an odd query answers 400 and names the field', async (t) => {
  const cases: Record<string, RegExp> = {
    '?status=every': /^status must be one of active, suspended, terminated, all/,
    '?warehouse_id=0': /^warehouse_id must be at least 1/,
    '?am_id=99999999999999999999': /^am_id/,
    '?am_id[0]=1': /^am_id\[0\] is not a known field/,
    '?page=0': /^page/,
    [`?search=${'x'.repeat(201)}`]: /^search must have at most 200/,
    '?sort=name': /^sort is not a known field here; known are status, /,
  }
  for (const [query, error] of Object.entries(cases))
    t.match(await call('bod', 'GET', `/api/sellers${query}`), { status: 400, body: { error } }, query)
})
