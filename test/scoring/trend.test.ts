import t from 'tap'
import { computeTrend } from '../../src/scoring/trend.ts'

t.test('up, down and flat against the previous total, to the cent', async (t) => {
  t.strictSame(computeTrend(72.93, 70.1, true), { previous_sos: 70.1, delta: 2.83, direction: 'up' })
  t.strictSame(computeTrend(70.1, 72.93, true), { previous_sos: 72.93, delta: -2.83, direction: 'down' })
  t.strictSame(computeTrend(70.1, 70.1, true), { previous_sos: 70.1, delta: 0, direction: 'flat' })
})

t.test('without a previous total the trend is new', async (t) => {
  t.strictSame(computeTrend(72.93, null, true), { previous_sos: 72.93, delta: 0, direction: 'new' })
})

t.test('an unrated total has neither risen nor fallen', async (t) => {
  t.strictSame(computeTrend(0, 72.93, false), { previous_sos: 72.93, delta: 0, direction: 'unrated' })
  t.strictSame(computeTrend(0, null, false), { previous_sos: 0, delta: 0, direction: 'unrated' })
})
