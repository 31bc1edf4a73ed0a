import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { unreachable } from '../../../../src/platform/database/connect/unavailable.ts'
import { inBatches } from '../../../../src/platform/database/statements/in-batches.ts'
import { clientOf } from '../../../setup/client.ts'
import { createTestDatabase } from '../../../setup/database.ts'
import { eventually } from '../../../setup/eventually.ts'

/** Lanes of so many connections. */
const THREE = { connections: 3 }

/** A reader that answers each reading when it is told to. */
function slowReader() {
  const readings: { keys: number[]; answer(): void }[] = []
  const read = inBatches(THREE, (keys: number[]) => {
    const { promise, resolve } = Promise.withResolvers<Map<number, number>>()
    readings.push({ keys, answer: () => resolve(new Map(keys.map((key) => [key, key]))) })
    return promise
  })
  const asked = () => readings.map(({ keys }) => keys)
  return { read, readings, asked }
}

t.test('what is asked for in one turn is read at once, each key once, and not kept', async (t) => {
  const asked: number[][] = []
  const square = inBatches(THREE, async (keys: number[]) => {
    asked.push(keys)
    return new Map(keys.filter((key) => key > 0).map((key) => [key, key * key]))
  })
  t.same(await Promise.all([square(2), square(3), square(2)]), [4, 9, 4])
  t.same(await Promise.all([square(-1), square(2)]), [undefined, 4], 'a key that names nothing')
  t.same(asked, [
    [2, 3],
    [-1, 2],
  ])
})

t.test('what is asked for while a reading is under way waits for the next, its own key too', async (t) => {
  const { read, readings, asked } = slowReader()
  const first = read(1)
  await turn()
  const later = [read(1), read(2)]
  await turn()
  t.same(asked(), [[1]], 'one reading at a time')
  readings[0]?.answer()
  t.equal(await first, 1)
  t.same(asked(), [[1], [1, 2]])
  readings[1]?.answer()
  t.same(await Promise.all(later), [1, 2])
})

/**
 * Readers of numbers on one pool, of which a negative one hangs until `free`; `hanging` comes when so many readings do,
 * and have done so for half a second.
 */
async function hangingReaders(t: Test, connections: number) {
  const connectionString = await createTestDatabase(t, { empty: true })
  const pool = new pg.Pool({ connectionString, max: connections })
  t.teardown(() => pool.end())
  const holder = await clientOf(t, connectionString)
  await holder.query('select pg_advisory_lock(13)')
  const readings: number[][] = []
  const reader = () =>
    inBatches({ connections }, async (keys: number[]) => {
      readings.push(keys)
      const { rows } = await pool.query<{ key: number }>(
        `select key, case when key < 0 then pg_advisory_xact_lock_shared(13)::text end from unnest($1::int[]) as k(key)`,
        [keys],
      )
      return new Map(rows.map(({ key }) => [key, key]))
    })
  const hanging = (count: number) =>
    eventually(async () => {
      const { rowCount } = await holder.query(`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
        and now() - query_start > interval '500 ms'`)
      return rowCount === count
    })
  return { pool, readings, reader, hanging, free: () => holder.query('select pg_advisory_unlock(13)') }
}

t.test(
  'a reading that hangs holds up no more than its own keys, and one more may hang beside it',
  async (t) => {
    const { readings, reader, hanging, free } = await hangingReaders(t, 3)
    const read = reader()
    const ended: number[] = []
    const ask = (key: number) => read(key).then((found) => ended.push(Number(found)))
    const begun = [ask(-1)]
    await hanging(1)
    t.equal(await read(1), 1)
    t.equal(await read(2), 2, 'and so on')
    begun.push(ask(-2))
    await hanging(2)
    begun.push(ask(3))
    t.same([readings, ended], [[[-1], [1], [2], [-2]], []], 'two at a time at most')
    await free()
    await Promise.all(begun)
    t.same(ended.toSorted(), [-1, -2, 3])
    t.equal(await read(4), 4)
  },
)

t.test(
  'with two connections no reading begins beside one that hangs, which leaves one to others',
  async (t) => {
    const { pool, reader, hanging, free } = await hangingReaders(t, 2)
    const [read, other] = [reader(), reader()]
    const begun = [read(-1)]
    await turn()
    begun.push(read(-2))
    await hanging(1)
    t.equal(pool.totalCount, 1, 'the second reading waits for the first')
    t.equal(await other(1), 1)
    await free()
    t.same(await Promise.all(begun), [-1, -2])
  },
)

t.test('a reading has at most 500 keys, and the next one has the others', async (t) => {
  const { read, readings, asked } = slowReader()
  const answers = Promise.all(Array.from({ length: 700 }, (_, key) => read(key)))
  await turn()
  readings[0]?.answer()
  await turn()
  readings[1]?.answer()
  t.equal((await answers).length, 700)
  t.same(
    asked().map(({ length }) => length),
    [500, 200],
  )
})

t.test('one key that fails, fails for nobody else', async (t) => {
  const read = inBatches(THREE, async (keys: number[]) => {
    if (keys.includes(13)) throw new Error('value 13 is out of range')
    return new Map(keys.map((key) => [key, key]))
  })
  t.match(await Promise.allSettled([read(1), read(13), read(2)]), [
    { value: 1 },
    { reason: { message: 'value 13 is out of range' } },
    { value: 2 },
  ])
  t.equal(await read(3), 3, 'and the next reading goes on')
})

t.test(
  'without the database a reading fails for all who wait for it, is not repeated, and the next goes on',
  async (t) => {
    let times = 0
    const read = inBatches(THREE, async (keys: number[]) => {
      times += 1
      if (times === 1) throw unreachable()
      return new Map(keys.map((key) => [key, key]))
    })
    const away = { status: 'rejected', reason: { statusCode: 503 } }
    t.match(await Promise.allSettled([read(1), read(2)]), [away, away])
    t.equal(times, 1)
    t.equal(await read(1), 1)
  },
)
