import t from 'tap'
import { graceOf } from '../../src/scoring/grace.ts'
import { addDays, firstDay, lastDayOf, nextPeriod } from '../../src/scoring/month.ts'

t.test('days are added across months, years and leap days', async (t) => {
  t.equal(addDays('2026-01-01', 90), '2026-04-01')
  t.equal(addDays('2024-02-28', 1), '2024-02-29')
  t.equal(addDays('2025-12-31', 1), '2026-01-01')
  t.equal(addDays('2026-01-01', -1), '2025-12-31')
  t.equal(addDays('2026-05-10', 0), '2026-05-10')
  t.same(['2028-02', '2026-12'].map(lastDayOf), ['2028-02-29', '2026-12-31'])
})

t.test('each of the twelve months is followed by the next one, December by January', async (t) => {
  const months = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`)
  t.same(months.map(nextPeriod), [...months.slice(1), '2027-01'])
  t.equal(firstDay(nextPeriod('2026-01')), '2026-02-01')
})

t.test('a month is in grace up to the one whose last day is the last day of grace', async (t) => {
  const days = { is_grace_period: true, start: '2026-01-01', days: 90, until: '2026-04-01' }
  t.strictSame(graceOf('2026-01-01', 90, '2026-03'), days)
  t.equal(graceOf('2025-12-31', 90, '2026-03').is_grace_period, false, 'which outlasts it by a day')
  t.equal(graceOf('2026-01-02', 90, '2026-03').is_grace_period, true)
  t.equal(graceOf('2026-03-15', 0, '2026-03').is_grace_period, false, 'without days of grace')
})
