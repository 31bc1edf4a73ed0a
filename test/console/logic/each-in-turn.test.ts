import t from 'tap'
import { eachInTurn } from '../../../console/logic/each-in-turn.ts'

const never = () => null

t.test('one that fails does not stop the rest', async (t) => {
  const told: number[] = []
  const done: number[] = []
  const outcomes = await eachInTurn(
    [1, 2, 3],
    async (item) => {
      if (item === 2) throw new Error('two')
      done.push(item)
    },
    { tell: (count) => told.push(count), pauseAfter: never },
  )
  t.same(done, [1, 3])
  t.same(told, [1, 2, 3])
  t.same(
    outcomes.map(({ error }) => (error as Error | undefined)?.message),
    [undefined, 'two', undefined],
  )
})

t.test('what may help is tried again after the pause', async (t) => {
  const paused: number[] = []
  let tries = 0
  const outcomes = await eachInTurn(
    ['one'],
    async () => {
      tries += 1
      if (tries < 3) throw new Error('busy')
    },
    {
      pauseAfter: (_, tried) => tried * 100,
      pause: async (ms) => {
        paused.push(ms)
      },
    },
  )
  t.same(paused, [100, 200])
  t.same(outcomes, [{ item: 'one' }])
})

t.test('after an abort no further one is begun', async (t) => {
  const stop = new AbortController()
  const begun: number[] = []
  const outcomes = await eachInTurn(
    [1, 2, 3],
    async (item) => {
      begun.push(item)
      if (item === 2) stop.abort()
    },
    { signal: stop.signal, pauseAfter: never },
  )
  t.same(begun, [1, 2])
  t.equal(outcomes.length, 2)
})
