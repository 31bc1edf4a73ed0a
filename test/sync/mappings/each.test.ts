import t from 'tap'
import { syncApp } from '../sync-app.ts'

// Lists in the records of another system: one of them chosen, or a record made of each.

const { call, makeMapping, push, rows } = await syncApp(t)

const FIELDS = {
  ...{ order_code: 'no', seller_code: 'items.0.vendor', ordered_at: 'at' },
  ...{ units: { path: 'items.*.now|was', sum: true }, ready_at: 'parcels[state=sent].at' },
}
const EACH = ['items.*.vendor', 'parcels.*.items.*.vendor']
const map = (more = {}) => makeMapping({ name: 'mine', feed: 'orders', fields: FIELDS, ...more })
const send = (...records: object[]) => push('orders', records, '?mapping=mine')
const item = (vendor: string | null, was: number, now?: number) => ({ vendor, was, now })
const order = (no: string, items: object[], parcels: object[] = []) => ({
  no,
  at: '2026-10-05',
  items,
  parcels,
})
const stored = () =>
  rows(`select seller_code, order_code, units, ready_at from orders join sellers s on s.id = seller_id
    order by order_code, seller_code`)

t.test('a record is made of each vendor, with its own units and parcels', async (t) => {
  await map({ each: EACH })
  const { body } = await send(
    order(
      '1',
      [item('S-1', 1), item('S-2', 9), item('S-1', 2)],
      [
        { state: 'sent', at: '2026-10-06T09:00:00Z', items: [item('S-1', 3)] },
        { state: 'sent', at: '2026-10-22T09:00:00Z', items: [item('S-2', 9)] },
      ],
    ),
    order('2', [item('S-2', 5)], [{ state: 'sent', at: '2026-10-07T09:00:00Z' }]),
  )
  t.match(body, { received: 3, created: 3, repeated: 0, rejected: 0 })
  t.notOk(body.warnings)
  t.same(await stored(), [
    { seller_code: 'S-1', order_code: '1', units: 3, ready_at: '2026-10-06T09:00:00.000Z' },
    { seller_code: 'S-2', order_code: '1', units: 9, ready_at: '2026-10-22T09:00:00.000Z' },
    { seller_code: 'S-2', order_code: '2', units: 5, ready_at: '2026-10-07T09:00:00.000Z' },
  ])
})

t.test('vendors whose codes differ in what nobody sees are one', async (t) => {
  await map({ each: EACH })
  const { body } = await send(
    order('1', [item('S-1', 1), item('S\u20111', 2), item('S-1\u200b', 4), item('S-2', 9)]),
  )
  t.match(body, { received: 2, created: 2, rejected: 0 })
  t.match(await stored(), [
    { seller_code: 'S-1', units: 7 },
    { seller_code: 'S-2', units: 9 },
  ])
})

t.test('a parcel that names no lines is of every vendor', async (t) => {
  await map({ each: EACH })
  await send(
    order('1', [item('S-1', 1), item('S-2', 1)], [{ state: 'sent', at: '2026-10-06T09:00:00Z', items: [] }]),
  )
  t.match(await stored(), [
    { seller_code: 'S-1', ready_at: '2026-10-06T09:00:00.000Z' },
    { seller_code: 'S-2', ready_at: '2026-10-06T09:00:00.000Z' },
  ])
})

t.test('a line without a vendor is a record without a seller, rejected as it was read', async (t) => {
  await map({ each: EACH })
  const { body } = await send(order('1', [item('S-1', 1), item(null, 4)]))
  t.match(body, {
    received: 2,
    created: 1,
    rejected: 1,
    errors: [{ index: 0, error: 'seller_code is required' }],
  })
  t.match(await rows('select record from sync_rejections'), [{ record: { items: [{ was: 4 }] } }])
})

t.test('a dry run shows an error with the record that it is about', async (t) => {
  await map({ each: EACH })
  const sent = [order('1', [item('S-1', 1), item('NOPE', 4)]), order('2', [item(null, 1), item('S-2', 1)])]
  const { body } = await push('orders', sent, '?mapping=mine&dry_run=true')
  t.match(body, { received: 4, rejected: 2 })
  t.match(body.records, [
    { index: 0, record: { seller_code: 'S-1' }, error: null },
    { index: 0, record: { seller_code: 'NOPE' }, error: 'seller_code "NOPE" names no seller' },
    { index: 1, error: 'seller_code is required' },
    { index: 1, record: { seller_code: 'S-2' }, error: null },
  ])
})

t.test('each of the records is left out or taken back with the others', async (t) => {
  await map({ each: EACH, only: [{ field: 'test', not_in: [true] }] })
  const both = order('1', [item('S-1', 1), item('S-2', 1)])
  await send(both)
  t.match((await send({ ...both, test: true })).body, { received: 2, deleted: 2 })
  t.same(await stored(), [])
})

t.test('without each, a record that has several vendors is said', async (t) => {
  await map()
  const { body } = await send(
    order('1', [item('S-1', 1), item('S-2', 9)]),
    order('2', [item('S-1', 1), item('S-1', 9)]),
    order('3', [item('S-2', 1), item('S-1', 9)]),
  )
  t.match(body, { created: 3 })
  t.same(body.warnings, [
    '2 records have several values at items.*.vendor, and the mapping mine reads only items.0.vendor: choose one as in list[key=text], or make a record of each with "each"',
  ])
})

t.test('a record of more vendors than any order has is rejected', async (t) => {
  await map({ each: EACH })
  const { body } = await send(
    order(
      '1',
      Array.from({ length: 101 }, (_, i) => item(`V-${i}`, 1)),
    ),
  )
  t.match(body, { rejected: 1, errors: [{ error: /^the record has 101 values at items\.\*\.vendor/ }] })
})

t.test('a copy that reads the seller elsewhere makes one order of all lines', async (t) => {
  const copy = (name: string, fields: object) => makeMapping({ name, preset: 'shopify-orders', fields })
  await copy('market', {})
  await copy('shop', { seller_id: { value: 'S-1' } }).then(({ status }) => t.equal(status, 400, 'both names'))
  await copy('shop', { seller_code: { value: 'S-1' } })
  const read = async (name: string) => (await call('viewer', 'GET', `/api/sync/mappings/${name}`)).body.each
  t.equal((await read('market')).length, 2)
  t.same(await read('shop'), [])
  const body = {
    name: '#1',
    created_at: '2026-10-05T10:00:00Z',
    line_items: [
      { vendor: 'Nike', quantity: 2 },
      { vendor: 'Puma', quantity: 3 },
    ],
  }
  t.match((await push('orders', [body], '?mapping=shop')).body, { received: 1, created: 1 })
  t.match(await stored(), [{ seller_code: 'S-1', units: 5 }])
})
