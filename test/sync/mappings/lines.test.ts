import t from 'tap'
import { linesOf, syncApp } from '../sync-app.ts'

// Tables that have several lines of one record.

const { makeMapping, push, pushLines, pushTable, rows } = await syncApp(t)

const FIELDS = {
  ...{ order_code: 'Name', seller_code: 'Vendor', ordered_at: 'Created at', units: 'Lineitem quantity' },
  ...{ cancelled_at: 'Cancelled at', cancel_fault: { path: 'Cancelled at', values: { '*': 'seller' } } },
}
const map = (more: object = { lines: { units: 'sum' } }) =>
  makeMapping({ name: 'mine', feed: 'orders', fields: FIELDS, ...more })
const HEAD = 'Name,Cancelled at,Created at,Lineitem quantity,Vendor'
const send = (lines: string[], query = '') =>
  pushTable('orders', [HEAD, ...lines].join('\n'), `?mapping=mine${query}`)
const line = (name: string, units: string | number, cancelled = '', vendor = 'S-1') =>
  `${name},${cancelled},2026-10-05 10:00:00 -0400,${units},${vendor}`
const GONE = '2026-10-06 10:00:00 -0400'
const stored = () => rows('select order_code, seller_id, units, cancelled_at from orders order by 1, 2')

t.test('lines of one order are added up, and count as one that is new', async (t) => {
  await map()
  const { body } = await send([line('#1', 2), line('#1', 3), line('#1', 1), line('#2', 5)])
  t.match(body, { received: 4, created: 2, repeated: 2, unchanged: 0, rejected: 0 })
  t.notOk(body.warnings)
  t.match(await stored(), [{ units: 6 }, { units: 5 }])
  t.match((await send([line('#1', 2), line('#1', 3), line('#1', 1)])).body, {
    created: 0,
    updated: 0,
    unchanged: 1,
    repeated: 2,
  })
})

t.test('a blank cell of a later line erases nothing', async (t) => {
  await map()
  t.match((await send([line('#1', 2, GONE), line('#1', 1)])).body, { created: 1, repeated: 1 })
  t.match(await stored(), [{ units: 3, cancelled_at: '2026-10-06T14:00:00.000Z' }])
  t.match(await rows('select cancel_fault from orders'), [{ cancel_fault: 'seller' }])
})

t.test('lines whose codes differ in what nobody sees are of one order', async (t) => {
  await map()
  t.match((await send([line('LK-1', 2), line('LK\u20111', 3), line('"LK-1\u00a0"', 1)])).body, {
    created: 1,
    repeated: 2,
  })
  t.match(await stored(), [{ order_code: 'LK-1', units: 6 }])
})

t.test('a line without a part of the key is of the line before', async (t) => {
  await map()
  await send([line('#1', 2), line('#1', 3, '', ''), line('#2', 1, '', 'S-2'), line('#2', 1, '', '')])
  t.match(await stored(), [
    { order_code: '#1', seller_id: 1, units: 5 },
    { order_code: '#2', seller_id: 2, units: 2 },
  ])
  t.match((await send([line('#3', 1, '', ''), line('', 1)])).body, { rejected: 2, created: 0 })
})

t.test('lines of several sellers are an order of each', async (t) => {
  await map()
  await send([line('#1', 2), line('#1', 3, '', 'S-2'), line('#1', 1)])
  t.match(await stored(), [
    { seller_id: 1, units: 3 },
    { seller_id: 2, units: 3 },
  ])
})

t.test('a line that is bad rejects all of its order, and says which line it is', async (t) => {
  await map()
  const { body } = await send([
    line('#1', 2),
    '#1,,2026-10-05,S-1',
    line('#2', 'two'),
    line('#2', 1),
    line('#3', 1),
  ])
  t.match(body, {
    success: true,
    received: 5,
    created: 1,
    repeated: 2,
    rejected: 2,
    errors: [
      { index: 1, line: 3, error: 'the line has 4 cells, and the first line 5' },
      { line: 4, error: /^units must be a whole number/ },
    ],
  })
  t.match(await stored(), [{ order_code: '#3' }])
  t.match((await send([line('#2', 'two'), line('#2', 1)])).body, { success: false, rejected: 1, repeated: 1 })
})

t.test('conditions are asked of the order, not of each of its lines', async (t) => {
  await map({ lines: { units: 'sum' }, only: [{ field: 'Cancelled at', set: true }] })
  t.match((await send([line('#1', 2, GONE), line('#1', 1), line('#2', 1), line('#2', 1)])).body, {
    received: 4,
    created: 1,
    left_out: 1,
    repeated: 2,
  })
})

