import t from 'tap'
import { syncApp } from '../sync-app.ts'

const { call, makeMapping, push, pushLines, pushTable, rows } = await syncApp(t)

const URL = '/api/sync/mappings'
const FIELDS = { order_code: 'no', seller_code: { value: 'S-1' }, ordered_at: 'at', cancel_fault: 'why' }
const mapping = { name: 'mine', feed: 'orders', fields: FIELDS }
const create = (change = {}) => makeMapping({ ...mapping, ...change })

t.test('a mapping is created, read, listed, changed and deleted, each with its audit row', async (t) => {
  const { status, body } = await create({ description: 'Ours' })
  t.equal(status, 200)
  const { id } = body
  const read = (await call('viewer', 'GET', `${URL}/mine`)).body
  t.match(read, { ...mapping, id, description: 'Ours', records: null })
  t.same((await call('viewer', 'GET', `${URL}/${id}`)).body, read)
  t.match((await call('viewer', 'GET', URL)).body, { data: [read], total: 1, page: 1, limit: 500 })

  t.equal((await call('system', 'PUT', `${URL}/mine`, { ...read, records: 'list' })).status, 200)
  t.equal((await call('system', 'PUT', `${URL}/${id}`, {})).status, 200)
  t.match((await call('viewer', 'GET', `${URL}/mine`)).body, { ...mapping, records: 'list' })
  t.equal((await call('system', 'PUT', `${URL}/mine`, { id: id + 1 })).status, 400)

  t.equal((await call('system', 'DELETE', `${URL}/mine`)).status, 200)
  t.equal((await call('viewer', 'GET', `${URL}/mine`)).status, 404)
  t.match(await rows(`select action, entity_id from audit_log order by id`), [
    { action: 'sync_mapping.created', entity_id: String(id) },
    { action: 'sync_mapping.updated' },
    { action: 'sync_mapping.deleted' },
  ])
  for (const method of ['PUT', 'DELETE'] as const)
    t.equal((await call('system', method, `${URL}/mine`, {})).status, 404)
})

/** A part of a sum or difference that is no number, its path, and what is said of the field. */
const unread: [unknown, string, object, string][] = [
  ['y', 'off', { off: 'y' }, 'a number'],
  ['1,5', 'off', { off: '1,5' }, 'a number with a decimal point and no commas, as 1234.50'],
  ['x', 'lines.*.gross', { lines: [{ gross: 5 }, { gross: 'x' }] }, 'a number'],
]
for (const [value, path, more, must] of unread)
  t.test(`${JSON.stringify(value)} at ${path} is refused by its path, with its value`, async (t) => {
    const fields = { invoice_code: 'no', seller_code: { value: 'S-1' }, issued_on: 'on' }
    const amounts = {
      mine: { path: 'lines.*.gross', sum: true, minus: 'off', values: { x: 0 } },
      net: { path: 'lines.0.gross', minus: 'off' },
    }
    for (const [name, amount] of Object.entries(amounts))
      await makeMapping({ name, feed: 'payments', fields: { ...fields, amount } })
    const record = { no: 'P', on: '2026-10-05', lines: [{ gross: 5 }], ...more }
    const error = `amount must be ${must}: what is at ${path} can't be read`
    for (const mapping of path === 'off' ? ['mine', 'net'] : ['mine']) {
      const { body } = await push('payments', [record], `?mapping=${mapping}`)
      t.match(body, { created: 0, rejected: 1 }, mapping)
      t.match(body.errors, [{ key: 'S-1/P', field: 'amount', value, error }], mapping)
    }
    t.same(await rows('select distinct error from sync_rejections'), [{ error }])
    t.match((await push('payments', [record], '?mapping=mine&dry_run=true')).body.records, [{ error }])
  })

