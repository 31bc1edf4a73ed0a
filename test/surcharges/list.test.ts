import t from 'tap'
import type { Role } from '../../src/platform/access/roles.ts'
import { testApp } from '../setup/app.ts'

const { call, done, user } = await testApp(t, { WORKER: 'on' })
const sellers = [
  { seller_code: 'S-1' },
  { seller_code: 'S-am', assigned_am_id: user.am.am_id },
  { seller_code: 'S-wh', primary_warehouse_id: user.warehouse.warehouse_id },
]
for (const seller of sellers) await call('bod', 'POST', '/api/sellers', { company_name: 'Acme', ...seller })
for (const [seller_code, period, surcharge_type, status] of [
  ['S-1', '2026-08', 'planning_overload', 'applied'],
  ['S-1', '2026-09', 'payment_block', 'waived'],
  ['S-am', '2026-09', 'late_inbound', 'pending'],
  ['S-wh', '2026-10', 'aging_storage_multiplier', 'pending'],
] as const) {
  const surcharge = { seller_code, period, surcharge_type, amount: 10 }
  const { id } = await done('bod', 'POST', '/api/surcharges', surcharge)
  await done('bod', 'PATCH', `/api/surcharges/${id}`, { status })
}

const types = async (query: string, role: Role = 'bod') => {
  const { body } = await call(role, 'GET', `/api/surcharges${query}`)
  return body.data.map(({ surcharge_type }: { surcharge_type: string }) => surcharge_type)
}

t.test('the newest come first, as full records', async (t) => {
  t.same(await types(''), ['aging_storage_multiplier', 'late_inbound', 'payment_block', 'planning_overload'])
  const { body } = await call('bod', 'GET', '/api/surcharges')
  t.match(body, { total: 4, page: 1, limit: 500 })
  for (const record of body.data)
    t.same((await call('bod', 'GET', `/api/surcharges/${record.id}`)).body, record, record.surcharge_type)
})

t.test('seller, state, month, type and a text narrow the list down', async (t) => {
  t.same(await types('?seller_code=S-1'), ['payment_block', 'planning_overload'])
  t.same(await types('?status=pending'), ['aging_storage_multiplier', 'late_inbound'])
  t.same(await types('?status=pending,applied'), [
    'aging_storage_multiplier',
    'late_inbound',
    'planning_overload',
  ])
  t.same(await types('?status=waived&status=applied'), ['payment_block', 'planning_overload'])
  t.same(await types('?period=2026-09'), ['late_inbound', 'payment_block'])
  t.same(await types('?period=2026-09&status=waived&seller_code=S-1'), ['payment_block'])
  t.same(await types('?seller_code=nobody'), [])
  t.same(await types('?surcharge_type=payment_block'), ['payment_block'])
  t.same(await types('?search=s-a'), ['late_inbound'])
  t.same(await types('?search=acme&status=waived'), ['payment_block'])
  t.same(await types('?search=%25'), [])
})

t.test('the list says what each state comes to, whatever state is asked for', async (t) => {
  const sums = async (query: string, role: Role = 'bod') =>
    (await call(role, 'GET', `/api/surcharges${query}`)).body.by_status
  const of = (count: number) => ({ count, amount: 10 * count })
  const all = { pending: of(2), applied: of(1), waived: of(1) }
  t.same(await sums(''), all)
  t.same(await sums('?status=waived&limit=1'), all)
  t.same(await sums('?period=2026-09'), { pending: of(1), applied: of(0), waived: of(1) })
  t.same(await sums('?search=s-1'), { pending: of(0), applied: of(1), waived: of(1) })
  t.same(await sums('?surcharge_type=late_inbound'), { pending: of(1), applied: of(0), waived: of(0) })
  t.same(await sums('?seller_code=nobody'), { pending: of(0), applied: of(0), waived: of(0) })
  t.same(await sums('', 'am'), { pending: of(1), applied: of(0), waived: of(0) })
})

t.test('pages cut the list without losing the total', async (t) => {
  t.same(await types('?limit=3&page=2'), ['planning_overload'])
  t.match((await call('bod', 'GET', '/api/surcharges?limit=3&page=3')).body, { data: [], total: 4 })
})

t.test('odd queries answer 400', async (t) => {
  for (const [query, error] of [
    ['status=active', /^status must be one of pending, applied, waived, or several/],
    ['status=pending,active', /^status must be one of/],
    ['period=2026-00', /^period must be a month/],
    ['seller=S-1', /^seller is not a known field/],
  ] as const)
    t.match(await call('bod', 'GET', `/api/surcharges?${query}`), { status: 400, body: { error } }, query)
})

t.test('an unknown surcharge answers 404, an odd id 400', async (t) => {
  t.match(await call('bod', 'GET', '/api/surcharges/2147483647'), {
    status: 404,
    body: { error: 'There is no surcharge 2147483647.' },
  })
  for (const id of ['0', '2147483648', 'x', '1.5'])
    t.match(
      await call('bod', 'GET', `/api/surcharges/${id}`),
      { status: 400, body: { error: /^id must be/ } },
      id,
    )
})

t.test('it is sorted by seller, month or amount, equals the newest first', async (t) => {
  const [aging, late, block, overload] = await types('')
  const dear = { seller_code: 'S-1', period: '2026-07', surcharge_type: 'dear', amount: 20 }
  await call('bod', 'POST', '/api/surcharges', dear)
  t.same(await types('?sort=-amount'), ['dear', aging, late, block, overload])
  t.same(await types('?sort=amount&limit=1'), [aging])
  t.same(await types('?sort=period'), ['dear', overload, late, block, aging])
  t.same(await types('?sort=-seller_code&limit=1'), [aging])
  t.same(await types('?sort=seller_code&limit=3&page=2'), [late, aging])
  const refused = await call('bod', 'GET', '/api/surcharges?sort=status')
  t.match(refused, { status: 400, body: { error: /^sort / } })
})

t.test('data, total and by_status are of one moment, while surcharges are applied', async (t) => {
  const query = 'seller_code=S-1&period=2026-10'
  let isOver = false
  const write = async () => {
    for (let n = 0; n < 40; n++) {
      const surcharge = { seller_code: 'S-1', period: '2026-10', surcharge_type: `kind_${n}`, amount: 1 }
      const { id } = (await call('bod', 'POST', '/api/surcharges', surcharge)).body
      await call('bod', 'PATCH', `/api/surcharges/${id}`, { status: 'applied' })
    }
    isOver = true
  }
  const read = async () => {
    while (!isOver) {
      const { data, total, by_status } = (await call('bod', 'GET', `/api/surcharges?${query}`)).body
      const applied = data.filter(({ status }: { status: string }) => status === 'applied').length
      t.same(
        [by_status.applied.count, by_status.pending.count, total],
        [applied, data.length - applied, data.length],
      )
    }
  }
  await Promise.all([write(), read(), read(), read()])
})
