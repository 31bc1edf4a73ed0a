import t from 'tap'
import { openSnapshot } from '../../../src/platform/database/snapshot.ts'
import { testApp } from '../../setup/app.ts'

const { app } = await testApp(t, { WORKER: 'off' })
const { db } = app
const count = async () => (await db.row<{ count: number }>('select count(*) as count from warehouses'))?.count
const add = (code: string) => db.prisma.warehouse.create({ data: { code, name: code } })
const unexpected = (error: Error) => {
  throw error
}

t.test('reads inside see one instant, reads beside it see what is', async (t) => {
  const snapshot = await openSnapshot(db.pool, unexpected)
  t.equal(await snapshot.read(count), 1)
  await add('WH-A')
  t.equal(await snapshot.read(count), 1)
  t.equal(await count(), 2)
  await snapshot.close()
  t.equal(await count(), 2)
})

t.test('what Prisma reads inside is of the same instant', async (t) => {
  const snapshot = await openSnapshot(db.pool, unexpected)
  const list = () => Promise.all([db.prisma.warehouse.findMany(), db.prisma.warehouse.count()])
  t.equal(await snapshot.read(count), 2)
  await add('WH-P')
  const [rows, total] = await snapshot.read(list)
  t.equal(rows.length, 2)
  t.equal(total, 2)
  t.equal(await snapshot.read(() => db.prisma.warehouse.count()), 2, 'and when nobody awaits it there')
  await db.prisma.warehouse.delete({ where: { code: 'WH-P' } })
  await snapshot.close()
})

t.test('the instant is that of its opening', async (t) => {
  const snapshot = await openSnapshot(db.pool, unexpected)
  await add('WH-B')
  t.equal(await snapshot.read(count), 2)
  await snapshot.close()
})

t.test('several reads at once wait for each other', async (t) => {
  const snapshot = await openSnapshot(db.pool, unexpected)
  t.same(await snapshot.read(() => Promise.all([count(), count(), count()])), [3, 3, 3])
  await snapshot.close()
})

t.test('nothing can be written in it', async (t) => {
  const snapshot = await openSnapshot(db.pool, unexpected)
  await t.rejects(
    snapshot.read(() => db.rows(`insert into warehouses (code, name) values ('X', 'X')`)),
    { code: '25006' },
  )
  await t.rejects(snapshot.read(count), 'and after an error nothing more can be read')
  await snapshot.close()
})

t.test('its connection goes back to the pool', async (t) => {
  const before = db.pool.idleCount
  const snapshot = await openSnapshot(db.pool, unexpected)
  t.equal(db.pool.idleCount, before - 1)
  await snapshot.close()
  t.equal(db.pool.idleCount, before)
})

t.test('when the server ends it, its opener is told, and its connection is not used again', async (t) => {
  const lost = Promise.withResolvers<Error>()
  const snapshot = await openSnapshot(db.pool, lost.resolve)
  const [backend] = await snapshot.read(() => db.rows<{ pid: number }>('select pg_backend_pid() as pid'))
  await db.rows('select pg_terminate_backend($1)', [backend?.pid])
  t.match(await lost.promise, { message: /terminat/ })
  await snapshot.close()
  t.equal(await count(), 3)
})
