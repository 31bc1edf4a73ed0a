import t from 'tap'
import { calendarOf, datesOf, monthOf } from '../../prisma/seed/calendar.ts'
import { addDays, lastDayOf } from '../../src/scoring/month.ts'

t.test('the demo is about three finished periods and the running one', async (t) => {
  t.same(calendarOf('2026-02-28', 'UTC').periods, ['2025-11', '2025-12', '2026-01', '2026-02'])
  t.same(calendarOf('2026-03-01', 'UTC').periods.at(-1), '2026-03')
})

const MIDNIGHTS = [
  ['UTC', '2026-07-01', '2026-07-01T00:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
] as const
for (const [timeZone, date, instant] of MIDNIGHTS)
  t.test(`${date} begins in ${timeZone} at ${instant}`, async (t) => {
    t.equal(new Date(calendarOf('2026-11-20', timeZone).startOf(date)).toISOString(), instant)
  })

t.test('dates count on over the ends of months and years', async (t) => {
  t.same([addDays('2026-02-28', 1), addDays('2026-01-01', -1)], ['2026-03-01', '2025-12-31'])
  t.same([lastDayOf('2028-02'), lastDayOf('2026-12')], ['2028-02-29', '2026-12-31'])
  t.same(
    [datesOf('2026-02').length, datesOf('2026-02')[0], datesOf('2026-02').at(-1)],
    [28, '2026-02-01', '2026-02-28'],
  )
})

t.test('what comes on the anchor or later has not happened', async (t) => {
  const { happened, startOf } = calendarOf('2026-11-20', 'Europe/Berlin')
  t.equal(happened(startOf('2026-11-20') - 1), '2026-11-19T22:59:59.999Z')
  t.equal(happened(startOf('2026-11-20')), undefined)
})

t.test('a date before the demo belongs to its first month, one to come to the running month', async (t) => {
  const calendar = calendarOf('2026-01-20', 'UTC')
  const dates = [
    '2025-05-31',
    '2025-10-01',
    '2025-11-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-31',
    '2026-04-01',
  ]
  t.same(
    dates.map((date) => monthOf(calendar, date)),
    [0, 0, 1, 2, 3, 3, 3],
  )
})
