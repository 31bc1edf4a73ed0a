import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, rows } = await syncApp(t)
const post = (feed: string, body: unknown) => call('system', 'POST', `/api/sync/${feed}`, body as object)

const order = GOOD.orders
const actual = GOOD['campaign-actuals']
const stored: [string, keyof typeof GOOD, unknown][] = [
  ['an array alone', 'orders', [order]],
  ['data', 'orders', { data: [order] }],
  ['items', 'orders', { items: [order] }],
  ['Records', 'orders', { Records: [order] }],
  ['the feed', 'orders', { orders: [order] }],
  ['the feed in the singular', 'orders', { order: [order] }],
  ['the feed with -', 'campaign-actuals', { 'campaign-actuals': [actual] }],
  ['the feed with _, in the singular', 'campaign-actuals', { campaign_actual: [actual] }],
  ['the feed in camelCase', 'campaign-actuals', { campaignActuals: [actual] }],
  ['the plural of revenue', 'revenue', { revenues: [GOOD.revenue] }],
  ['the plural of inventory', 'inventory', { inventories: [GOOD.inventory] }],
  [
    'others beside',
    'tickets',
    { source: 'helpdesk', meta: { page: 1 }, batch_id: 7, tickets: [GOOD.tickets] },
  ],
  ['a text beside under the name of an envelope', 'orders', { data: 'of today', records: [order] }],
  ['one record', 'payments', GOOD.payments],
  ['one record that holds lists', 'orders', { ...order, items: [{ sku: 'A' }], data: [1], records: [] }],
  ['one record with other names', 'orders', { orderId: 1, sellerId: 'S-1', orderDate: '2026-10-05' }],
  ['one record of a seller', 'sellers', GOOD.sellers],
]
for (const [title, feed, body] of stored)
  t.test(`${title}: one record is stored`, async (t) => {
    t.match(await post(feed, body), { status: 200, body: { received: 1, created: 1, rejected: 0 } })
  })

t.test('an empty array is a push of nothing', async (t) => {
  t.match(await post('orders', []), { status: 200, body: { received: 0, errors: [] } })
})

t.test('a list in which something is no record has a bad record', async (t) => {
  t.match(await post('orders', [order, [order], null]), {
    body: { created: 1, errors: [{ index: 1 }, { index: 2, error: 'the record must be an object' }] },
  })
})

const refused: [string, unknown, RegExp][] = [
  [
    'nothing',
    {},
    /^records is required: send \{"records": \[\.\.\.\]\}, an array of records, or one record with order_code, seller_code, ordered_at/,
  ],
  ['records that are no list', { records: {} }, /^records must be an array of records\.$/],
  [
    'two lists',
    { records: [], items: [] },
    /^records and items are both lists of records: send one of them\.$/,
  ],
  ['two lists under the name of the feed', { orders: [], order: [] }, /^orders and order are both lists/],
  ['half a record', { order_code: 'O-1', seller_code: 'S-1' }, /ordered_at is missing here/],
  ['a list under another name', { rows: [order] }, /^records is required/],
]
for (const [title, body, error] of refused)
  t.test(`a body of ${title} answers 400 and stores nothing`, async (t) => {
    t.match(await post('orders', body), { status: 400, body: { error } })
    t.same(await rows('select * from orders'), [])
  })

for (const body of ['7', '"records"', 'null'])
  t.test(`a body of ${body} answers 400`, async (t) => {
    const headers = { 'content-type': 'application/json' }
    t.match(await call('system', 'POST', '/api/sync/orders', body, headers), {
      status: 400,
      body: { error: /^the body must be an object or an array/ },
    })
  })

t.test('10,001 records are a 400 that names NDJSON, however they are wrapped', async (t) => {
  const records = Array.from({ length: 10_001 }, () => order)
  for (const body of [records, { data: records }])
    t.match(await post('orders', body), { status: 400, body: { error: /10001 records.*NDJSON/ } })
})
