import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { coalesce } from '../../plugins/enforcement/coalesce.ts'

/** A reader of squares that remembers what it was asked. */
function squares() {
  const asked: number[][] = []
  const square = coalesce(async (keys: number[]) => {
    asked.push(keys)
    return new Map(keys.filter((key) => key > 0).map((key) => [key, key * key]))
  })
  return { asked, square }
}

t.test('what is asked for in one turn is read at once, each key once', async (t) => {
  const { asked, square } = squares()
  t.same(await Promise.all([square(2), square(3), square(2)]), [4, 9, 4])
  t.same(asked, [[2, 3]])
})

t.test('a key that names nothing is answered with undefined', async (t) => {
  const { square } = squares()
  t.same(await Promise.all([square(-1), square(2)]), [undefined, 4])
})

t.test('nothing is kept for the next turn', async (t) => {
  const { asked, square } = squares()
  await square(2)
  await square(2)
  t.same(asked, [[2], [2]])
})

t.test('what is asked for while a reading is under way is read by the next', async (t) => {
  const readings: { keys: number[]; answer(): void }[] = []
  const read = coalesce((keys: number[]) => {
    const { promise, resolve } = Promise.withResolvers<Map<number, number>>()
    readings.push({ keys, answer: () => resolve(new Map(keys.map((key) => [key, key]))) })
    return promise
  })
  const first = read(1)
  await turn()
  const second = read(2)
  await turn()
  t.same(
    readings.map(({ keys }) => keys),
    [[1], [2]],
  )
  readings[1]?.answer()
  t.equal(await second, 2)
  readings[0]?.answer()
  t.equal(await first, 1)
})

t.test('a reading that fails, fails for all who asked in its turn and for no other', async (t) => {
  let fails = true
  const read = coalesce(async (keys: number[]) => {
    if (fails) throw new Error('away')
    return new Map(keys.map((key) => [key, key]))
  })
  const answers = await Promise.allSettled([read(1), read(2)])
  t.match(answers, [
    { status: 'rejected', reason: { message: 'away' } },
    { status: 'rejected', reason: { message: 'away' } },
  ])
  fails = false
  t.equal(await read(1), 1)
})
