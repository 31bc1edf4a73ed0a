import { gzipSync } from 'node:zlib'
import t from 'tap'
import { GOOD, order, orders } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

const { push, pushLines, pushTable, rows } = await syncApp(t)

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

t.test('a cell that can not be stored is said with its field', async (t) => {
  const table = 'order_code,seller_code,ordered_at\nO\0,S-1,2026-03-01\nO-2,S-1'
  t.match((await pushTable('orders', table)).body.errors, [
    { index: 0, field: 'order_code', error: /^order_code holds a NUL/ },
    { index: 1, field: null, error: /^the line has 2 cells/ },
  ])
})

t.test('a header that lacks columns names those that people use', async (t) => {
  t.match(await pushTable('inventory', 'seller_code,sku,lager'), {
    ...{
      status: 400,
      body: { error: /no column for warehouse_code, snapshot_on, .*inventory are lager: rename/ },
    },
  })
})

t.test('a stream that ends in an error says what of it is stored', async (t) => {
  const stored = /(\. What is good of the first (2000|4000) records is stored\.)$/
  const gzip = (text: string) => gzipSync(text).subarray(0, -9)
  const many = orders(4_500)
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
  await push('orders', [order('O-1'), order('O-2')])
  t.match((await pushTable('orders', 'order_code,seller_code,deleted\nO-1,S-1,true')).body, { deleted: 1 })
  t.same(await rows('select order_code from orders'), [{ order_code: 'O-2' }])
})
