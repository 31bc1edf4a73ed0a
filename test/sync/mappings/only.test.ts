import t from 'tap'
import { linesOf, syncApp } from '../sync-app.ts'

// Which records of another system are facts.

const { call, makeMapping, push, pushLines, pushTable, rows } = await syncApp(t)

const FIELDS = { order_code: 'no', seller_code: 'of', ordered_at: 'at', observed_at: 'seen', units: 'n' }
const map = (only: object[], more = {}) =>
  makeMapping({ name: 'mine', feed: 'orders', fields: FIELDS, only, ...more })
const order = (no: string, more = {}) => ({ no, of: 'S-1', at: '2026-10-05', n: 2, ...more })
const send = (...records: object[]) => push('orders', records, '?mapping=mine')

const conditions: [string, object, object, object, string][] = [
  ['is', { field: 'type', is: 'sale' }, { type: 'Sale' }, { type: 'bill' }, 'type is not sale'],
  ['is, where there is no value', { field: 'type', is: 'sale' }, { type: 'sale' }, {}, 'type is not given'],
  ['in', { field: 'state', in: ['paid', 'open'] }, { state: 'PAID' }, { state: 'draft' }, 'state is draft'],
  ['in, without a value', { field: 'state', in: ['paid'] }, { state: 'paid' }, {}, 'state is not given'],
  ['not_in', { field: 'state', not_in: ['trash', 'failed'] }, {}, { state: 'trash' }, 'state is trash'],
  ['not_in a boolean', { field: 'test', not_in: [true] }, { test: false }, { test: true }, 'test is true'],
  ['not_in with a number', { field: 'sum', not_in: [0] }, { sum: 5 }, { sum: 0 }, 'sum is 0'],
  ['not_in a list', { field: 'tags', not_in: ['b'] }, { tags: ['a'] }, { tags: ['a', 'b'] }, 'tags is b'],
  ['set', { field: 'paid.at', set: true }, { paid: { at: 'x' } }, { paid: { at: '' } }, 'paid.at is not set'],
  ['set false', { field: 'child', set: false }, { child: null }, { child: 4 }, 'child is set'],
]
for (const [title, condition, fact, none, why] of conditions)
  t.test(`with ${title}, a record that is no fact is left out and said`, async (t) => {
    t.equal((await map([condition])).status, 200)
    const { status, body } = await send(order('1', fact), order('2', none))
    t.match({ status, ...body }, { status: 200, created: 1, left_out: 1, rejected: 0, errors: [] })
    t.same(body.warnings, [`left_out: 1 (${why}: 1)`])
    t.same(await rows('select order_code from orders'), [{ order_code: '1' }])
  })

t.test('all conditions must hold, and the first that does not is the reason', async (t) => {
  await map([
    { field: 'type', is: 'sale' },
    { field: 'state', in: ['paid'] },
  ])
  const { body } = await send(
    order('1', { type: 'sale', state: 'paid' }),
    order('2', { type: 'bill', state: 'draft' }),
    order('3', { type: 'sale', state: 'draft' }),
    order('4', { type: 'sale', state: 'draft' }),
  )
  t.match(body, { created: 1, left_out: 3 })
  t.same(body.warnings, ['left_out: 3 (state is draft: 2; type is not sale: 1)'])
})

t.test('a record that is no fact any more takes back what was stored, until it is one again', async (t) => {
  await map([{ field: 'state', not_in: ['trash'] }])
  t.match((await send(order('1'))).body, { created: 1 })
  const { body } = await send(order('1', { state: 'trash' }), order('2', { state: 'trash' }))
  t.match(body, { deleted: 1, left_out: 1, unchanged: 0 })
  t.same(body.warnings, [
    'left_out: 1 (state is trash: 1)',
    'deleted, because they are no facts any more: 1 (state is trash: 1)',
  ])
  t.same(await rows('select * from orders'), [])
  t.match(await rows(`select before from audit_log where action = 'sync.orders.deleted'`), [
    { before: { order_code: '1' } },
  ])
  t.match((await send(order('1', { state: 'trash' }))).body, { deleted: 0, left_out: 1 })
  t.match((await send(order('1'))).body, { created: 1 })
})

t.test('what was observed before is not taken back, and does not come back', async (t) => {
  await map([{ field: 'state', not_in: ['trash'] }])
  const at = (hour: number) => ({ seen: `2026-10-06T${hour}:00:00Z` })
  await send(order('1', at(12)))
  t.match((await send(order('1', { state: 'trash', ...at(11) }))).body, { deleted: 0, left_out: 1 })
  t.match((await send(order('1', { state: 'trash', ...at(13) }))).body, { deleted: 1, left_out: 0 })
  t.match((await send(order('1', at(12)))).body, { created: 0, unchanged: 1 })
  t.match((await send(order('1', at(14)))).body, { created: 1 })
})

t.test('within one push the last of a key decides, whether it is a fact or none', async (t) => {
  await map([{ field: 'state', not_in: ['draft', 'trash'] }])
  const { body } = await send(
    order('1', { state: 'draft' }),
    order('1', { state: 'open' }),
    order('2', { state: 'open' }),
    order('2', { state: 'trash' }),
  )
  t.match(body, { received: 4, created: 1, unchanged: 1, left_out: 2, repeated: 0 })
  t.same(await rows('select order_code from orders'), [{ order_code: '1' }])
})

