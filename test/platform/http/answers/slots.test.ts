import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createSlots, type SlotOptions } from '../../../../src/platform/http/answers/slots.ts'
import { testApp } from '../../../setup/app.ts'
import { clientOf } from '../../../setup/client.ts'
import { eventually } from '../../../setup/eventually.ts'

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
  return { slots, began, atWork, ask, end }
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

t.test('who goes while at work frees the slot at its end, once', async (t) => {
  const { atWork, ask, end, slots } = scene()
  const leaving = new AbortController()
  await ask('a', leaving.signal)
  const waits = ask('b')
  leaving.abort()
  await delay(0)
  t.equal(slots.waiting(), 1)
  const [free] = atWork
  await end()
  t.equal(await waits, 'begun')
  free?.()
  await delay(0)
  t.equal(slots.taken(), 1, 'that of b')
})

t.test('a list has its slot while its statement runs, also when the caller has gone', async (t) => {
  const { app, user, DATABASE_URL } = await testApp(t)
  const database = await clientOf(t, DATABASE_URL)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'x-user-id': String(user.bod.id) }
  const ask = (signal?: AbortSignal) =>
    fetch(`${url}/api/sellers?limit=500`, { headers, signal: signal ?? null })
  await database.query('begin; lock table sellers in access exclusive mode')
  const connected = once(app.server, 'connection')
  const leaving = new AbortController()
  const left = ask(leaving.signal)
  await eventually(async () => app.rowSlots.taken() === 1)
  const [socket] = await connected
  const gone = once(socket, 'close')
  leaving.abort()
  await t.rejects(left)
  await gone
  t.equal(app.rowSlots.taken(), 1)
  const waits = ask()
  await eventually(async () => app.rowSlots.waiting() === 1)
  await database.query('commit')
  t.equal((await waits).status, 200)
  t.equal(app.rowSlots.taken(), 0)
})
