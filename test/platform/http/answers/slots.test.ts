import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createSlots, type SlotOptions } from '../../../../src/platform/http/answers/slots.ts'

const never = new AbortController().signal

/** Slots, and what became of those who asked: `began` has their names in order, and `end` ends the first at work. */
function scene(options: Partial<SlotOptions> = {}) {
  const slots = createSlots({ atOnce: 1, refuse: () => new Error('refused'), ...options })
  const began: string[] = []
  const atWork: (() => void)[] = []
  const ask = (name: string, gone = never) =>
    slots.take(gone).then(
      (free) => {
        began.push(name)
        atWork.push(free)
        return 'begun'
      },
      ({ message }) => message as string,
    )
  async function end() {
    atWork.shift()?.()
    await delay(0)
  }
  return { slots, began, ask, end }
}

t.test('so many are at work at once, and the others begin in the order in which they came', async (t) => {
  const { began, ask, end, slots } = scene({ atOnce: 2 })
  for (const name of ['a', 'b', 'c', 'd']) void ask(name)
  await delay(0)
  t.same(began, ['a', 'b'])
  t.same([slots.taken(), slots.waiting()], [2, 2])
  await end()
  t.same(began, ['a', 'b', 'c'])
  for (let n = 0; n < 3; n++) await end()
  t.same(began, ['a', 'b', 'c', 'd'])
  t.same([slots.taken(), slots.waiting()], [0, 0])
})

t.test('a full line refuses who comes', async (t) => {
  const { ask, end } = scene({ places: 1 })
  await ask('a')
  const waits = ask('b')
  t.equal(await ask('c'), 'refused')
  await end()
  t.equal(await waits, 'begun')
})

t.test('who waits too long is refused and leaves the line', async (t) => {
  const { ask, end, slots } = scene({ waitMs: 20 })
  await ask('a')
  t.equal(await ask('b'), 'refused')
  t.equal(slots.waiting(), 0)
  await end()
  t.equal(await ask('c'), 'begun')
})

t.test('who goes leaves the line to others', async (t) => {
  const { ask, end, slots } = scene({ places: 1 })
  await ask('a')
  const leaving = new AbortController()
  const left = ask('b', leaving.signal)
  leaving.abort()
  t.match(await left, /caller has gone/)
  t.equal(slots.waiting(), 0)
  t.match(await ask('b', leaving.signal), /caller has gone/, 'one who was gone before')
  const waits = ask('c')
  await end()
  t.equal(await waits, 'begun')
})

t.test('who goes frees the slot, which may be freed again', async (t) => {
  const { ask, end, slots } = scene()
  const leaving = new AbortController()
  await ask('a', leaving.signal)
  const waits = ask('b')
  leaving.abort()
  t.equal(await waits, 'begun')
  await end()
  t.equal(slots.taken(), 1, 'that of b')
})
