import fc from 'fast-check'
import t from 'tap'
import { retryAfter } from '../../../plugins/webhooks/delivery/schedule.ts'

const now = new Date('2026-11-20T12:00:00Z')
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
    await t.test(name, async (t) => t.equal(retryAfter(value, now)?.toISOString() ?? null, expected))
})

t.test('any text is null or a time at most a day from now', async () => {
  const latest = now.getTime() + 86_400_000
  fc.assert(fc.property(fc.string(), (text) => (retryAfter(text, now)?.getTime() ?? 0) <= latest))
})
