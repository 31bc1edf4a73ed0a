import t from 'tap'
import { shareReads } from '../../../../src/platform/database/statements/share-reads.ts'
import { testApp } from '../../../setup/app.ts'
import { eventually } from '../../../setup/eventually.ts'

const { app } = await testApp(t, { WORKER: 'off' })
const { db } = app
await db.run`create table numbers (n int)`

/** Readings that wait until the lock is given back, and how many there have been. */
let readings = 0
const largest = (key = 'largest', patienceMs?: number) =>
  shareReads(
    db,
    key,
    () => {
      readings += 1
      return db.one<{ n: number }>('select coalesce(max(n), 0) as n from numbers')
    },
    patienceMs,
  )

async function whileLocked(work: () => Promise<void>) {
  await db.transaction(async (tx) => {
    await tx.run`lock table numbers in access exclusive mode`
    await work()
  })
}
const waiting = (count: number) =>
  eventually(async () => {
    const { n } = await db.quick.one<{ n: number }>(
      `select count(*) as n from pg_locks where not granted and relation = 'numbers'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return n === count
  })

t.test('all who ask while two readings are at work share the third', async (t) => {
  readings = 0
  const asked: Promise<{ n: number }>[] = []
  await whileLocked(async () => {
    asked.push(largest(), largest())
    await waiting(2)
    for (let more = 0; more < 20; more++) asked.push(largest())
    asked.push(largest('another key'))
    await waiting(3)
  })
  t.equal((await Promise.all(asked)).length, 23)
  t.equal(readings, 4)
})

t.test('who has written sees it, whatever was at work before', async (t) => {
  const atWork: Promise<unknown>[] = []
  for (let n = 1; n <= 100; n++) {
    await db.run`insert into numbers values (${n})`
    const seen = [largest(), largest(), largest(), largest()]
    for (const { n: one } of await Promise.all(seen)) t.equal(one, n)
    atWork.push(largest(), largest(), largest()) // while the next is written
  }
  await Promise.all(atWork)
})

t.test('a reading that fails does so for all who wait for it, and the next one is read', async (t) => {
  const fails = () => shareReads(db, 'fails', () => db.one('select 1 / 0'))
  const outcomes = await Promise.allSettled([fails(), fails(), fails(), fails()])
  t.ok(outcomes.every(({ status }) => status === 'rejected'))
  t.match(await shareReads(db, 'fails', () => db.one('select 1 as n')), { n: 1 })
})

t.test('who waits gives up in time, and nothing is read for nobody', async (t) => {
  const refused = { statusCode: 503, message: /^The database took too long over this request/ }
  readings = 0
  const asked: Promise<{ n: number }>[] = []
  await whileLocked(async () => {
    asked.push(largest('some'), largest('some'), largest('none'), largest('none'))
    await waiting(4)
    asked.push(largest('some'))
    for (const key of ['some', 'none', 'none']) await t.rejects(largest(key, 50), refused, key)
  })
  await Promise.all(asked)
  t.equal(readings, 5, 'the third of some alone is read')
  t.match(await largest('none'), { n: 100 }, 'and the next is read as ever')
})
