import t from 'tap'
import {
  type DatabaseProblem,
  watchDatabase,
} from '../../../../src/platform/database/connect/availability.ts'
import { eventually } from '../../../setup/eventually.ts'

/** A database that is as it is told to be, and what its watcher logs. */
function watched(t: { teardown(work: () => void): void }) {
  let state: DatabaseProblem | undefined
  let asked = 0
  const logged: string[] = []
  const log = { warn: (text: string) => logged.push(text), info: (text: string) => logged.push(text) }
  const availability = watchDatabase(async () => {
    asked++
    if (state === 'unreachable') throw new Error('no answer')
    return state
  }, log as never)
  t.teardown(availability.close)
  return {
    availability,
    logged,
    asked: () => asked,
    become(next: DatabaseProblem | undefined) {
      state = next
    },
  }
}

t.test('nothing is asked before there is a suspicion; one that is wrong changes nothing', async (t) => {
  const { availability, asked, logged } = watched(t)
  await new Promise(setImmediate)
  t.equal(asked(), 0)
  t.equal(availability.problem(), undefined)
  availability.suspect()
  t.equal(await availability.check(), undefined)
  t.same(logged, [])
})

t.test('a suspicion asks until the database is back, and says so once each', async (t) => {
  const { availability, logged, become } = watched(t)
  become('unreachable')
  availability.suspect()
  availability.suspect()
  await availability.check()
  t.equal(availability.problem(), 'unreachable')
  become(undefined)
  await eventually(async () => availability.problem() === undefined)
  t.match(logged, [/can not be reached/, /back after \d+\.\d s/])
  t.equal(logged.length, 2)
})

t.test('a read-only database is told apart; who asks at the same time gets one answer', async (t) => {
  const { availability, become, asked } = watched(t)
  become('read-only')
  const { check } = availability
  t.same(await Promise.all([check(), check(), check()]), Array(3).fill('read-only'))
  t.equal(asked(), 1)
  t.equal(availability.problem(), 'read-only')
})

t.test('an answer that a busy process missed says nothing of the database', async (t) => {
  let asked = 0
  const log = { warn: () => t.fail('it is not away'), info: () => {} }
  const availability = watchDatabase(async () => {
    if (++asked > 1) return undefined
    const busyUntil = performance.now() + 800
    while (performance.now() < busyUntil);
    throw new Error('no answer')
  }, log as never)
  t.teardown(availability.close)
  t.equal(await availability.check(), undefined)
  t.equal(asked, 2)
})
