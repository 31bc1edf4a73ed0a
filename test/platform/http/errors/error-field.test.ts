import t from 'tap'
import { testApp } from '../../../setup/app.ts'

const { call } = await testApp(t)
const warehouse = { code: 'WH-1', name: 'One' }
await call('bod', 'POST', '/api/warehouses', warehouse)
const seller = { seller_code: 'S-1', company_name: 'One' }

/** The field, and a request that is refused for it. */
const cases: [string | undefined, ...Parameters<typeof call>][] = [
  // as the check of the request finds it
  ['name', 'bod', 'POST', '/api/warehouses', { code: 'WH-3' }],
  ['colour', 'bod', 'POST', '/api/warehouses', { ...warehouse, colour: 'red' }],
  ['page', 'bod', 'GET', '/api/warehouses?page=first'],
  ['id', 'bod', 'PATCH', '/api/warehouses/none', { name: 'Two' }],
  [
    'curve[0][1]',
    'bod',
    'POST',
    '/api/config/o-score',
    {
      metric: 'x',
      weight: 1,
      curve: [
        [0, 'a'],
        [1, 2],
      ],
    },
  ],
  [
    'fields.units.when.is[0]',
    'system',
    'POST',
    '/api/sync/mappings',
    { name: 'mine', feed: 'orders', fields: { units: { path: 'a', when: { path: 'b', is: [0] } } } },
  ],
  ['farbe%20%C3%A4', 'bod', 'POST', '/api/warehouses', { ...warehouse, 'farbe ä': 'red' }],
  // as the sentence of a rule names it
  ['code', 'bod', 'POST', '/api/warehouses', warehouse],
  ['primary_warehouse_id', 'bod', 'POST', '/api/sellers', { ...seller, primary_warehouse_id: 99_999 }],
  ['period', 'bod', 'POST', '/api/sos/monthly/calculate', { period: '2999-01' }],
  ['group_by', 'bod', 'GET', '/api/sos/monthly/summary?group_by=colour'],
  ['mapping', 'system', 'POST', '/api/sync/orders?mapping=zzz', { records: [] }],
  ['records', 'system', 'POST', '/api/sync/orders', {}],
  ['data', 'system', 'POST', '/api/sync/orders', { data: 'none' }],
  // a header
  ['Idempotency-Key', 'bod', 'POST', '/api/warehouses', warehouse, { 'idempotency-key': 'x'.repeat(256) }],
  // about no field
  [undefined, 'bod', 'POST', '/api/warehouses', '{', { 'content-type': 'application/json' }],
  [undefined, 'bod', 'GET', '/api/nothing'],
  [undefined, 'seller', 'GET', '/api/warehouses'],
]

for (const [field, ...asked] of cases)
  t.test(`${asked[1]} ${asked[2]} names ${field ?? 'no field'}`, async (t) => {
    const { headers, body } = await call(...asked)
    t.equal(headers['x-error-field'], field, body.error)
    t.same(Object.keys(body), ['error'])
  })

t.test('a success names no field', async (t) => {
  t.notOk('x-error-field' in (await call('bod', 'GET', '/api/warehouses')).headers)
})
