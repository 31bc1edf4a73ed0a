import t from 'tap'
import {
  asked,
  betterFeed,
  doubledOf,
  type Feed,
  fieldOf,
  missingOf,
  proposed,
  recordMaker,
} from '../../../../console/logic/feeds/feed-columns.ts'

type Field = Feed['fields'][number]

const field = (name: string, type: Field['type'], required: boolean, other_names: string[] = []) =>
  ({ name, type, required, other_names, nullable: !required }) as Field

const orders = {
  feed: 'orders',
  title: 'Orders',
  description: '',
  key: ['seller_code', 'order_code'],
  fields: [
    field('order_code', 'text', true, ['order_id']),
    field('seller_code', 'text', true, ['seller_id']),
    field('ordered_at', 'timestamp', true),
    field('units', 'integer', false, ['qty']),
    field('deleted', 'boolean', false),
  ],
} as Feed
const sellers = {
  feed: 'sellers',
  title: 'Sellers',
  description: '',
  key: ['seller_code'],
  fields: [
    field('seller_code', 'text', true, ['seller_id']),
    field('company_name', 'text', false, ['name']),
    field('metadata', 'object', false),
  ],
} as Feed

const HEADER = ['Order ID', 'sellerCode', 'ordered_at', 'qty', 'Comment']

t.test('columns are taken for fields as the service takes them', async (t) => {
  t.equal(fieldOf(orders, 'ORDER-CODE'), 'order_code')
  t.equal(fieldOf(orders, 'Comment'), '')
  t.same(proposed(orders, HEADER), ['order_code', 'seller_code', 'ordered_at', 'units', ''])
  t.same(proposed(orders, ['order_id', 'order_code']), ['order_code', ''], 'each field once')
})

t.test('what is missing or doubled is told', async (t) => {
  t.same(missingOf(orders, ['order_code', 'seller_code', '']), ['ordered_at'])
  t.same(missingOf(orders, ['order_code', 'seller_code', 'deleted']), [], 'a deletion needs its key alone')
  t.same(doubledOf(['units', '', '', 'units']), ['units'])
})

t.test('a file of another feed is recognised', async (t) => {
  t.equal(betterFeed([orders, sellers], sellers, HEADER)?.feed, 'orders', 'it has all that a seller needs')
  t.equal(betterFeed([orders, sellers], orders, ['seller_code', 'company_name'])?.feed, 'sellers')
  t.equal(betterFeed([orders, sellers], orders, HEADER), undefined)
  t.equal(betterFeed([orders, sellers], orders, ['a', 'b', 'c', 'd']), undefined)
  const foreign = ['Nr', 'seller_code', 'ordered_at']
  t.equal(betterFeed([orders, sellers], orders, foreign), undefined, 'its key only has another name')
})

t.test('a record has names that say as much as the column did', async (t) => {
  const make = recordMaker(orders, ['seller_id', 'No', 'qty'], ['seller_code', 'order_code', 'units'])
  t.same(make({ line: 2, cells: ['7', ' X-1 ', '3'] }), { seller_id: '7', order_code: 'X-1', qty: 3 })
  t.same(make({ line: 2, cells: ['007', '', '3,5'] }), { seller_id: '007', qty: '3,5' }, 'nothing is guessed')
})

t.test('objects of NDJSON keep what they have, and lose what is not sent', async (t) => {
  const make = recordMaker(orders, ['no', 'note'], ['order_code', ''])
  t.same(make({ line: 1, cells: { no: 'X', note: 'y', units: 2 } }), { order_code: 'X', units: 2 })
  const object = recordMaker(sellers, ['metadata'], ['metadata'])
  t.same(object({ line: 2, cells: ['{"a":1}'] }), { metadata: { a: 1 } })
})

t.test('of columns that nobody knows the service is asked under their own names', async (t) => {
  const columns = ['order_id', 'redy_at', 'qty', 'error', '']
  t.same(asked(orders, columns, ['order_code', '', '', '', '']), ['order_code', 'redy_at', '', '', ''])
  const make = recordMaker(orders, columns, asked(orders, columns, ['order_code', '', '', '', '']))
  t.same(make({ line: 2, cells: ['X', 'y', '3', '', ''] }), { order_id: 'X', redy_at: 'y' })
})
