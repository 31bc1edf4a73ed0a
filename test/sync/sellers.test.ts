import t from 'tap'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { app, push, rows, user } = await syncApp(t)

t.test('a new seller needs a name, and gets the defaults of a new seller', async (t) => {
  const { body } = await push('sellers', [
    { seller_code: 'S-8' },
    { seller_code: 'S-9', company_name: 'Ninth' },
  ])
  t.match(body, {
    created: 1,
    rejected: 1,
    errors: [{ index: 0, key: 'S-8', error: 'company_name is required for a new seller' }],
  })
  t.match(await rows(`select * from sellers where seller_code in ('S-8', 'S-9')`), [
    { company_name: 'Ninth', status: 'active', metadata: {}, contract_type: null, payment_terms_days: null },
  ])
})

t.test('what a record leaves out stays, null clears', async (t) => {
  await push('sellers', [GOOD.sellers])
  t.match(
    (await push('sellers', [{ seller_code: 'S-9', payment_terms_days: 60, contract_type: null }])).body,
    { updated: 1 },
  )
  t.match(await rows(`select * from sellers where seller_code = 'S-9'`), [
    { ...GOOD.sellers, payment_terms_days: 60, contract_type: null },
  ])
})

t.test('a status may become any other', async (t) => {
  const become = async (status: string) => (await push('sellers', [{ seller_code: 'S-1', status }])).body
  for (const status of [
    'suspended',
    'active',
    'terminated',
    'active',
    'suspended',
    'terminated',
    'suspended',
  ])
    t.match(await become(status), { updated: 1, rejected: 0 }, status)
  t.match(await become('suspended'), { unchanged: 1 })
})

t.test('a new status is told by an event, once for each change', async (t) => {
  await push('sellers', [{ seller_code: 'S-told', company_name: 'Told', status: 'suspended' }])
  for (const status of ['suspended', 'active', 'active'])
    await push('sellers', [{ seller_code: 'S-told', status, company_name: `Told ${status}` }])
  const told = await rows(
    `select data from events where type = 'seller.status_changed' and data->>'seller_code' = 'S-told'`,
  )
  t.match(told, [{ data: { status: 'active', is_blocked: false, previous: { status: 'suspended' } } }])
  t.equal(told.length, 1)
})

t.test('warehouses and account managers that are newly named must be active', async (t) => {
  const errorOf = async (more: object) =>
    (await push('sellers', [{ seller_code: 'S-1', ...more }])).body.errors[0]?.error
  t.equal(await errorOf({ primary_warehouse_id: 404 }), 'primary_warehouse_id 404 names no active warehouse')
  t.equal(await errorOf({ assigned_am_id: 404 }), 'assigned_am_id 404 names no active account manager')
  t.equal(await errorOf({ primary_warehouse_id: 1, assigned_am_id: 1 }), undefined)
  await rows('update warehouses set is_active = false')
  await rows('update account_managers set is_active = false')
  const kept = { primary_warehouse_id: 1, assigned_am_id: 1, oms_system_type: 'magento' }
  t.equal(await errorOf(kept), undefined, 'what it has it may keep')
  t.equal(await errorOf({ primary_warehouse_id: 2 }), 'primary_warehouse_id 2 names no active warehouse')
  t.match(await rows(`select * from sellers where seller_code = 'S-1'`), [
    { primary_warehouse_id: 1, oms_system_type: 'magento' },
  ])
})

