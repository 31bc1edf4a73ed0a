import t from 'tap'
import { type Aggregates, readAggregates } from '../../src/scoring/aggregates.ts'
import { METRICS, metricNamed } from '../../src/scoring/metrics.ts'
import { round } from '../../src/scoring/rational.ts'

/** [numerator, denominator, volume, fixed] of a metric, with 20 days elapsed. */
function read(name: string, aggregates: Aggregates) {
  const reading = metricNamed(name)?.read(readAggregates(aggregates, 20))
  return [reading?.numerator, reading?.denominator, reading?.volume, reading?.fixed].map(
    (value) => value && round(value, 6),
  )
}

t.test('numerator, denominator and volume of each metric', async (t) => {
  const facts = {
    orders: 400,
    seller_cancelled: 3,
    ready_on_time: 350,
    ready_due: 380,
    error_free: 398,
    units_ordered: 700,
    forecast_rows: 2,
    forecast_total: 380,
    actual_total: 400,
    absolute_error: 60,
    lateness_days: 9,
    tickets: 12,
    seller_ticket_weight: '10.5',
    replied_in_time: 8,
    reply_due: 10,
    overdue_tickets: 1,
    invoices: 4,
    invoiced_amount: '1000.50',
    amount_days_late: '7000.25',
    unpaid_amount: '200.10',
    stock_rows: 30,
    stock_volume: '12.3456',
    aged_volume: '2.5',
    stranded_volume: '0.25',
    stock_quantity: 900,
    returns: 7,
  }
  const wanted: Record<string, (number | undefined)[]> = {
    forecast_error: [60, 400, 2, undefined],
    forecast_bias: [20, 400, 2, undefined],
    forecast_lateness: [9, 2, 2, undefined],
    seller_cancel_rate: [3, 400, 400, undefined],
    on_time_ready_rate: [350, 380, 380, undefined],
    order_data_accuracy: [398, 400, 400, undefined],
    return_rate: [7, 400, 400, undefined],
    seller_ticket_rate: [10.5, 400, 400, undefined],
    ticket_reply_rate: [8, 10, 10, undefined],
    ticket_overdue_rate: [1, 12, 12, undefined],
    days_beyond_terms: [7000.25, 1000.5, 4, undefined],
    overdue_share: [200.1, 1000.5, 4, undefined],
    aged_stock_share: [2.5, 12.3456, 30, undefined],
    weeks_of_cover: [900 * 20, 700 * 7, 30, undefined],
    stranded_stock_share: [0.25, 12.3456, 30, undefined],
  }
  for (const { name } of METRICS)
    await t.test(name, async (t) => t.strictSame(read(name, facts), wanted[name]))
})
