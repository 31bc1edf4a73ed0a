import t from 'tap'
import { rowSaid } from '../../../plugins/sos/facts/list-facts.ts'
import { METRICS, metricNamed } from '../../../src/scoring/metrics.ts'

/** A row of a metric: what it adds to numerator and denominator, and how that is told. */
const ROWS: [string, number, number, string][] = [
  ['forecast_error', 3, 68, 'Off by 3 of 68 orders'],
  ['forecast_error', 12, 0, 'Off by 12 of 0 orders'],
  ['forecast_bias', -3, 68, 'Off by 3 of 68 orders'],
  ['forecast_lateness', 1, 1, '1 day late'],
  ['seller_cancel_rate', 1, 1, 'Yes'],
  ['on_time_ready_rate', 0, 1, 'No'],
  ['on_time_ready_rate', 0, 0, 'Not counted'],
  ['return_rate', 1, 0, '1 return'],
  ['return_rate', 0, 1, '1 order'],
  ['seller_ticket_rate', 2, 0, 'Counts as 2'],
  ['seller_ticket_rate', 0, 0, 'Not counted'],
  ['seller_ticket_rate', 0, 1, '1 order'],
  ['days_beyond_terms', 8490.28, 51.77, '164 days late'],
  ['overdue_share', 1040, 2000, '€1,040.00 of €2,000.00'],
  ['aged_stock_share', 0.0831, 0.0831, '0.08 of 0.08'],
  ['weeks_of_cover', 208, 0, 'In stock'],
  ['weeks_of_cover', 0, 14, '2 units ordered'],
]

t.test('a row says in words what it adds to its metric', async (t) => {
  for (const [name, numerator, denominator, said] of ROWS) {
    const metric = metricNamed(name)
    t.equal(metric && rowSaid(metric, { numerator, denominator }, 'EUR'), said, name)
  }
})

t.test('a row that adds nothing to any part is not counted, whatever the metric', async (t) => {
  for (const metric of METRICS)
    t.equal(rowSaid(metric, { numerator: 0, denominator: 0 }, undefined), 'Not counted')
})

t.test('a row that is left out says by whose fault', async (t) => {
  const [metric] = METRICS
  const added = { numerator: 0, denominator: 0, left_out: 'carrier' } as const
  t.equal(metric && rowSaid(metric, added, undefined), "Left out: by the carrier's fault")
})