t.test('one that fails a lasting condition was never a fact, and takes nothing back', async (t) => {
  await map([{ field: 'type', is: 'sale', lasting: true }])
  await send(order('1', { type: 'sale' }))
  t.match((await send(order('1', { type: 'bill' }))).body, { deleted: 0, left_out: 1 })
  t.equal((await rows('select * from orders')).length, 1)
})

t.test('a record without the field takes nothing back, a table without the column is a 400', async (t) => {
  await map([{ field: 'state', is: 'ok' }])
  t.match((await send(order('1', { state: 'ok' }))).body, { created: 1 })
  const { body } = await send(order('1', { State: 'ok' }))
  t.match(body, { left_out: 1, deleted: 0, warnings: ['left_out: 1 (state is not given: 1)'] })
  t.match(await pushTable('orders', 'no,of,at,State\n1,S-1,2026-10-05,ok', '?mapping=mine'), {
    ...{ status: 400, body: { error: /has no column for state/ } },
  })
  t.match(await rows('select order_code from orders'), [{ order_code: '1' }])
})

t.test('a field of a condition that no record has is said where one looks like it', async (t) => {
  await map([{ field: 'stauts', not_in: ['draft'] }])
  t.match((await send(order('1', { status: 'draft' }))).body.warnings, [
    /^status is not read by the mapping mine .*did you mean stauts\?/,
  ])
})

t.test('what is left out is never rejected, whatever else is wrong with it', async (t) => {
  await map([{ field: 'state', is: 'open' }])
  const { body } = await send(
    order('1', { of: 'S-404' }),
    order('2', { at: 'soon' }),
    { no: null },
    order('3', { seen: 'soon' }),
    order('4', { state: 'open', of: 'S-404' }),
  )
  t.match(body, { left_out: 4, rejected: 1, errors: [{ index: 4 }] })
  t.same(await rows('select position from sync_rejections'), [{ position: 4 }])
})

t.test('a seller that is left out is not deleted', async (t) => {
  await makeMapping({
    name: 'mine',
    feed: 'sellers',
    fields: { seller_code: 'code', company_name: 'name' },
    only: [{ field: 'role', is: 'vendor' }],
  })
  const { body } = await push('sellers', [{ code: 'S-1', name: 'First', role: 'customer' }], '?mapping=mine')
  t.match(body, { left_out: 1, deleted: 0, rejected: 0 })
  t.equal((await rows('select * from sellers')).length, 2)
})

t.test('streams, atomic pushes, tables and dry runs leave out the same', async (t) => {
  await map([{ field: 'state', not_in: ['trash'] }])
  const lines = linesOf([order('1', { state: 'trash' }), order('2')])
  t.match((await push('orders', [order('1', { state: 'trash' })], '?mapping=mine&dry_run=true')).body, {
    left_out: 1,
    records: [{ record: { deleted: true, order_code: '1' }, error: null, left_out: 'state is trash' }],
  })
  t.match((await pushLines('orders', lines, '?mapping=mine')).body, { left_out: 1, created: 1 })
  t.match((await pushLines('orders', lines, '?mapping=mine&atomic=true')).body, { left_out: 1, unchanged: 1 })
  const table = 'no,of,at,n,state\n1,S-1,2026-10-05,2,trash\n2,S-1,2026-10-05,2,\n'
  t.match((await pushTable('orders', table, '?mapping=mine')).body, { left_out: 1, unchanged: 1 })
})

t.test('the status counts what is left out, and a push of nothing else is a success', async (t) => {
  await map([{ field: 'state', is: 'open' }])
  t.match((await send(order('1'), order('2'))).body, { success: true, left_out: 2, created: 0 })
  t.match((await call('viewer', 'GET', '/api/sync/status')).body.data[0], { received: 2, left_out: 2 })
})

t.test('reasons without end are said in short', async (t) => {
  await map([{ field: 'state', in: ['open'] }])
  const many = Array.from({ length: 60 }, (_, i) => order(String(i), { state: `s${i}` }))
  const { body } = await send(...many)
  t.equal(body.left_out, 60)
  t.match(body.warnings, [/^left_out: 60 \(other reasons: 10; state is s0: 1; .*; 41 more reasons\)$/])
})

t.test('a copy of a preset keeps its conditions, or has its own', async (t) => {
  const copy = (name: string, more = {}) => makeMapping({ name, preset: 'xero-invoices', ...more })
  await copy('kept')
  await copy('own', { only: [] })
  const read = async (name: string) => (await call('viewer', 'GET', `/api/sync/mappings/${name}`)).body
  t.match((await read('kept')).only, [{ field: 'Type', is: 'ACCREC' }, { field: 'Status' }])
  t.same((await read('own')).only, [])
  t.equal((await call('system', 'PUT', '/api/sync/mappings/kept', { only: [] })).status, 200)
  t.same((await read('kept')).only, [])
})
