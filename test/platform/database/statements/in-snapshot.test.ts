import t from 'tap'
import type { Sql } from '../../../../src/platform/database/database.ts'
import { inSnapshot } from '../../../../src/platform/database/statements/in-snapshot.ts'
import { testApp } from '../../../setup/app.ts'

const { app } = await testApp(t)
const { db } = app
const count = async (reads: Sql) =>
  (await reads.row<{ count: number }>('select count(*) as count from warehouses'))?.count
const add = (code: string) => db.prisma.warehouse.create({ data: { code, name: code } })

t.test('reads inside see one instant, reads beside it see what is', async (t) => {
  const seen = await inSnapshot(db, async (reads) => {
    const before = await count(reads)
    await add('WH-A')
    return [before, await count(reads), await count(db)]
  })
  t.same(seen, [1, 1, 2])
  t.equal(await count(db), 2)
})

t.test('values are given and come back as they do beside it', async (t) => {
  const text = `select $1::int as n, numeric '1.50' as amount, date '2026-02-03' as day,
                       timestamptz '2026-02-03 04:05:06+00' as at`
  const inside = await inSnapshot(db, ({ rows }) => rows(text, [7]))
  t.same(inside, [{ n: 7, amount: 1.5, day: '2026-02-03', at: '2026-02-03T04:05:06.000Z' }])
  t.same(inside, await db.rows(text, [7]))
})

t.test('several reads at once wait for each other', async (t) => {
  const seen = await inSnapshot(db, (reads) => Promise.all([count(reads), count(reads), count(reads)]))
  t.same(seen, [2, 2, 2])
})

t.test('nothing can be written in it, and after an error nothing more can be read', async (t) => {
  await inSnapshot(db, async (reads) => {
    await t.rejects(reads.rows(`insert into warehouses (code, name) values ('X', 'X')`), { code: '25006' })
    await t.rejects(count(reads))
  }).catch(() => {})
  t.equal(await count(db), 2)
})

t.test('its connection goes back to the pool, with work that fails too', async (t) => {
  const open = async () =>
    (
      await db.one<{ count: number }>(
        `select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
    ).count
  t.equal(await inSnapshot(db, open), 1)
  t.equal(await open(), 0)
  await t.rejects(inSnapshot(db, () => Promise.reject(new Error('no'))))
  t.equal(await open(), 0)
})
