import t from 'tap'
import { watchClock } from '../../../src/platform/database/clock.ts'

/** A clock over a database whose time is what the test says. */
function aClock(t: { teardown(work: () => unknown): unknown }) {
  const lines: [level: string, text: string][] = []
  const line =
    (level: string) =>
    (_: unknown, text = '') =>
      void lines.push([level, text])
  const box = { ahead: 0, fails: false }
  const ask = async () => {
    if (box.fails) throw new Error('no answer')
    return Date.now() - box.ahead
  }
  const log = { warn: line('warn'), info: line('info'), debug: line('debug') } as never
  const clock = watchClock({ ask, log })
  t.teardown(clock.close)
  return { clock, box, lines }
}

t.test('of two clocks that agree nothing is corrected', async (t) => {
  const { clock, lines } = aClock(t)
  await clock.measure()
  t.equal(clock.offsetMs(), 0)
  t.same(lines, [])
})

t.test('a clock that is ahead or behind is corrected, and said to be once', async (t) => {
  const { clock, box, lines } = aClock(t)
  for (const [ahead, said] of [
    [600_000, /^the clock of this machine is 600 s ahead of the database’s/],
    [-600_000, undefined],
    [1_000, /agrees/],
    [-7_000, /^the clock of this machine is 7 s behind the database’s/],
  ] as const) {
    box.ahead = ahead
    lines.length = 0
    await clock.measure()
    t.ok(Math.abs(clock.offsetMs() - ahead) < 500, `${clock.offsetMs()} of ${ahead}`)
    t.ok(Math.abs(clock.now().getTime() - (Date.now() - ahead)) < 500)
    t.equal(lines.length, said ? 1 : 0)
    if (said) t.match(lines[0]?.[1], said)
  }
})

t.test('what was known holds while the database gives no answer', async (t) => {
  const { clock, box } = aClock(t)
  box.ahead = 60_000
  await clock.measure()
  box.fails = true
  await clock.measure()
  t.ok(Math.abs(clock.offsetMs() - 60_000) < 500)
})