const A_IS_B = { field: 'a', is: 'b' }
const refused: [string, object, RegExp][] = [
  ['a path of each without a list', { each: ['vendor'] }, /^each\[0\] must be a path with a \*/],
  ['one with a number in the path', { each: ['items.0.vendor'] }, /^each\[0\] must be a path with a \*/],
  ['one that begins with a *', { each: ['*.vendor'] }, /^each\[0\] must be a path with a \*/],
  ['lines of a date', { lines: { ordered_at: 'sum' } }, /^lines\.ordered_at is no number of orders/],
  ['lines of an unknown field', { lines: { colour: 'sum' } }, /^lines\.colour is no number of orders/],
  ['lines of another word than sum', { lines: { units: 'max' } }, /^lines\.units/],
  [
    'lines of a field that is not read by a path alone',
    { lines: { units: 'sum' }, fields: { ...FIELDS, units: { path: 'a.*.b', sum: true } } },
    /^lines\.units must be read in fields by a path alone/,
  ],
  ['lines of nothing', { lines: { units: 'sum' } }, /^lines\.units must be read in fields by a path alone/],
  ['no test', { only: [{ field: 'a' }] }, /^only\[0\] must have exactly one of is, in, not_in, set/],
  ['two tests', { only: [A_IS_B, { ...A_IS_B, set: true }] }, /^only\[1\] must have exactly one of/],
  ['an unknown test', { only: [{ field: 'a', like: 'b' }] }, /like/],
  ['an open choice', { only: [{ field: 'l[a=b', is: 'c' }] }, /^only\[0\]\.field must choose from a list/],
  ['no field', { only: [{ is: 'b' }] }, /^only\[0\]\.field is required/],
  ['an empty list', { only: [{ field: 'a', in: [] }] }, /^only\[0\]\.in/],
  ['an object', { only: [{ field: 'a', is: {} }] }, /^only\[0\]\.is must be a string or a number or true/],
  ['an unknown feed', { feed: 'gone' }, /^feed must be one of orders, forecasts/],
  ['no feed', { feed: undefined }, /^feed is required, or a preset to copy/],
  ['an unknown preset', { preset: 'amazon' }, /^preset must be one of shopify-orders/],
  ['a name of digits', { name: '17' }, /^name must hold at least one character that is not a digit/],
  ['the name presets', { name: 'presets' }, /^name must not be presets/],
]
/** What is wrong with fields that are laid over good ones. */
const wrong: [string, object, RegExp][] = [
  ['an unknown field', { colour: 'c' }, /^fields\.colour is not a field of orders; known are order_code/],
  ['a field twice', { order_id: 'id' }, /^fields\.order_code and fields\.order_id are names of one field/],
  ['a required field without a source', { ordered_at: undefined }, /^fields\.ordered_at is required/],
  ['both', { units: { path: 'a', value: 1 } }, /^fields\.units must have either a path or a value/],
  ['neither', { units: {} }, /^fields\.units must have either a path or a value/],
  ['neither a path nor an object', { units: 5 }, /^fields\.units must be a string or an object\.$/],
  ['a path of a number', { units: { path: 5 } }, /^fields\.units\.path must be a string\.$/],
  ['a sum of a text', { units: { path: 'a', sum: 'x' } }, /^fields\.units\.sum must be true or false\.$/],
  ['a constant list', { units: { value: [] } }, /^fields\.units\.value must be a string or a number or true/],
  ['an object', { units: { path: 'a', values: { b: {} } } }, /^fields\.units\.values\.b must be a string or/],
  ['no list', { units: { path: 'a', when: { path: 'b', is: '0' } } }, /^fields\.units\.when\.is must be an/],
  ['a number', { units: { path: 'a', when: { path: 'b', is: [0] } } }, /when\.is\[0\] must be a string\.$/],
  ['a sum without *', { units: { path: 'a', sum: true } }, /^fields\.units must have "sum": true with a \*/],
  ['a * without a sum', { units: 'a.*.b' }, /^fields\.units must have "sum": true with a \*/],
  ['an unknown time zone', { ready_at: { path: 'r', zone: 'Mars' } }, /^fields\.ready_at/],
  ...['l[state=x', 'l[a=b]x', 'l[0].x', 'a..b', '|', 'a|'].map((path): [string, object, RegExp] => [
    `the path ${path}`,
    { ready_at: path },
    /^fields\.ready_at must (choose from a list|have a name)/,
  ]),
  [
    'an open path',
    { ready_at: { path: 'r', when: { path: 'l[a=', is: ['b'] } } },
    /^fields\.ready_at must choose/,
  ],
]
for (const [title, change, error] of [
  ...refused,
  ...wrong.map(([title, fields, error]) => [title, { fields: { ...FIELDS, ...fields } }, error] as const),
])
  t.test(`a mapping with ${title} answers 400: ${JSON.stringify(change).slice(0, 100)}`, async (t) => {
    t.match(await create(change), { status: 400, body: { error } })
    t.same(await rows('select * from sync_mappings'), [])
  })