const SEEN = { observed_at: '2026-11-20T00:00:00.000Z' }
const stored = { company_name: 'First', payment_terms_days: null, status: 'suspended', ...SEEN }
const inTurn: [string, object[], object, object][] = [
  [
    'an older one changes nothing, whatever comes after it',
    [
      { status: 'active', observed_at: '2026-11-01T00:00:00.000Z' },
      { company_name: 'Second', observed_at: '2026-11-25T00:00:00.000Z' },
    ],
    { updated: 1, repeated: 1 },
    { company_name: 'Second', status: 'suspended', observed_at: '2026-11-25T00:00:00.000Z' },
  ],
  [
    'an older one does not make the next one older',
    [{ status: 'active', observed_at: '2026-11-01T00:00:00.000Z' }, { company_name: 'Third' }],
    { updated: 1, repeated: 1 },
    { company_name: 'Third', status: 'suspended', ...SEEN },
  ],
  [
    'a bad one is rejected alone',
    [{ assigned_am_id: 99999 }, { company_name: 'New' }],
    { updated: 1, rejected: 1, errors: [{ index: 0, field: 'assigned_am_id', value: 99999 }] },
    { company_name: 'New', status: 'suspended' },
  ],
  [
    'one that can’t take the seller back leaves what came before it',
    [{ company_name: 'New' }, { deleted: true }, { payment_terms_days: 20 }],
    { updated: 1, repeated: 1, rejected: 1, errors: [{ index: 1 }] },
    { company_name: 'New', payment_terms_days: 20 },
  ],
]
for (const [title, records, counts, after] of inTurn)
  t.test(`several records of a seller do what they do one after the other: ${title}`, async (t) => {
    const ofSeller = (seller_code: string) => records.map((record) => ({ seller_code, ...record }))
    for (const seller_code of ['S-1', 'S-2']) {
      await push('sellers', [{ seller_code, ...stored }])
      await push('orders', [{ ...GOOD.orders, seller_code }])
    }
    const expected = { unchanged: 0, repeated: 0, rejected: 0, errors: [], ...counts }
    const { body } = await push('sellers', ofSeller('S-1'), '?dry_run=true')
    t.match(body, { errors: expected.errors })
    t.match((await push('sellers', ofSeller('S-1'))).body, expected)
    for (const record of ofSeller('S-2')) await push('sellers', [record])
    for (const seller of await rows('select * from sellers')) t.match(seller, after)
  })

t.test('fields of their own, an id among them, change nothing', async (t) => {
  const odd = { id: 2, created_at: '2020-01-01', __proto__: { company_name: 'x' }, nonsense: 1 }
  t.match((await push('sellers', [{ seller_code: 'S-1', ...odd }])).body, { unchanged: 1 })
  t.same(await rows('select id, seller_code from sellers order by id'), [
    { id: 1, seller_code: 'S-1' },
    { id: 2, seller_code: 'S-2' },
  ])
})

t.test('a push keeps what a change under way has made of the seller', async (t) => {
  const change = await clientOf(t, app.db.connectionString)
  await change.query(`begin; update sellers set company_name = 'Meanwhile' where seller_code = 'S-2'`)
  const pushed = push('sellers', [{ seller_code: 'S-2', payment_terms_days: 77 }])
  await eventually(async () => (await waiters(app.db, 'sellers')) === 1)
  await change.query('commit')
  t.match((await pushed).body, { updated: 1 })
  t.same(await rows(`select company_name, payment_terms_days from sellers where seller_code = 'S-2'`), [
    { company_name: 'Meanwhile', payment_terms_days: 77 },
  ])
})

t.test('the order of keys in metadata is no change', async (t) => {
  const metadata = { b: [1, { d: 1, c: 2.5 }], a: 'é', zero: -0 }
  await push('sellers', [{ seller_code: 'S-1', metadata }])
  const turned = { zero: 0, a: 'é', b: [1, { c: 2.5, d: 1 }] }
  t.match((await push('sellers', [{ seller_code: 'S-1', metadata: turned }])).body, { unchanged: 1 })
})

t.test('every created and changed seller has an audit row with before and after', async (t) => {
  await push('sellers', [
    GOOD.sellers,
    { seller_code: 'S-1', company_name: 'Renamed' },
    { seller_code: 'S-2' },
  ])
  const created = { action: 'seller.created', user_id: user.system.id }
  const updated = { action: 'seller.updated', entity: 'seller', entity_id: '1' }
  t.match(await rows('select * from audit_log order by id'), [
    { ...created, entity: 'seller', entity_id: '3', before: null, after: GOOD.sellers },
    { ...updated, before: { company_name: 'First' }, after: { company_name: 'Renamed' } },
    { action: 'sync.sellers', after: { created: 1, updated: 1, unchanged: 1 } },
  ])
})

t.test('with atomic=true one bad seller keeps all others out', async (t) => {
  const { status } = await push('sellers', [GOOD.sellers, { seller_code: 'S-8' }], '?atomic=true')
  t.equal(status, 400)
  t.same(await rows('select count(*) as n from sellers'), [{ n: 2 }])
})

t.test('10,000 sellers are one push', async (t) => {
  const sellers = (more: object) =>
    Array.from({ length: 10_000 }, (_, i) => ({ seller_code: `N-${i}`, company_name: `New ${i}`, ...more }))
  t.match((await push('sellers', sellers({}))).body, { created: 10_000 })
  t.match((await push('sellers', sellers({ contract_type: 'premium' }))).body, { updated: 10_000 })
  t.match((await push('sellers', sellers({}))).body, { unchanged: 10_000 })
})
