import t, { type Test as Tap } from 'tap'
import { order, orders } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

// Several records of one key in a push: what is counted, and what is said.

const { push, pushLines, pushTable, rows } = await syncApp(t)

const COUNTS = ['created', 'updated', 'unchanged', 'repeated', 'deleted', 'left_out', 'rejected']
/** Every record of a push is in one count. */
const isWhole = (t: Tap, body: Record<string, number>) =>
  t.equal(
    body.received,
    COUNTS.reduce((sum, count) => sum + Number(body[count]), 0),
  )

const TWO_DIFFER = ['2 lines are of one order (S-1/O-1) and differ; the last one stands']
const at = (hour: number) => ({ observed_at: `2026-10-06T${hour}:00:00Z` })

const differ: [string, object[], object, string[] | undefined][] = [
  [
    'three that differ are one that is new and two that are repeated, and it is said',
    [order('O-1', { units: 2 }), order('O-1', { units: 3 }), order('O-1', { units: 1 })],
    { created: 1, updated: 0, unchanged: 0, repeated: 2 },
    ['3 lines are of one order (S-1/O-1) and differ; the last one stands'],
  ],
  [
    'several of two keys that differ are counted by key',
    [order('O-1', { units: 2 }), order('O-2'), order('O-1'), order('O-2', { units: 9 }), order('O-3')],
    { created: 3, repeated: 2 },
    ['4 lines are of 2 orders (S-1/O-1, S-1/O-2) and differ; of each the last one stands'],
  ],
  [
    'two that are the same are said by their count alone',
    [order('O-1'), order('O-1')],
    { created: 1, repeated: 1 },
    undefined,
  ],
  [
    'a value and none differ',
    [order('O-1', { cancelled_at: '2026-10-06T10:00:00Z' }), order('O-1')],
    { created: 1, repeated: 1 },
    TWO_DIFFER,
  ],
  [
    'versions with another observed_at are meant to differ',
    [order('O-1', { units: 1, ...at(10) }), order('O-1', { units: 2, ...at(11) })],
    { created: 1, repeated: 1 },
    undefined,
  ],
  [
    'two with the same observed_at are not',
    [order('O-1', { units: 1, ...at(10) }), order('O-1', { units: 2, ...at(10) })],
    { created: 1, repeated: 1 },
    TWO_DIFFER,
  ],
  [
    'one that takes the other back is meant to differ',
    [order('O-1'), { order_code: 'O-1', seller_code: 'S-1', deleted: true }],
    { created: 0, unchanged: 1, repeated: 1 },
    undefined,
  ],
  [
    'a rejected one is neither repeated nor counted as known',
    [order('O-1'), order('O-1', { units: -1 }), order('O-1', { warehouse_id: 404 })],
    { created: 1, repeated: 0, rejected: 2 },
    undefined,
  ],
  [
    'the same code of two sellers is two keys',
    [order('O-1'), order('O-1', { seller_code: 'S-2', units: 8 })],
    { created: 2, repeated: 0 },
    undefined,
  ],
]
for (const [title, records, counts, warnings] of differ)
  t.test(`of one key in a push, ${title}`, async (t) => {
    const { body } = await pushLines('orders', linesOf(records))
    t.match(body, counts)
    t.same(body.warnings, warnings)
    isWhole(t, body)
    t.match((await pushLines('orders', linesOf(records))).body, { created: 0 })
    await rows('truncate orders, fact_deletions')
    const asJson = (await push('orders', records)).body
    t.match(asJson, counts)
    const ofRecords = warnings?.map((said) => said.replace('lines', 'records'))
    t.same(asJson.warnings, ofRecords)
  })

t.test('of several records of one key the last good one stands', async (t) => {
  const bad = [order('O-1', { units: -3 }), order('O-1', { units: 4, warehouse_id: 404 })]
  const sent = [order('O-1', { units: 1 }), order('O-1', { units: 2 }), ...bad]
  t.match((await push('orders', sent)).body, { created: 1, repeated: 1, rejected: 2 })
  t.same(await rows('select units from orders'), [{ units: 2 }])
})

t.test('a dry run says that records of one key differ', async (t) => {
  const { body } = await push('orders', [order('O-1', { units: 2 }), order('O-1')], '?dry_run=true')
  t.match(body, { created: 0, repeated: 1, warnings: [/2 records are of one order \(S-1\/O-1\) and differ/] })
})

t.test('the status and the audit count what is repeated', async (t) => {
  await push('orders', [order('O-1', { units: 2 }), order('O-1')])
  t.match(await rows('select received, created, repeated, left_out from sync_feeds'), [
    { received: 2, created: 1, repeated: 1, left_out: 0 },
  ])
  t.match(await rows(`select after from audit_log where action = 'sync.orders'`), [
    { after: { created: 1, repeated: 1 } },
  ])
})

for (const query of ['', '?atomic=true'])
  t.test(`a key that comes again in a later chunk is repeated there ${query}`, async (t) => {
    const all = [...orders(4_500), order('O-7', { units: 99 }), order('O-8')]
    const { body } = await pushLines('orders', linesOf(all), query)
    t.match(body, { created: 4_500, updated: 0, unchanged: 0, repeated: 2, rejected: 0 })
    t.same(body.warnings, ['At least 2 lines are of the same orders and differ; of each the last one stands'])
    isWhole(t, body)
    t.same(await rows(`select units from orders where order_code = 'O-7'`), [{ units: 99 }])
  })

t.test('of lines of one key in several chunks no more are said to differ than were sent', async (t) => {
  const lines = Array.from({ length: 2_100 }, (_, i) =>
    order(`O-${i % 100}`, { units: 1 + Math.floor(i / 100) }),
  )
  const { body } = await pushLines('orders', linesOf(lines))
  t.match(body, { received: 2_100, created: 100, repeated: 2_000 })
  t.same(body.warnings, [
    'At least 2,100 lines are of the same orders (such as S-1/O-0, S-1/O-1, S-1/O-2) and differ; of each the last one stands',
  ])
})

t.test('a fact that a later chunk takes back was created and is deleted', async (t) => {
  const taken = { order_code: 'O-1', seller_code: 'S-1', deleted: true }
  const { body } = await pushLines('orders', linesOf([...orders(2_500), taken]))
  t.match(body, { created: 2_500, deleted: 1, repeated: 0, unchanged: 0 })
  isWhole(t, body)
})

t.test('several records of one seller are one, and are merged without a warning', async (t) => {
  const table = 'seller_code,company_name,payment_terms_days\nS-9,Ninth,\nS-9,Ninth,30'
  const { body } = await pushTable('sellers', table)
  t.match(body, { created: 1, repeated: 1, unchanged: 0 })
  t.notOk(body.warnings)
  t.match(await rows(`select * from sellers where seller_code = 'S-9'`), [
    { company_name: 'Ninth', payment_terms_days: 30 },
  ])
})
