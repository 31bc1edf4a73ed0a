import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { watchLag } from '../../../../src/platform/database/connect/event-loop-lag.ts'

t.test('a process that gets to its timers has no lag', async (t) => {
  const lag = watchLag()
  await delay(250)
  t.ok(lag.stop() < 500)
})

t.test('the longest time in which it did not is told', async (t) => {
  const lag = watchLag()
  const busyUntil = performance.now() + 700
  while (performance.now() < busyUntil);
  await delay(150)
  t.ok(lag.stop() >= 500)
})
