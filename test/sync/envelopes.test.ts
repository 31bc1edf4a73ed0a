import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, rows } = await syncApp(t)
const post = (feed: string, body: unknown) => call('system', 'POST', `/api/sync/${feed}`, body as object)

const order = GOOD.orders
const actual = GOOD['campaign-actuals']
const stored: [string, keyof typeof GOOD, unknown][] = [
  ['Records', 'orders', { Records: [order] }],
  ['the feed in camelCase', 'campaign-actuals', { campaignActuals: [actual] }],
  ['the plural of revenue', 'revenue', { revenues: [GOOD.revenue] }],
  ['the plural of inventory', 'inventory', { inventories: [GOOD.inventory] }],
  ['others beside', 'tickets', { source: 'helpdesk', meta: { page: 1 }, tickets: [GOOD.tickets] }],
  ['others beside records', 'orders', { source: 'oms', batch_id: 7, meta: { page: 1 }, records: [order] }],
  ['a text beside under the name of an envelope', 'orders', { data: 'of today', records: [order] }],
  ['one record that holds lists', 'orders', { ...order, items: [{ sku: 'A' }], data: [1], records: [] }],
  ['one record that holds others', 'orders', { ...order, currency_rate: 1, customer: { name: 'A' } }],
  ['one record with other names', 'orders', { orderId: 1, sellerId: 'S-1', orderDate: '2026-10-05' }],
  ['one record of a seller', 'sellers', GOOD.sellers],
]
for (const [title, feed, body] of stored)
  t.test(`${title}: one record is stored`, async (t) => {
    t.match(await post(feed, body), { status: 200, body: { received: 1, created: 1, rejected: 0 } })
  })

/** The names that people give to a list of records of a feed, beside those that all take. */
const NAMES: Partial<Record<keyof typeof GOOD, string[]>> = {
  orders: ['orders', 'order'],
  forecasts: ['forecasts', 'forecast'],
  'campaign-actuals': ['campaign-actuals', 'campaign_actuals', 'campaign-actual', 'campaign_actual'],
  tickets: ['tickets', 'ticket'],
  payments: ['payments', 'payment'],
  inventory: ['inventory'],
  revenue: ['revenue'],
}
for (const [feed, names] of Object.entries(NAMES))
  t.test(`${feed} are the same alone, in an array, and under each name of a list`, async (t) => {
    const good = GOOD[feed as keyof typeof GOOD]
    const named = ['records', 'data', 'items', ...names].map((name) => ({ [name]: [good] }))
    for (const [n, body] of [good, [good], ...named].entries()) {
      const counts = { received: 1, rejected: 0, created: n === 0 ? 1 : 0, unchanged: n === 0 ? 0 : 1 }
      t.match(await post(feed, body), { status: 200, body: counts }, Object.keys(body).join())
    }
  })

t.test('JSON may say its encoding, and nothing of itself', async (t) => {
  for (const headers of [{ 'content-type': 'application/json; charset=utf-8' }, undefined]) {
    const { body } = await call('system', 'POST', '/api/sync/orders', JSON.stringify(order), headers)
    t.match(body, { success: true, received: 1, rejected: 0 })
  }
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
  ['no body', undefined, /records|body/],
  ['records that are no list', { records: {} }, /^records must be an array of records\.$/],
  ['one record under records', { records: order }, /^records must be an array of records\.$/],
  ['a list of texts', { records: ['O-1'] }, /Nothing could be read as a record/],
  [
    'two lists',
    { records: [], items: [] },
    /^records and items are both lists of records: send one of them\.$/,
  ],
  ['two lists under the name of the feed', { orders: [], order: [] }, /^orders and order are both lists/],
  ['two lists of one record', { records: [order], data: [order] }, /^records and data are both lists/],
  [
    'the feed and items',
    { orders: [order], items: [] },
    /^(orders and items|items and orders) are both lists/,
  ],
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

t.test('what a mapping reads nothing of is no record, though it says all that a record needs', async (t) => {
  const fixed = { seller_code: { value: 'S-1' }, period: { value: '2026-10' } }
  const fields = { ...fixed, amount: { path: 'total', default: 0 } }
  await call('system', 'POST', '/api/sync/mappings', { name: 'mine', feed: 'revenue', fields })
  const amount = async (body: object) => {
    t.match(await post('revenue?mapping=mine', body), { status: 200, body: { received: 1, rejected: 0 } })
    return (await rows('select amount from revenues'))[0]?.amount
  }
  t.equal(await amount({ records: [{ total: 5 }] }), 5)
  t.equal(await amount({ total: 6, records: [{ total: 7 }] }), 6, 'a record that holds a list')
  t.match(await post('revenue?mapping=mine', { sum: 5 }), {
    status: 400,
    body: { error: /^records is required.*\(seller_code, period, amount is missing here\)/ },
  })
})
