import t from 'tap'
import { testApp } from '../setup/app.ts'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { call, push, rows, user, DATABASE_URL } = await syncApp(t)
const second = await testApp(t, { DATABASE_URL })

const order = (order_code: string, more = {}) => ({ ...GOOD.orders, order_code, ...more })

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

t.test('what a record names must exist', async (t) => {
  const errorOf = async (feed: string, record: object) => (await push(feed, [record])).body.errors[0]?.error
  for (const [feed, change, error] of [
    ['forecasts', { campaign_code: 'C-404' }, 'campaign_code "C-404" names no campaign'],
    ['campaign-actuals', { campaign_code: 'C-404' }, 'campaign_code "C-404" names no campaign'],
    ['inventory', { warehouse_id: 404 }, 'warehouse_id 404 names no warehouse'],
    ['tickets', { seller_code: 'S-404' }, 'seller_code "S-404" names no seller'],
    ['payments', { seller_code: 'S-404' }, 'seller_code "S-404" names no seller'],
    ['revenue', { seller_code: 'S-404' }, 'seller_code "S-404" names no seller'],
  ] as const)
    t.equal(await errorOf(feed, { ...GOOD[feed], ...change }), error, feed)
})

t.test('10,000 records are taken', async (t) => {
  const records = Array.from({ length: 10_000 }, (_, i) => order(`O-${i}`))
  t.match(await push('orders', records), { status: 200, body: { created: 10_000 } })
})

t.test('no more than 1,000 errors are in the answer, and all are kept', async (t) => {
  const { body } = await push(
    'orders',
    Array.from({ length: 1_200 }, () => ({})),
  )
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

  const { status, body } = await push(
    'orders',
    [
      order('O-3'),
      order('O-1', { units: 50 }),
      order('O-4', { units: -1 }),
      order('O-5', { seller_code: 'S-404' }),
    ],
    '?atomic=true',
  )
  t.equal(status, 400)
  t.ok(
    body.error.startsWith(
      'Nothing was stored, because 2 records are bad; the first is at index 2: units must be at least 0; GET ',
    ),
    body.error,
  )
  t.same(await rows('select order_code, units from orders order by 1'), [
    { order_code: 'O-1', units: 3 },
    { order_code: 'O-2', units: 3 },
  ])
  t.match((await call('system', 'GET', '/api/sync/rejections')).body.data, [
    { index: 3, key: 'S-404/O-5', error: 'seller_code "S-404" names no seller' },
    { index: 2, key: 'S-1/O-4', error: 'units must be at least 0' },
  ])
})

t.test('with atomic=true an unknown code alone keeps all others out', async (t) => {
  const { status, body } = await push(
    'orders',
    [order('O-1'), order('O-2', { warehouse_id: 404 })],
    '?atomic=true',
  )
  t.equal(status, 400)
  t.ok(
    body.error.startsWith(
      'Nothing was stored, because one record is bad; it is at index 1: warehouse_id 404 names no warehouse; GET ',
    ),
    body.error,
  )
  t.same(await rows('select * from orders'), [])
})

t.test(
  'a push with an Idempotency-Key is stored once and answered the same, in two processes too',
  async (t) => {
    const headers = { 'idempotency-key': 'night-1' }
    const records = [order('O-1'), {}]
    const again = (by = call) => by('system', 'POST', '/api/sync/orders', { records }, headers)
    const [first, ...others] = await Promise.all(
      Array.from({ length: 50 }, (_, n) => again(n % 2 ? call : second.call)),
    )
    t.match(first, { status: 200, body: { created: 1, rejected: 1 } })
    for (const { body } of [...others, await again()]) t.same(body, first?.body)
    t.equal((await push('orders', [order('O-2')], '', headers)).status, 409)
    t.same(await rows('select received, rejected from sync_feeds'), [{ received: 2, rejected: 1 }])
    t.same(await rows('select created from sync_feed_periods'), [{ created: 1 }])
    t.same(await rows('select count(*) as kept from sync_rejections'), [{ kept: 1 }])
  },
)

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
      action: 'sync.orders',
      entity: 'feed',
      entity_id: 'orders',
      user_id: user.system.id,
      after: { received: 2, created: 1, updated: 0, unchanged: 0, rejected: 1, late: 0 },
    },
  ])
  t.equal((await rows('select * from audit_log')).length, 1, 'one that changed nothing has none')
})

t.test('the board pushes as machines do', async (t) => {
  for (const role of ['bod', 'admin'] as const)
    t.match(await call(role, 'POST', '/api/sync/orders', { records: [GOOD.orders] }), {
      status: 200,
      body: { success: true, received: 1, rejected: 0 },
    })
})
