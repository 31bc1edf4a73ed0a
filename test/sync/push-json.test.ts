import t from 'tap'
import { order, orders } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, push, rows, user } = await syncApp(t)

t.test('good records are stored when others are not, and each bad one is named', async (t) => {
  const { status, body } = await push('orders', [
    order('O-1'),
    order('O-2', { units: -1 }),
    order('O-3', { seller_code: 'S-404' }),
    order('O-4', { warehouse_id: 404 }),
    'no record',
    order('O-5'),
  ])
  t.equal(status, 200)
  t.match(body, { success: true, received: 6, created: 2, rejected: 4, late: 0 })
  const errors: [string | null, string | null, unknown, string][] = [
    ['S-1/O-2', 'units', -1, 'units must be at least 0'],
    ['S-404/O-3', 'seller_code', 'S-404', 'seller_code "S-404" names no seller'],
    ['S-1/O-4', 'warehouse_id', 404, 'warehouse_id 404 names no warehouse'],
    [null, null, null, 'the record must be an object'],
  ]
  t.same(
    body.errors,
    errors.map(([key, field, value, error], n) => ({ index: n + 1, key, field, value, error })),
  )
  t.same(await rows('select order_code from orders order by 1'), [
    { order_code: 'O-1' },
    { order_code: 'O-5' },
  ])
})

/** A record that is wrong, and what is said of it, field by field. */
const problems: [what: string, record: object, fields: [field: string, value: unknown][]][] = [
  [
    'each field that is wrong',
    order('O-1', { units: -3, ready_by: 'tomorrow', cancel_fault: 'nobody at all' }),
    [
      ['units', -3],
      ['ready_by', 'tomorrow'],
      ['cancel_fault', 'nobody at all'],
    ],
  ],
  [
    'a field that is missing, and one under another name',
    { order_number: 'O-2', seller_code: 'S-1', quantity: 'many' },
    [
      ['ordered_at', null],
      ['units', 'many'],
    ],
  ],
  [
    'what names nothing beside what is wrong in itself',
    order('O-1', { seller_code: undefined, seller_id: 999_999, warehouse_id: 'WH-NONE', units: 'many' }),
    [
      ['seller_code', 999_999],
      ['warehouse_id', 'WH-NONE'],
      ['units', 'many'],
    ],
  ],
  [
    'the key alone of a record that takes one back',
    { deleted: true, units: -3, seller_code: 'S-1' },
    [['order_code', null]],
  ],
  [
    'the beginning of a long value',
    order('O-1', { units: 'x'.repeat(5_000) }),
    [['units', `${'x'.repeat(300)}…`]],
  ],
]
for (const [what, record, fields] of problems)
  t.test(`of a record is said, also by a dry run: ${what}`, async (t) => {
    const { rejected, errors, push_id } = (await push('orders', [order('O-GOOD'), record])).body
    t.equal(rejected, 1)
    t.same(
      errors.map(({ index, field, value }: Record<string, unknown>) => [index, field, value]),
      fields.map(([field, value]) => [1, field, value]),
    )
    t.same((await push('orders', [order('O-GOOD'), record], '?dry_run=true')).body.errors, errors)
    const { data } = (await call('viewer', 'GET', `/api/sync/rejections?push_id=${push_id}`)).body
    t.match(data, [{ error: errors[0].error }], 'the list of rejections has the first')
  })

t.test('10,000 records are taken', async (t) => {
  t.match(await push('orders', orders(10_000)), { status: 200, body: { created: 10_000 } })
})

t.test('no more than 1,000 errors are in the answer, and all are kept', async (t) => {
  const { body } = await push('orders', Array(1_200).fill({}))
  t.equal(body.rejected, 1_200)
  t.equal(body.errors.length, 1_000)
  t.same(await rows('select count(*) as kept from sync_rejections'), [{ kept: 1_200 }])
})

t.test('a NUL character anywhere in a body answers 400 and stores nothing', async (t) => {
  const { status, body } = await push('orders', [order('O-1'), order('O-2', { note: 'a\0b' })])
  t.equal(status, 400)
  t.match(body.error, /^records\.1\.note holds a NUL character/)
  t.same(await rows('select * from orders'), [])
})

t.test('with atomic=true one bad record keeps all others out, and is kept itself', async (t) => {
  const good = [order('O-1'), order('O-2')]
  t.match(await push('orders', good, '?atomic=true'), { status: 200, body: { created: 2 } })
  const taken = { order_code: 'O-2', seller_code: 'S-1', deleted: true }
  const changed = [order('O-3'), order('O-1', { units: 50 }), taken]
  const unknown = order('O-5', { seller_code: 'S-404' })
  for (const [bad, said] of [
    [
      [order('O-4', { units: -1 }), unknown],
      '2 records are bad; the first is at index 3: units must be at least 0',
    ],
    [[unknown], 'one record is bad; it is at index 3: seller_code "S-404" names no seller'],
  ] as const) {
    const { status, body } = await push('orders', [...changed, ...bad], '?atomic=true')
    t.equal(status, 400)
    t.ok(body.error.startsWith(`Nothing was stored, because ${said}; GET `), body.error)
  }
  t.same(await rows('select order_code, units from orders order by 1'), [
    { order_code: 'O-1', units: 3 },
    { order_code: 'O-2', units: 3 },
  ])
  t.match((await call('system', 'GET', '/api/sync/rejections')).body.data, [
    { index: 3 },
    { index: 4, key: 'S-404/O-5', error: 'seller_code "S-404" names no seller' },
    { index: 3, key: 'S-1/O-4', error: 'units must be at least 0' },
  ])
})

t.test('an answer that release 0.1.0 kept for an Idempotency-Key is given with counts of none', async (t) => {
  const again = () => push('orders', [order('O-1')], '', { 'idempotency-key': 'before' })
  const { body } = await again()
  await rows(`update idempotency_keys set answer = answer - array['repeated', 'deleted', 'left_out', 'late']`)
  t.match(await again(), { status: 200, body })
})

t.test('a body that is nested without end answers 400 where it must be compared', async (t) => {
  const body = `{"records":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' }
  t.equal((await call('system', 'POST', '/api/sync/orders', body, headers)).status, 400)
})

t.test('each stored push has an audit row with its counts', async (t) => {
  await push('orders', [order('O-1'), order('O-2', { units: -1 })])
  await push('orders', [order('O-1')])
  t.match(await rows(`select * from audit_log where action like 'sync.%'`), [
    {
      ...{ action: 'sync.orders', entity: 'feed', entity_id: 'orders', user_id: user.system.id },
      ...{ after: { received: 2, created: 1, updated: 0, unchanged: 0, rejected: 1, late: 0 } },
    },
  ])
  t.equal((await rows('select * from audit_log')).length, 1, 'one that changed nothing has none')
})