t.test('JSON and NDJSON are joined in the same way, and a dry run shows the sum', async (t) => {
  await map()
  const one = { Name: '#1', Vendor: 'S-1', 'Created at': '2026-10-05', 'Lineitem quantity': 2 }
  const records = [one, { ...one, 'Lineitem quantity': '3' }]
  t.match((await push('orders', records, '?mapping=mine&dry_run=true')).body, {
    received: 2,
    repeated: 1,
    records: [{ record: { units: 5 }, error: null }],
  })
  t.match((await push('orders', records, '?mapping=mine')).body, { received: 2, created: 1, repeated: 1 })
  t.match((await pushLines('orders', linesOf(records), '?mapping=mine')).body, { unchanged: 1, repeated: 1 })
  t.match(await stored(), [{ units: 5 }])
})

t.test('lines that the chunks of a stream part are one order all the same', async (t) => {
  await map()
  const many = Array.from({ length: 9_000 }, (_, i) =>
    line(`#${String(Math.floor(i / 7)).padStart(5, '0')}`, 1),
  )
  const { body } = await send(many)
  const orders = Math.ceil(9_000 / 7)
  t.match(body, { received: 9_000, created: orders, repeated: 9_000 - orders, updated: 0, unchanged: 0 })
  t.same(await rows('select distinct units from orders order by 1'), [{ units: 5 }, { units: 7 }])
  t.match((await send(Array.from({ length: 5_000 }, () => line('#big', 1)))).body, {
    created: 1,
    repeated: 4_999,
  })
  t.match(await rows(`select units from orders where order_code = '#big'`), [{ units: 5_000 }])
})

t.test('lines of one order that stand chunks apart answer 400, and nothing is stored', async (t) => {
  await map()
  const many = Array.from({ length: 4_500 }, (_, i) => line(`#${i}`, 1))
  t.match(await send([...many, line('#7', 1)]), {
    status: 400,
    body: {
      error:
        /^Nothing was stored, because the lines of S-1\/#7 do not stand together; they come again on line 4502: sort/,
    },
  })
  t.same(await stored(), [])
})

t.test('lines of large amounts are added up to the cent', async (t) => {
  const fields = { seller_code: 'Vendor', period: 'Month', amount: 'Total' }
  await makeMapping({ name: 'mine', feed: 'revenue', fields, lines: { amount: 'sum' } })
  const table = 'Vendor,Month,Total\nS-1,2026-10,2171710686.52\nS-1,2026-10,10389246448.53\n'
  t.match((await pushTable('revenue', table, '?mapping=mine')).body, { created: 1, errors: [] })
  t.match(await rows('select amount from revenues'), [{ amount: 12560957135.05 }])
})

t.test('large amounts are added up and taken off to the cent', async (t) => {
  const fields = {
    ...{ invoice_code: 'no', seller_code: { value: 'S-1' }, issued_on: 'on', due_on: 'on' },
    amount: { path: 'parts.*.n', sum: true },
    paid_amount: { path: 'all', minus: 'open' },
  }
  await makeMapping({ name: 'mine', feed: 'payments', fields })
  const send = async (...records: object[]) => (await push('payments', records, '?mapping=mine')).body
  const of = (no: string, parts: unknown[], all: unknown = 0, open: unknown = 0) => ({
    ...{ no, on: '2026-09-01', parts: parts.map((n) => ({ n })), all, open },
  })
  const many = Array.from({ length: 150 }, () => 6_666_666_666.61)
  t.match(
    await send(
      of('I-1', [2171710686.52, '10389246448.53', null, ' ']),
      of('I-2', many, 12345678901.23, '0.11'),
      of('I-3', [12345678901.23], 999999999999.99, 999999999999.88),
    ),
    { created: 3, errors: [] },
  )
  t.same(await rows('select amount, paid_amount from invoices order by invoice_code'), [
    { amount: 12560957135.05, paid_amount: 0 },
    { amount: 999999999991.5, paid_amount: 12345678901.12 },
    { amount: 12345678901.23, paid_amount: 0.11 },
  ])
  const odd = ['0x10', true, '1e3', '0b11', '+5', '1,5']
  const { errors } = await send(...odd.map((n, i) => of(`I-${i}`, [1, n])))
  t.match(
    errors,
    odd.map((value, index) => ({
      index,
      field: 'amount',
      value,
      error: /^amount must be .*parts\.\*\.n can't be read/,
    })),
  )
})
