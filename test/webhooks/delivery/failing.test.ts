import fc from 'fast-check'
import t from 'tap'
import { failingNotice } from '../../../plugins/webhooks/delivery/failing.ts'

const failing_since = new Date('2026-11-01T12:00:00Z')
const after = (days: number) => new Date(failing_since.getTime() + days * 86_400_000)
const asked = (days: number, last_notice: number | null = null) =>
  failingNotice({ failing_since, last_notice, now: after(days) })

t.test('which notice is due', async (t) => {
  const cases: [days: number, last: number | null, notice: number | null, disable: boolean][] = [
    [0, null, null, false],
    [0.999, null, null, false],
    [1, null, 1, false],
    [2.9, 1, null, false],
    [3, 1, 3, false],
    [4, null, 3, false],
    [4.999, 3, null, false],
    [5, 3, 5, true],
    [9, null, 5, true],
    [9, 5, null, true],
  ]
  for (const [days, last, notice, disable] of cases)
    t.match(asked(days, last), { notice, disable }, `after ${days} days, when the last one was ${last}`)
})

t.test('nothing is due for a subscription that does not fail', async (t) => {
  t.strictSame(failingNotice({ failing_since: null, last_notice: 1, now: after(9) }), {
    notice: null,
    disable: false,
    message: null,
  })
})

t.test('the message says since when and what follows', async (t) => {
  t.equal(
    asked(1).message,
    'Every attempt has failed since 2026-11-01T12:00:00.000Z, for a day; after 5 days the subscription will be disabled.',
  )
  t.equal(
    asked(5, 3).message,
    'Every attempt has failed since 2026-11-01T12:00:00.000Z, for 5 days, so the subscription is disabled until it is made active again.',
  )
})

t.test('however often it is asked, no notice is given twice, and the last one is given', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 4.9, noNaN: true })), (moments) => {
      const given: number[] = []
      for (const days of [...moments.sort((a, b) => a - b), 5, 6]) {
        const { notice } = asked(days, given.at(-1) ?? null)
        if (notice !== null) given.push(notice)
      }
      t.strictSame(given, [...new Set(given)].sort())
      t.equal(given.at(-1), 5)
    }),
  )
})