t.test('a change is checked as a whole, and a name is taken once', async (t) => {
  await create()
  t.equal((await create()).status, 409)
  await create({ name: 'other' })
  t.equal((await call('system', 'PUT', `${URL}/other`, { name: 'mine' })).status, 409)
  t.match(await call('system', 'PUT', `${URL}/other`, { feed: 'revenue' }), {
    status: 400,
    body: { error: /^fields\.order_code is not a field of revenue/ },
  })
})

const theirs = { no: 17, at: '2026-10-05', why: 'customer', order_code: 'not ours' }

t.test('records are read by the mapping as JSON, NDJSON and CSV', async (t) => {
  await create()
  t.match((await push('orders', [theirs], '?mapping=mine')).body, { created: 1 })
  t.match((await pushLines('orders', JSON.stringify(theirs), '?mapping=mine')).body, { unchanged: 1 })
  const table = 'no;at;why\n17;2026-10-05;customer'
  t.match((await pushTable('orders', table, '?mapping=mine&atomic=true')).body, { unchanged: 1 })
  t.match((await call('system', 'POST', '/api/sync/orders?mapping=mine', theirs)).body, { unchanged: 1 })
  t.match(await rows('select * from orders'), [{ order_code: '17', seller_id: 1, cancel_fault: 'customer' }])
})

t.test('a bad record is kept as it was sent, under the key that the mapping reads', async (t) => {
  await create()
  const { body } = await push('orders', [{ ...theirs, why: 'weather' }], '?mapping=mine')
  t.match(body.errors, [{ key: 'S-1/17', error: /^cancel_fault must be one of/ }])
  t.match((await call('viewer', 'GET', '/api/sync/rejections')).body.data, [
    { record: { no: 17, why: 'weather' } },
  ])
})

t.test('a mapping that does not exist, or is of another feed, answers 400', async (t) => {
  await create()
  t.match(await push('orders', [], '?mapping=gone'), {
    status: 400,
    body: { error: /^mapping gone does not exist/ },
  })
  t.match(await pushLines('tickets', '{}', '?mapping=mine'), {
    status: 400,
    body: { error: /^mapping mine is of orders/ },
  })
})

t.test('a dry run shows the first 20 records as they are read, and stores nothing', async (t) => {
  await create()
  const many = Array.from({ length: 30 }, (_, no) => ({ ...theirs, no }))
  const bad = [{ ...theirs, at: 'soon' }, { ...theirs, why: null }, 7]
  const { status, body } = await push('orders', [...bad, ...many, 8], '?mapping=mine&dry_run=true')
  t.equal(status, 200)
  t.match(body, { received: 34, created: 0, unchanged: 0, rejected: 3 })
  t.notOk('push_id' in body, 'it is no push that anybody asks about')
  t.equal(body.records.length, 20)
  const read = { order_code: '17', seller_code: 'S-1', ordered_at: '2026-10-05T00:00:00.000Z' }
  t.match(body.records.slice(0, 3), [
    {
      index: 0,
      record: { order_code: 17, ordered_at: 'soon' },
      error: /^ordered_at must be a date and time/,
    },
    { index: 1, record: read, error: null },
    { index: 2, record: 7, error: 'the record must be an object' },
  ])
  for (const table of ['orders', 'sync_feeds', 'sync_rejections'])
    t.same(await rows(`select * from ${table}`), [])
})

t.test('a dry run works without a mapping, in every form, and knows what does not exist', async (t) => {
  const order = { orderId: 1, seller_code: 'S-404', orderDate: '2026-10-05' }
  const lines = Array.from({ length: 5_000 }, () => JSON.stringify(order)).join('\n')
  t.match((await pushLines('orders', lines, '?dry_run=true')).body, {
    received: 20,
    rejected: 20,
    errors: Array(20).fill({ error: 'seller_code "S-404" names no seller' }),
    records: Array(20).fill({ record: { order_code: '1' }, error: 'seller_code "S-404" names no seller' }),
  })
  const table = 'seller_code,company_name\nS-9,Ninth'
  const { body } = await pushTable('sellers', table, '?dry_run=1')
  t.match(body, { received: 1, rejected: 0, records: [{ error: null }] })
  const taken = { order_code: 'O-1', seller_code: 'S-1', deleted: true }
  t.match((await push('orders', [taken], '?dry_run=true')).body.records, [
    { record: { deleted: true }, error: null },
  ])
  t.equal((await rows('select * from sellers')).length, 2)
})
