import t from 'tap'
import { syncApp } from './sync-app.ts'

const { call, push, pushLines, user } = await syncApp(t)

t.test('rejections are listed newest first, page by page, with what was sent', async (t) => {
  await push('orders', [{ order_code: 'O-1', extra: [1, { a: null }] }, 5])
  await pushLines('tickets', '{"ticket_code": \n"just text"')
  const { status, body } = await call('viewer', 'GET', '/api/sync/rejections')
  t.equal(status, 200)
  t.match(body, { total: 4, page: 1, limit: 500 })
  t.match(body.data, [
    {
      ...{ id: 4, feed: 'tickets', index: 1, key: null, error: 'the record must be an object' },
      ...{ record: 'just text' },
    },
    {
      ...{ id: 3, feed: 'tickets', index: 0, key: null, error: 'the line is not valid JSON' },
      ...{ record: '{"ticket_code":' },
    },
    { id: 2, feed: 'orders', index: 1, key: null, record: 5 },
    {
      id: 1,
      feed: 'orders',
      index: 0,
      key: 'O-1',
      error: 'seller_code is required',
      record: { order_code: 'O-1', extra: [1, { a: null }] },
      user_id: user.system.id,
    },
  ])
  const second = await call('viewer', 'GET', '/api/sync/rejections?page=2&limit=3')
  t.match(second.body, { data: [{ id: 1 }], total: 4, page: 2, limit: 3 })
  t.match((await call('viewer', 'GET', '/api/sync/rejections?page=9')).body, { data: [], total: 4 })
})

t.test('rejections are filtered by feed and time', async (t) => {
  const { push, call, app } = await syncApp(t, { BUSINESS_TIMEZONE: 'America/Sao_Paulo' })
  await push('orders', [{}, {}])
  await push('tickets', [{}])
  await app.db.pool.query(`update sync_rejections set received_at = case id
    when 1 then '2026-10-01T02:59:59.999Z'::timestamptz when 2 then '2026-10-01T03:00:00Z' else '2026-10-03T03:00:00Z' end`)
  const ids = async (query: string) =>
    (await call('viewer', 'GET', `/api/sync/rejections?${query}`)).body.data.map(
      ({ id }: { id: number }) => id,
    )
  t.same(await ids('feed=orders'), [2, 1])
  t.same(await ids('from=2026-10-01'), [3, 2], 'a date begins in the business time zone')
  t.same(await ids('to=2026-10-02'), [2, 1], 'and all of it counts')
  t.same(await ids('from=2026-10-01&to=2026-10-01'), [2])
  t.same(await ids('from=2026-10-01T02:59:59.999Z&to=2026-10-01T03:00:00Z'), [2, 1])
  t.same(await ids('feed=revenue'), [])
})

const odd: [string, string, unknown][] = [
  ['large', `{"text":"${'x'.repeat(10_000)}"}`, /^\{"text":"x{3991}…$/],
  ['deep', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, null],
  ['null', 'null', null],
]
for (const [title, record, kept] of odd)
  t.test(`of a record that is ${title} what can be kept is kept`, async (t) => {
    const json = { 'content-type': 'application/json' }
    const { body } = await call('system', 'POST', '/api/sync/orders', `{"records":[${record}]}`, json)
    t.match(body, kept === null && title === 'null' ? { error: /^Nothing could be read/ } : { rejected: 1 })
    t.match((await call('viewer', 'GET', '/api/sync/rejections')).body.data, [{ record: kept }])
  })

t.test('lines that can not be stored as they are are kept as text', async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0x00]), Buffer.from('"}\n')])
  await pushLines(
    'orders',
    Buffer.concat([bytes, Buffer.from('{"order_code":"a\\u0000b","seller_code":"\\ud800"}\n')]),
  )
  t.match((await call('viewer', 'GET', '/api/sync/rejections')).body.data, [
    { key: '\uFFFD/a\uFFFDb', record: '{"order_code":"a\\u0000b","seller_code":"\\ud800"}' },
    { key: null, error: 'the line is not valid UTF-8', record: '{"a":"\uFFFD\uFFFD"}' },
  ])
})
