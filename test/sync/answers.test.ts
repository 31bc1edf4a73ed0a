import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { GOOD } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

// What the answer of a push says beside its counts, in every form in which records come.

const service = await syncApp(t)
const { call, finalize, makeMapping, push, pushLines, pushTable, rows } = service

/** Every way in which records are pushed. */
const FORMS: Record<string, (feed: string, records: object[], query?: string) => ReturnType<typeof push>> = {
  JSON: push,
  NDJSON: (feed, records, query) => pushLines(feed, linesOf(records), query),
  CSV: (feed, records, query) => pushTable(feed, tableOf(records), query),
  'an atomic stream': (feed, records) => pushLines(feed, linesOf(records), '?atomic=true'),
}

for (const [form, send] of Object.entries(FORMS)) {
  for (const { name } of FEEDS)
    t.test(`${name} of a month with a final score are late in the answer to ${form}`, async (t) => {
      const good = GOOD[name as keyof typeof GOOD]
      t.match((await send(name, [good])).body, { created: 1, late: 0 })
      await finalize('S-1', '2026-10')
      t.match((await send(name, [good])).body, { unchanged: 1, late: 0 }, 'what changes nothing is not late')
      await service.rows(`delete from ${FEEDS.find((feed) => feed.name === name)?.table}`)
      t.match((await send(name, [good])).body, { created: 1, late: 1 })
    })

  t.test(`a push of nothing as ${form} says so`, async (t) => {
    const { status, body } = await send('orders', [])
    t.match({ status, ...body }, { status: 200, success: true, received: 0 })
    t.same(body.warnings, ['Nothing was sent: the push holds no records.'])
  })
}

t.test('a table without rows, a blank file and an empty mapped body are nothing, too', async (t) => {
  await makeMapping({ name: 'shop', preset: 'shopify-orders', fields: { seller_code: { value: 'S-1' } } })
  const warnings = ['Nothing was sent: the push holds no records.']
  const nothing = { status: 200, body: { success: true, warnings } }
  t.match(await pushTable('orders', Object.keys(GOOD.orders).join()), nothing)
  t.match(await pushLines('orders', '\n \n'), nothing)
  t.match(await push('orders', [], '?mapping=shop'), nothing)
  t.match(await push('orders', [], '?dry_run=true'), nothing)
})

for (const { name } of FEEDS) {
  const bad = [{}, { seller_code: 'S-404' }]
  t.test(`${name} that are all rejected are no success, and no bad request`, async (t) => {
    for (const query of ['', '?dry_run=true'])
      for (const answer of [await push(name, bad, query), await pushLines(name, linesOf(bad), query)])
        t.match(answer, { status: 200, body: { success: false, received: 2, rejected: 2 } })
    t.match((await push(name, [...bad, GOOD[name as keyof typeof GOOD]])).body, {
      success: true,
      rejected: 2,
    })
  })
}

const unreadable: [string, (query: string) => ReturnType<typeof push>, string][] = [
  [
    'a list of numbers',
    (query) => push('orders', [5, null], query),
    'at index 0: the record must be an object',
  ],
  [
    'lines that are no JSON',
    (query) => pushLines('orders', '\nhello\n[]', query),
    'on line 2: the line is not valid JSON',
  ],
]
for (const [title, send, first] of unreadable)
  t.test(`${title} can't be read as records: 400, and what was sent is kept`, async (t) => {
    const { status, body } = await send('')
    t.equal(status, 400)
    t.ok(
      body.error.startsWith(`Nothing could be read as a record; the first of 2 is ${first}; GET /api/sync/`),
    )
    const [, id] = /push_id=(\S+) has all/.exec(body.error) ?? []
    t.match((await call('viewer', 'GET', `/api/sync/rejections?push_id=${id}`)).body, { total: 2 })
    t.match(await send('?dry_run=true'), { status: 400, body: { error: `the first of 2 is ${first}.` } })
    t.match((await call('viewer', 'GET', '/api/sync/rejections')).body, { total: 2 })
  })

t.test('one line that is a record makes a push of the others', async (t) => {
  t.match(await pushLines('orders', 'hello\n{}'), { status: 200, body: { success: false, rejected: 2 } })
})

t.test('a switch without a value is not guessed at', async (t) => {
  for (const name of ['dry_run', 'atomic'])
    t.match(await push('orders', [GOOD.orders], `?${name}`), {
      status: 400,
      body: { error: new RegExp(`^${name} must be`) },
    })
  t.same(await rows('select order_code from orders'), [])
})
