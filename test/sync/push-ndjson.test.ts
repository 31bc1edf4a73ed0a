import t from 'tap'
import { order, orders } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

const { call, pushLines, rows } = await syncApp(t)

t.test('lines are stored as records of a body are, whatever stands between them', async (t) => {
  const lines = [
    JSON.stringify(order('O-1')),
    '',
    '{"order_code": "O-2", ',
    JSON.stringify(order('O-3', { units: -1 })),
    `${JSON.stringify(order('O-4'))}\r`,
    JSON.stringify(order('O-5', { seller_code: 'S-404' })),
    JSON.stringify(order('O-6', { category: 'a\0b' })),
    JSON.stringify(order('O-7')),
  ]
  const { status, body } = await pushLines('orders', lines.join('\n'))
  t.equal(status, 200)
  t.match(body, { success: true, received: 7, created: 3, rejected: 4, late: 0 })
  const none = { field: null, value: null }
  const nul = "category holds a NUL character or half a surrogate pair, which can't be stored"
  t.same(body.errors, [
    { index: 1, line: 3, key: null, ...none, error: 'the line is not valid JSON' },
    { index: 2, line: 4, key: 'S-1/O-3', field: 'units', value: -1, error: 'units must be at least 0' },
    {
      ...{ index: 4, line: 6, key: 'S-404/O-5', field: 'seller_code', value: 'S-404' },
      error: 'seller_code "S-404" names no seller',
    },
    { index: 5, line: 7, key: 'S-1/O-6', ...none, error: nul },
  ])
  t.same(await rows('select order_code from orders order by 1'), [
    { order_code: 'O-1' },
    { order_code: 'O-4' },
    { order_code: 'O-7' },
  ])
})

t.test('a long stream is stored in several transactions and counted as one push', async (t) => {
  const { body } = await pushLines('orders', linesOf(orders(5_000)))
  t.match(body, { received: 5_000, created: 5_000, errors: [] })
  t.match((await pushLines('orders', linesOf(orders(7_500).slice(2_500)))).body, {
    created: 2_500,
    unchanged: 2_500,
  })
  t.same(await rows('select received, created, unchanged from sync_feeds'), [
    { received: 10_000, created: 7_500, unchanged: 2_500 },
  ])
  t.same(await rows('select created from sync_feed_periods'), [{ created: 7_500 }])
})

t.test('with atomic=true a stream of many chunks is stored whole', async (t) => {
  t.match(await pushLines('orders', linesOf(orders(4_500)), '?atomic=true'), {
    ...{ status: 200, body: { received: 4_500, created: 4_500 } },
  })
  t.same(await rows('select count(*) as stored from orders'), [{ stored: 4_500 }])
  t.match(await rows('select after from audit_log'), [{ after: { created: 4_500 } }])
})

t.test('with atomic=true a bad record in any chunk keeps the whole stream out', async (t) => {
  await pushLines('orders', linesOf([order('O-1')]))
  const records: object[] = orders(6_500)
  records[1] = order('O-1', { units: 77 })
  records[4_100] = order('O-4100', { units: 1.5 })
  records[4_200] = order('O-4200', { seller_code: 'S-404' })
  records[6_400] = order('O-6400', { warehouse_id: 404 })
  const { status, body } = await pushLines('orders', linesOf(records), '?atomic=true')
  t.equal(status, 400)
  t.ok(
    body.error.startsWith(
      'Nothing was stored, because 3 records are bad; the first is on line 4101: units must be a whole number; GET ',
    ),
    body.error,
  )
  t.same(await rows('select order_code, units from orders'), [{ order_code: 'O-1', units: 3 }])
  const kept = [6_400, 4_200, 4_100].map((index) => ({ index }))
  t.match((await call('system', 'GET', '/api/sync/rejections')).body.data, kept)
  const [status_] = (await call('system', 'GET', '/api/sync/status')).body.data
  t.match(
    status_,
    { received: 4, created: 1, rejected: 3 },
    'the good ones count as if they had not been sent',
  )
})

t.test('an Idempotency-Key does not keep a stream from being stored again', async (t) => {
  const headers = { 'idempotency-key': 'stream-1' }
  t.match((await pushLines('orders', linesOf([order('O-1')]), '', headers)).body, { created: 1 })
  t.match((await pushLines('orders', linesOf([order('O-1')]), '', headers)).body, { unchanged: 1 })
})

t.test('another content type answers 415, and one with a charset is NDJSON', async (t) => {
  const send = (type: string, text = linesOf([order('O-1')])) =>
    pushLines('orders', text, '', { 'content-type': type })
  const refused = (error: RegExp) => ({ status: 415, body: { error } })
  for (const type of ['text/plain', 'application/xml'])
    t.match(await send(type), refused(/application\/json.*csv|csv.*application\/json/), type)
  t.match(await send('application/x-www-form-urlencoded', 'order_code=O-1'), refused(/application\/json/))
  t.match((await send('application/x-ndjson; charset=utf-8')).body, { created: 1 })
})
