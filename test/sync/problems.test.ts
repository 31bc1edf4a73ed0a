import t from 'tap'
import { syncApp } from './sync-app.ts'

const { call, app, pushTable } = await syncApp(t)
const { seller_code } = await app.db.one<{ seller_code: string }>('select seller_code from sellers limit 1')
const order = { order_code: 'O-1', seller_code, ordered_at: '2026-03-01T00:00:00Z' }
const push = async (feed: string, ...records: object[]) =>
  (await call('system', 'POST', `/api/sync/${feed}`, { records })).body
const good = { ...order, order_code: 'O-GOOD' }

t.test('all that is wrong with a record is said, field by field', async (t) => {
  const { rejected, errors } = await push('orders', good, {
    ...order,
    units: -3,
    ready_by: 'tomorrow',
    cancel_fault: 'nobody at all',
  })
  t.equal(rejected, 1)
  t.same(
    errors.map(({ index, key, field, value }: Record<string, unknown>) => [index, key, field, value]),
    [
      [1, `${seller_code}/O-1`, 'units', -3],
      [1, `${seller_code}/O-1`, 'ready_by', 'tomorrow'],
      [1, `${seller_code}/O-1`, 'cancel_fault', 'nobody at all'],
    ],
  )
  t.same(errors[0].error, 'units must be at least 0')
})

t.test('a field that is missing has no value, one under another name its value', async (t) => {
  const { errors } = await push('orders', good, { order_number: 'O-2', seller_code, quantity: 'many' })
  t.match(errors, [
    { field: 'ordered_at', value: null, error: 'ordered_at is required' },
    { field: 'units', value: 'many' },
  ])
  t.equal(errors.length, 2)
})

t.test('what names nothing is said beside what is wrong in itself', async (t) => {
  const { errors } = await push('orders', good, { ...order, seller_code: 'S-NOBODY', units: 'many' })
  t.match(errors, [
    { field: 'seller_code', value: 'S-NOBODY', error: 'seller_code "S-NOBODY" names no seller' },
    { field: 'units', value: 'many' },
  ])
  t.equal(errors.length, 2)
  const { errors: more } = await push('orders', good, {
    order_code: 'O-3',
    ordered_at: order.ordered_at,
    seller_id: 999_999,
    warehouse_code: 'WH-NONE',
    units: -1,
  })
  t.same(more.map(({ field, value }: Record<string, unknown>) => [field, value]).sort(), [
    ['seller_code', 999_999],
    ['units', -1],
    ['warehouse_id', 'WH-NONE'],
  ])
})

t.test('a cell that can not be stored is said with its field', async (t) => {
  const table = `order_code,seller_code,ordered_at\nO\0,${seller_code},2026-03-01\nO-2,${seller_code}`
  t.match((await pushTable('orders', table)).body.errors, [
    { index: 0, field: 'order_code', error: /^order_code holds a NUL/ },
    { index: 1, field: null, error: /^the line has 2 cells/ },
  ])
})

t.test('what is no record has no field', async (t) => {
  const { errors } = await push('orders', good, [] as object)
  t.match(errors, [{ index: 1, key: null, field: null, value: null, error: 'the record must be an object' }])
})

t.test('a record that takes one back lacks its key alone', async (t) => {
  const { errors } = await push('orders', good, { deleted: true, units: -3, seller_code })
  t.same(errors, [
    { index: 1, key: seller_code, field: 'order_code', value: null, error: 'order_code is required' },
  ])
})

t.test('a dry run says the same, and the list of rejections the first', async (t) => {
  const bad = { ...order, order_code: 'O-LISTED', units: -3, ready_by: 'tomorrow' }
  const dry = (await call('system', 'POST', '/api/sync/orders?dry_run=true', { records: [good, bad] })).body
  const { errors, push_id } = await push('orders', good, bad)
  t.same(dry.errors, errors)
  t.equal(errors.length, 2)
  const listed = (await call('viewer', 'GET', `/api/sync/rejections?push_id=${push_id}`)).body.data
  t.match(listed, [{ error: errors[0].error }])
  t.equal(listed.length, 1)
})

t.test('a long value is told by its beginning', async (t) => {
  const { errors } = await push('orders', good, { ...order, units: 'x'.repeat(5_000) })
  t.equal(errors[0].value.length, 301)
})
