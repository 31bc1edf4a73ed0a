import t from 'tap'
import { problemOf } from '../../../../src/platform/http/errors/error-handler.ts'
import { notFound } from '../../../../src/platform/http/errors/problems.ts'
import { testApp } from '../../../setup/app.ts'

const { app } = await testApp(t)
const { db } = app
const timeout = 240_000
const state = async () =>
  await db.rows<{ key: string; value: unknown }>('select key, value from service_state order by 1')

t.beforeEach(() => db.rows('delete from service_state'))

t.test('what is done in it stays, and its values are values', async (t) => {
  const answer = await db.bulkTransaction(
    async (tx) => {
      const row = await tx.one<{ sum: number }>`select ${2}::int + ${3}::int as sum`
      const written = await tx.run`
        insert into service_state (key, value) values (${"it's"}, ${JSON.stringify({ a: '$1' })}::jsonb)`
      const same = await tx.one<{ it: string }>('select $1::text as it', ['$2'])
      return [row.sum, written, same.it]
    },
    { timeout },
  )
  t.same(answer, [5, 1, '$2'])
  t.same(await state(), [{ key: "it's", value: { a: '$1' } }])
})

t.test('nothing of it stays when it fails', async (t) => {
  const failing = db.bulkTransaction(
    async (tx) => {
      await tx.run`insert into service_state (key, value) values ('a', '1')`
      throw new Error('changed my mind')
    },
    { timeout },
  )
  await t.rejects(failing, { message: 'changed my mind' })
  t.same(await state(), [])
})

t.test('a deadlock runs it again', async (t) => {
  await db.rows(`insert into service_state (key, value) values ('a', '0'), ('b', '0')`)
  const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>()
  let holding = 0
  let runs = 0
  const add = (first: string, second: string) =>
    db.bulkTransaction(
      async (tx) => {
        runs++
        await tx.run`update service_state set value = to_jsonb(value::int + 1) where key = ${first}`
        if (++holding === 2) resolve()
        await bothHoldOne
        await tx.run`update service_state set value = to_jsonb(value::int + 1) where key = ${second}`
      },
      { timeout },
    )
  await Promise.all([add('a', 'b'), add('b', 'a')])
  t.ok(runs >= 3, `${runs} runs of two transactions: PostgreSQL may let them meet again`)
  t.same(await state(), [
    { key: 'a', value: 2 },
    { key: 'b', value: 2 },
  ])
})

t.test('a sentence that has the number of a conflict in it does not', async (t) => {
  let runs = 0
  const failing = db.transaction(async () => {
    runs++
    throw notFound('seller_not_found', 'There is no seller 40001.')
  })
  await t.rejects(failing, { message: 'There is no seller 40001.' })
  t.equal(runs, 1)
})

t.test('a conflict that Prisma carries runs it again', async (t) => {
  let runs = 0
  await db.transaction(async (tx) => {
    await tx.run`set transaction isolation level repeatable read`
    await tx.rows`select from service_state`
    if (++runs === 1) await db.run`insert into service_state (key, value) values ('a', '1')`
    await tx.prisma.service_state.upsert({
      where: { key: 'a' },
      create: { key: 'a', value: 0 },
      update: { value: 2 },
    })
  })
  t.equal(runs, 2)
})

t.test('a statement that takes too long is a 503', async (t) => {
  const slow = db.bulkTransaction((tx) => tx.rows`select pg_sleep(60)`, { timeout: 50 })
  const problem = await slow.catch((error) => problemOf(error, 'a-request'))
  t.match(problem, { statusCode: 503 })
})
