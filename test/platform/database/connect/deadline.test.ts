import t from 'tap'
import { startDeadline } from '../../../../src/platform/database/connect/deadline.ts'

/** What a deadline calls, in order. */
function calls(ms: number) {
  const called: string[] = []
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const stop = startDeadline(ms, {
    late: () => called.push('late'),
    over() {
      called.push('over')
      resolve()
    },
  })
  return { called, isOver, stop }
}

t.test('a short deadline is over without having been late', async (t) => {
  const { called, isOver } = calls(10)
  await isOver
  t.same(called, ['over'])
})

t.test('a longer one is late after a second, and then over', async (t) => {
  const { called, isOver } = calls(1_050)
  await isOver
  t.same(called, ['late', 'over'])
})

t.test('a deadline that was stopped calls nothing', async (t) => {
  const stopped = calls(10)
  stopped.stop()
  await calls(50).isOver
  t.same(stopped.called, [])
})

t.test('what has arrived while the process was busy counts, though its time is past', async (t) => {
  const { called, stop } = calls(20)
  const answered = new Promise<void>((resolve) => setTimeout(resolve, 30))
  answered.then(stop)
  const busyUntil = Date.now() + 100
  while (Date.now() < busyUntil);
  await answered
  await calls(50).isOver
  t.same(called, [])
})
