import { gzipSync } from 'node:zlib'
import t from 'tap'
import { GOOD } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

const { call, push, pushLines, pushTable, rows } = await syncApp(t)

for (const [feed, good] of Object.entries(GOOD))
  for (const delimiter of [',', ';'])
    t.test(`${feed} with ${delimiter} are read as their JSON is`, async (t) => {
      const { metadata: _, ...record } = good as Record<string, unknown>
      await push(feed, [record])
      const { body } = await pushTable(feed, tableOf([record], delimiter))
      t.match(body, { received: 1, unchanged: 1, errors: [] })
    })

t.test('columns may have other names and any others beside, and empty cells are absent', async (t) => {
  const table = 'Order ID;sellerId;Order Date;units;comment\nA;1;2026-10-05;;none\nB;S-2;2026-10-05 10:00;4;'
  const { status, body } = await pushLines('orders', table, '', { 'content-type': 'text/csv; charset=utf-8' })
  t.equal(status, 200)
  t.match(body, {
    received: 2,
    created: 2,
    warnings: ['comment is no field of orders (1 record)', /^One timestamp has no time zone/],
  })
  t.match(await rows('select * from orders order by order_code'), [
    { order_code: 'A', seller_id: 1, units: 1, ordered_at: '2026-10-05T00:00:00.000Z' },
    { order_code: 'B', seller_id: 2, units: 4, ordered_at: '2026-10-05T10:00:00.000Z' },
  ])
})

t.test('an empty cell leaves a seller as it is', async (t) => {
  await push('sellers', [GOOD.sellers])
  const { body } = await pushTable('sellers', 'seller_code,company_name,status\nS-9,,suspended')
  t.match(body, { updated: 1 })
  t.match(await rows(`select * from sellers where seller_code = 'S-9'`), [
    { company_name: 'Ninth', status: 'suspended' },
  ])
})

const order = (n: number, more = {}) => ({ ...GOOD.orders, order_code: `O-${n}`, ...more })
const many = Array.from({ length: 4_500 }, (_, i) => order(i))
const withBad = many.map((record, i) =>
  i === 10 ? order(i, { units: -1 }) : i === 4_400 ? order(i, { seller_code: 'S-404' }) : record,
)

t.test('a long table is stored in chunks, and bad records are counted through', async (t) => {
  const { body } = await pushTable('orders', tableOf(withBad))
  t.match(body, {
    received: 4_500,
    created: 4_498,
    rejected: 2,
    errors: [
      { index: 10, key: 'S-1/O-10', error: 'units must be at least 0' },
      { index: 4_400, key: 'S-404/O-4400', error: 'seller_code "S-404" names no seller' },
    ],
  })
  t.match((await call('system', 'GET', '/api/sync/rejections')).body.data, [
    { index: 4_400, record: { order_code: 'O-4400' } },
    { index: 10, record: { units: '-1' } },
  ])
})

t.test('with atomic=true a table is stored whole or not at all', async (t) => {
  const refused = await pushTable('orders', tableOf(withBad), '?atomic=true')
  t.match(refused, {
    status: 400,
    body: { error: /2 records are bad; the first is on line 12: units must be/ },
  })
  t.same(await rows('select * from orders'), [])
  t.match((await pushTable('orders', tableOf(many), '?atomic=true')).body, { created: 4_500 })
})

t.test('a table that can not be read answers 400, and says where', async (t) => {
  const broken = `${tableOf([order(1), order(2)])}\r\n"O-3`
  t.match(await pushTable('orders', broken), {
    status: 400,
    body: { error: /at line 4: a quote is not closed/ },
  })
  t.match(await pushTable('inventory', 'seller_code,sku,lager'), {
    status: 400,
    body: {
      error: /no column for warehouse_code, snapshot_on, .*; no fields of inventory are lager: rename/,
    },
  })
  t.match(await pushTable('orders', 'a,b\n1,2'), {
    status: 400,
    body: { error: /^the first line must name the fields, and has no column for order_code/ },
  })
})

t.test('a stream that ends in an error says what of it is stored', async (t) => {
  const stored = /(\. What is good of the first (2000|4000) records is stored\.)$/
  const gzip = (text: string) => gzipSync(text).subarray(0, -9)
  const csv = tableOf(many)
  for (const [what, body, headers] of [
    ['a quote', `${csv}\r\n"O-3`, { 'content-type': 'text/csv' }],
    ['gzip', gzip(csv), { 'content-type': 'text/csv', 'content-encoding': 'gzip' }],
    ['NDJSON', gzip(linesOf(many)), { 'content-encoding': 'gzip' }],
  ] as const) {
    const { status, body: answer } = await pushLines('orders', body, '', headers)
    t.match({ status, ...answer }, { status: 400, error: stored }, what)
    const [, , count] = stored.exec(answer.error) ?? []
    t.match(await rows('select count(*) as count from orders'), [{ count: Number(count) }], what)
    await rows('delete from orders')
    const whole = await pushLines('orders', body, '?atomic=true', headers)
    t.equal(whole.status, 400)
    t.notMatch(whole.body.error, /stored/, what)
    t.same(await rows('select * from orders'), [], what)
  }
})

t.test('a table of keys takes back', async (t) => {
  await push('orders', [order(1), order(2)])
  t.match((await pushTable('orders', 'order_code,seller_code,deleted\nO-1,S-1,true')).body, { deleted: 1 })
  t.same(await rows('select order_code from orders'), [{ order_code: 'O-2' }])
})
