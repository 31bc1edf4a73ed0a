import t from 'tap'
import { graceOf } from '../../src/scoring/grace.ts'

t.test('a month whose last day is the last day of grace is in grace', async (t) => {
  t.strictSame(graceOf('2026-01-01', 90, '2026-03'), {
    is_grace_period: true,
    start: '2026-01-01',
    days: 90,
    until: '2026-04-01',
  })
})

t.test('a month that outlasts grace by a day is not', async (t) => {
  t.equal(graceOf('2025-12-31', 90, '2026-03').is_grace_period, false)
  t.equal(graceOf('2026-01-02', 90, '2026-03').is_grace_period, true)
})

t.test('without grace days the month of the start is not in grace', async (t) => {
  t.equal(graceOf('2026-03-15', 0, '2026-03').is_grace_period, false)
})
