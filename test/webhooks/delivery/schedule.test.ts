import fc from 'fast-check'
import t from 'tap'
import { ATTEMPTS, nextAttempt, retryAfter } from '../../../plugins/webhooks/delivery/schedule.ts'

const now = new Date('2026-11-20T12:00:00Z')
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const waitAfter = (attempt: number, chance: number, retryAfter?: Date | null) => {
  const next = nextAttempt({ attempt, now, random: chance, retryAfter })
  return next === null ? null : (next.getTime() - now.getTime()) / 1000
}

t.test('in the middle of its spread the schedule is the one that is documented', async (t) => {
  const waits = Array.from({ length: 11 }, (_, attempt) => waitAfter(attempt, 0.5))
  const [m, h] = [60, 3600]
  t.strictSame(waits, [0, 5, 5 * m, 30 * m, 2 * h, 5 * h, 10 * h, 14 * h, 20 * h, 24 * h, null])
})

t.test('every wait is within 20 % of the schedule', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: ATTEMPTS - 1 }), random, (attempt, chance) => {
      const wait = waitAfter(attempt, chance) ?? Number.NaN
      const middle = waitAfter(attempt, 0.5) ?? Number.NaN
      return wait >= middle * 0.8 && wait <= middle * 1.2
    }),
  )
})

t.test('the spread is used from one end to the other', async (t) => {
  t.equal(waitAfter(1, 0), 4)
  t.equal(waitAfter(1, 0.999999), 6)
})

t.test('a receiver can put an attempt off and never bring it forward', async () => {
  const seconds = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: ATTEMPTS - 1 }), random, seconds, (attempt, chance, wish) => {
      const retryAfter = new Date(now.getTime() + wish * 1000)
      return (
        waitAfter(attempt, chance, retryAfter) === Math.max(wish, waitAfter(attempt, chance) ?? Number.NaN)
      )
    }),
  )
})

t.test('after the last attempt there is none, whatever the receiver asks for', async (t) => {
  t.equal(waitAfter(ATTEMPTS, 0.5, new Date(now.getTime() + 1000)), null)
  t.equal(waitAfter(ATTEMPTS + 1, 0.5), null)
})

const tomorrow = '2026-11-21T12:00:00.000Z'

t.test('until when a receiver asks to wait', async (t) => {
  const cases: [string, string | string[] | undefined, string | null][] = [
    ['seconds', '120', '2026-11-20T12:02:00.000Z'],
    ['no seconds', '0', '2026-11-20T12:00:00.000Z'],
    ['blanks around it', ' 120 ', '2026-11-20T12:02:00.000Z'],
    ['the header twice', ['60', '3600'], '2026-11-20T12:01:00.000Z'],
    ['an HTTP date', 'Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['an HTTP date in the form of RFC 850', 'Friday, 20-Nov-26 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['an HTTP date in the form of asctime', 'Fri Nov 20 13:00:00 2026', '2026-11-20T13:00:00.000Z'],
    ['a date that is past', 'Fri, 20 Nov 2026 11:00:00 GMT', '2026-11-20T11:00:00.000Z'],
    ['a day and a second', '86401', tomorrow],
    ['a date next year', 'Sat, 20 Nov 2027 13:00:00 GMT', tomorrow],
    ['more seconds than a number holds', '9'.repeat(400), tomorrow],
    ['no header', undefined, null],
    ['an empty header', '', null],
    ['no value', [], null],
    ['a negative number', '-5', null],
    ['a fraction', '1.5', null],
    ['a word', 'soon', null],
    ['a date of another kind', '2026-11-20T13:00:00Z', null],
    ['a weekday and nothing more', 'Fri', null],
  ]
  for (const [name, value, expected] of cases)
    t.equal(retryAfter(value, now)?.toISOString() ?? null, expected, name)
})

t.test('any text is null or a time at most a day from now', async () => {
  const latest = now.getTime() + 86_400_000
  fc.assert(fc.property(fc.string(), (text) => (retryAfter(text, now)?.getTime() ?? 0) <= latest))
})
