import t from 'tap'
import { addDays, firstDay, nextPeriod } from '../../src/scoring/month.ts'

t.test('days are added across months, years and leap days', async (t) => {
  t.equal(addDays('2026-01-01', 90), '2026-04-01')
  t.equal(addDays('2024-02-28', 1), '2024-02-29')
  t.equal(addDays('2025-12-31', 1), '2026-01-01')
  t.equal(addDays('2026-05-10', 0), '2026-05-10')
})

t.test('each of the twelve months is followed by the next one, December by January', async (t) => {
  const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
    (month) => `2026-${month}`,
  )
  t.same(months.map(nextPeriod), [...months.slice(1), '2027-01'])
  t.equal(firstDay(nextPeriod('2026-01')), '2026-02-01')
})
