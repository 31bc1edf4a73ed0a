import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
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

t.test(
  'where the database was restored, events of a later number are numbered anew, before new ones',
  async (t) => {
    const later = '9000000000000'
    await db.run('update events set xact = $1::text::xid8 where seller_id = 2', [later])
    await db.run('insert into enforcement_changes (seller_id, xact) values (2, $1::text::xid8)', [later])
    const { app: restored } = await testApp(t, { DATABASE_URL })
    const numbers = () =>
      restored.db.rows<{ seller_id: number; is_ours: boolean }>(
        `select seller_id, xact < pg_snapshot_xmax(pg_current_snapshot()) as is_ours
       from (select seller_id, xact, id from events union all select seller_id, xact, 0 from enforcement_changes) e
       order by xact, id`,
      )
    t.same([...new Set((await numbers()).map(({ is_ours }) => is_ours))], [true])
    await restored.db.transaction((tx) => restored.events.publish(tx, [event(4)]))
    t.same(
      (await numbers()).slice(-3).map(({ seller_id }) => seller_id),
      [2, 2, 4],
    )
  },
)
