import t from 'tap'
import { readAhead } from '../../../../src/platform/database/statements/read-ahead.ts'

/** Parts that are read when the test says so. */
function parts(count: number) {
  const begun: number[] = []
  const turns = Array.from({ length: count }, () => Promise.withResolvers<string>())
  const read = (part: number) => {
    begun.push(part)
    return (turns[part] as (typeof turns)[number]).promise
  }
  return { begun, turns, all: readAhead([...turns.keys()], 2, read) }
}

t.test('so many are read at a time, and handed out in their order', async (t) => {
  const { begun, turns, all } = parts(4)
  const first = all.next()
  t.same(begun, [0, 1])
  turns[1]?.resolve('one')
  turns[0]?.resolve('zero')
  t.equal((await first).value, 'zero')
  t.same(begun, [0, 1, 2], 'the next is read while the first is worked on')
  for (const turn of turns) turn.resolve('later')
  const rest: string[] = []
  for await (const one of all) rest.push(one)
  t.same(rest, ['one', 'later', 'later'])
  t.same(begun, [0, 1, 2, 3])
})

t.test('a part that fails fails in its turn, and waits for the others that were begun', async (t) => {
  const { turns, all } = parts(3)
  const first = all.next()
  turns[1]?.reject(new Error('one is torn'))
  turns[0]?.resolve('zero')
  t.equal((await first).value, 'zero')
  let isOver = false
  const second = all.next().finally(() => {
    isOver = true
  })
  second.catch(() => {})
  await new Promise(setImmediate)
  t.equal(isOver, false)
  turns[2]?.resolve('two')
  await t.rejects(second, { message: 'one is torn' })
})

t.test('who stops early leaves nothing running', async (t) => {
  const { turns, all } = parts(2)
  for (const turn of turns) turn.resolve('read')
  for await (const one of all) {
    t.equal(one, 'read')
    break
  }
  t.same(await all.next(), { value: undefined, done: true })
})
