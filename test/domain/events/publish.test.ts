import t from 'tap'
import { keepNumbering } from '../../../src/domain/events/transaction-epochs.ts'
import { testApp } from '../../setup/app.ts'

const { app } = await testApp(t, { WORKER: 'on' })
const { db } = app
const event = (seller_id: number, n = 0) => ({
  type: 'seller.score_finalized' as const,
  seller_id,
  data: { n },
})
const sequences = async (sellerId: number) =>
  (
    await db.rows<{ sequence: number }>(
      'select sequence from events where seller_id = $1 order by sequence',
      [sellerId],
    )
  ).map(({ sequence }) => sequence)

t.test('events of a seller are counted from 1 in the order given', async (t) => {
  await db.transaction((tx) => app.events.publish(tx, [event(1, 1), event(2, 1), event(1, 2)]))
  await db.transaction((tx) => app.events.publish(tx, [event(1, 3)]))
  const rows = await db.rows<{ n: number }>(
    `select (data ->> 'n')::int as n from events where seller_id = 1 order by sequence`,
  )
  t.same(rows, [{ n: 1 }, { n: 2 }, { n: 3 }])
})

t.test('a rolled-back change leaves no event and no gap', async (t) => {
  const failing = db.transaction(async (tx) => {
    await app.events.publish(tx, [event(3)])
    throw new Error('changed my mind')
  })
  await t.rejects(failing, { message: 'changed my mind' })
  await db.transaction((tx) => app.events.publish(tx, [event(3)]))
  t.same(await sequences(3), [1])
})

t.test('writers at once, in opposite orders, neither deadlock nor leave gaps', async (t) => {
  const sellers = [10, 11, 12, 13]
  await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      db.transaction((tx) =>
        app.events.publish(
          tx,
          (i % 2 ? sellers : sellers.toReversed()).map((id) => event(id, i)),
        ),
      ),
    ),
  )
  for (const id of sellers)
    t.same(
      await sequences(id),
      Array.from({ length: 24 }, (_, i) => i + 1),
    )
  const { ids, events } = await db.one<{ ids: number; events: number }>(
    'select count(distinct event_id) as ids, count(*) as events from events',
  )
  t.equal(ids, events, 'each has an id of its own')
})

t.test('where the database was restored, events come after all of before', async (t) => {
  const epochs = () =>
    db.rows<{ base: number; after: number }>('select base, after from transaction_epochs order by base')
  const highest = async () =>
    (
      await db.one<{ xact: number }>(
        'select xact::text::bigint as xact from events order by xact desc limit 1',
      )
    ).xact
  const log = { warn: () => {} }
  const before = await highest()
  await keepNumbering(db, log)
  t.same(await epochs(), [{ base: 0, after: 0 }], 'here is here')

  await db.run(`update transaction_epochs set server = 'elsewhere'`)
  await Promise.all([1, 2, 3].map(() => keepNumbering(db, log)))
  const [, restored, ...more] = await epochs()
  t.same(more, [], 'of several processes one begins anew')
  t.equal(restored?.after, before)
  await db.transaction((tx) => app.events.publish(tx, [event(4)]))
  t.ok((await highest()) > (restored?.base ?? Infinity))
  const { shown } = await db.one<{ shown: boolean }>(
    'select transaction_horizon()::text::bigint > $1 as shown',
    [restored?.base],
  )
  t.ok(shown, 'readers look up to there')

  await db.run('update events set xact = $1::text::xid8 where seller_id = 4', ['9000000000000'])
  await keepNumbering(db, log)
  t.equal((await epochs()).length, 3, 'numbers that are not of this server say so, too')
})
