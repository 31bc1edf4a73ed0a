import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createFairQueue, type FairQueueOptions } from '../../../../src/platform/http/answers/fair-queue.ts'

const ended = new AbortController()
t.teardown(() => ended.abort())

/** Turns, and what became of those who asked: `began` has their callers in order, and `end` ends the first at work. */
function scene(options: Partial<FairQueueOptions> = {}) {
  const turns = createFairQueue({ atOnce: 1, refuse: () => new Error('refused'), ...options })
  const began: string[] = []
  const atWork: (() => void)[] = []
  const ask = (caller: string, gone = ended.signal) =>
    turns.take(caller, gone).then(
      (end) => {
        began.push(caller)
        atWork.push(end)
        return 'begun'
      },
      ({ message }) => message as string,
    )
  async function end() {
    atWork.shift()?.()
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  return { turns, began, ask, end }
}

t.test('callers come in rotation, each in the order in which it asked', async (t) => {
  const { began, ask, end, turns } = scene()
  for (const caller of ['a', 'a', 'a', 'b', 'c', 'b']) void ask(caller)
  t.equal(turns.waiting(), 5)
  for (let n = 0; n < 6; n++) await end()
  t.same(began, ['a', 'a', 'b', 'c', 'a', 'b'])
  t.equal(turns.waiting(), 0)
})

t.test('no more are at work at once than may be, and one caller leaves a turn to others', async (t) => {
  const { began, ask, end } = scene({ atOnce: 3, mostOfOne: 2 })
  for (const caller of ['a', 'a', 'a', 'b', 'c']) void ask(caller)
  await delay(0)
  t.same(began, ['a', 'a', 'b'])
  await end()
  t.same(began, ['a', 'a', 'b', 'a'], 'the first in the line that may')
})

t.test('in a full line the newest of who has the most in it makes place', async (t) => {
  const { ask } = scene({ places: 3 })
  void ask('a')
  const [first, second, third] = [ask('a'), ask('a'), ask('a')]
  t.equal(await ask('a'), 'refused', 'who has the most himself')
  const fourth = ask('b')
  t.equal(await third, 'refused')
  const unknown = Symbol()
  for (const other of [first, second, fourth])
    t.equal(await Promise.race([other, delay(0, unknown)]), unknown, 'still waits')
})

t.test('who asks for several things waits so long, who asks for one thing longer', async (t) => {
  const { ask, end } = scene({ waitMs: 20 })
  void ask('a')
  const one = ask('b')
  t.equal(await ask('a'), 'refused')
  await delay(60)
  await end()
  t.equal(await one, 'begun')
})

t.test('who goes leaves the line', async (t) => {
  const { ask, turns } = scene()
  void ask('a')
  const leaving = new AbortController()
  const left = ask('b', leaving.signal)
  leaving.abort()
  t.match(await left, /caller has gone/)
  t.equal(turns.waiting(), 0)
})
