import t from 'tap'
import { GOOD, orders } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

// A push has an id, and what it had rejected is found by it, with the line of the file.

const { call, makeMapping, push, pushLines, pushTable, rows } = await syncApp(t)
const CSV = { 'content-type': 'text/csv' }

interface Rejection {
  push_id: string | null
  index: number
  line?: number | null
}

async function rejectionsOf(pushId: string) {
  const { status, body } = await call('viewer', 'GET', `/api/sync/rejections?push_id=${pushId}&limit=500`)
  t.equal(status, 200)
  return (body.data as Rejection[]).map(placeOf).toReversed()
}
/** A place as text: the number of a record, and the line of the file where there is one. */
const placeOf = ({ index, line }: Rejection) => (line ? `${index}:${line}` : `${index}`)
/** Each rejected record once: an answer may say several things of it. */
const placesOf = (body: { errors: Rejection[] }) => [...new Set(body.errors.map(placeOf))]

t.test('each push has its own id, by which its rejections are found', async (t) => {
  const one = await push('orders', [{}, GOOD.orders, { order_code: 'O-2' }])
  const other = await push('tickets', [{}, GOOD.tickets])
  t.not(one.body.push_id, other.body.push_id)
  t.same(await rejectionsOf(one.body.push_id), ['0', '2'])
  t.same(await rejectionsOf(other.body.push_id), ['0'])
  t.same(placesOf(one.body), ['0', '2'])
  const { data } = (await call('viewer', 'GET', '/api/sync/rejections?feed=tickets')).body
  t.match(data, [{ push_id: other.body.push_id }])
})

const HEADER = 'order_code,seller_code,ordered_at,note'
const NDJSON = {}
const GOOD_LINE = JSON.stringify(GOOD.orders)
const files: [string, string, object, string[]][] = [
  ['NDJSON with blank lines', `\n{}\n\r\n${GOOD_LINE}\n\n{"a":\n`, NDJSON, ['0:2', '2:6']],
  ['blank lines', `\n${HEADER}\n\nA,,2026-10-05,\n,,,\nB,,2026-10-05,\n`, CSV, ['0:4', '1:6']],
  ['cells of several lines', `${HEADER}\nA,,2026-10-05,"a\nb\n\nc"\nB,,2026-10-05,\n`, CSV, ['0:2', '1:6']],
  ['a header of several lines', `${HEADER.replace('note', '"no\nte"')}\nA,,2026-10-05,\n`, CSV, ['0:3']],
  ['lines of Windows', `${HEADER}\r\nA,,,"a\r\nb"\r\n\r\nB,,2026-10-05,\r\n`, CSV, ['0:2', '1:5']],
  ['a byte order mark', `\uFEFF${HEADER}\nA,,2026-10-05,`, CSV, ['0:2']],
  ['too few cells', `${HEADER}\n\nA,S-1\n`, CSV, ['0:3']],
]
for (const [title, text, headers, places] of files)
  t.test(`rejections name the line of the file: ${title}`, async (t) => {
    const { body } = await pushLines('orders', text, '', headers)
    t.same(placesOf(body), places)
    t.same(await rejectionsOf(body.push_id), places)
  })

t.test('all chunks of a stream are one push, whose lines go on', async (t) => {
  const lines = Array.from({ length: 4_500 }, (_, n) =>
    n % 1_000 === 7 ? '{}' : JSON.stringify({ ...GOOD.orders, order_code: `O-${n}` }),
  )
  const { body } = await pushLines('orders', lines.join('\n'))
  const places = [7, 1_007, 2_007, 3_007, 4_007].map((index) => `${index}:${index + 1}`)
  t.same(placesOf(body), places)
  t.same(await rejectionsOf(body.push_id), places)
  const after = await rows(`select distinct after->>'push_id' as push_id from audit_log`)
  t.same(after, [{ push_id: body.push_id }], 'and the audit log names it')
})

t.test('an answer that is given again has the same id, and its push is counted once', async (t) => {
  const headers = { 'idempotency-key': 'night-2' }
  const { body } = await push('orders', [GOOD.orders, {}], '', headers)
  const again = () => push('orders', [GOOD.orders, {}], '', headers)
  for (const answer of await Promise.all([again(), again(), again()])) t.same(answer.body, body)
  t.equal((await push('orders', [GOOD.orders], '', headers)).status, 409)
  t.same(await rejectionsOf(body.push_id), ['1'])
  t.same(await rows('select received, rejected from sync_feeds'), [{ received: 2, rejected: 1 }])
  t.same(await rows('select created from sync_feed_periods'), [{ created: 1 }])
})

t.test('a refused atomic push says where its rejections are', async (t) => {
  const refused = [
    await push('orders', [GOOD.orders, {}], '?atomic=true'),
    await pushLines('orders', `${JSON.stringify(GOOD.orders)}\n\n{}`, '?atomic=true'),
  ]
  const places: unknown[] = []
  for (const { status, body } of refused) {
    t.equal(status, 400)
    const [, id = ''] = /; GET \/api\/sync\/rejections\?push_id=(\S+) has all\.$/.exec(body.error) ?? []
    places.push(...(await rejectionsOf(id)))
  }
  t.same(places, ['1', '1:3'])
  t.match(refused[1]?.body.error, 'it is on line 3: order_code is required')
})

t.test('a rejection of before pushes had ids is listed without one', async (t) => {
  await rows(`insert into sync_rejections (feed, position, error) values ('orders', 3, 'bad')`)
  t.match((await call('viewer', 'GET', '/api/sync/rejections')).body.data, [
    { push_id: null, line: null, index: 3 },
  ])
})

t.test('all rejections of a push are kept, however many there are and in whichever chunks', async (t) => {
  const sum = { fields: { order_code: 'no', seller_code: 'vendor', ordered_at: 'at', units: 'n' } }
  await makeMapping({ name: 'mine', feed: 'orders', lines: { units: 'sum' }, ...sum })
  const bad = (count: number) => Array(count).fill({})
  const table = ['no,vendor,at,n', ...Array.from({ length: 3_500 }, (_, i) => `O-${i},S-404,2026-10-05,1`)]
  for (const [what, rejected, answer] of [
    [
      'the second chunk of an atomic push',
      1_500,
      pushLines('orders', linesOf([...orders(2_000), ...bad(1_500)]), '?atomic=true'),
    ],
    ['several chunks of an atomic push', 3_500, pushLines('orders', linesOf(bad(3_500)), '?atomic=true')],
    ['lines that are added up', 3_500, pushTable('orders', table.join('\n'), '?mapping=mine')],
    ['what is no record at all', 3_500, pushLines('orders', '1\n'.repeat(3_500), '?mapping=mine')],
  ] as const) {
    const { status, body } = await answer
    if (status === 200) t.match(body, { received: rejected, rejected }, what)
    else t.match(body.error, new RegExp(`\\b${rejected}\\b.* has all\\.$`), what)
    const id = body.push_id ?? /push_id=([0-9a-f-]+)/.exec(body.error)?.[1]
    const { body: kept } = await call('viewer', 'GET', `/api/sync/rejections?push_id=${id}`)
    t.equal(kept.total, rejected, what)
  }
})
