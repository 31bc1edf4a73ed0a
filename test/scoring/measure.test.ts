import t from 'tap'
import { type Aggregates, readAggregates } from '../../src/scoring/aggregates.ts'
import { measure } from '../../src/scoring/measure.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { round } from '../../src/scoring/rational.ts'
import { ALL_FEEDS, defaultRuleSet } from './a-seller.ts'

const rules = prepareRules(defaultRuleSet())

function measured(name: string, aggregates: Aggregates, feeds = ALL_FEEDS) {
  const facts = readAggregates(aggregates, 28)
  return rules.components
    .flatMap(({ metrics }) => metrics)
    .filter(({ metric }) => metric.name === name)
    .map((rule) => measure(rule, facts, feeds))
    .flatMap(({ value, points, na }) => [value && round(value, 6), points && round(points, 6), na])
}

t.test('a metric has its value and the points of its curve', async (t) => {
  t.strictSame(measured('seller_cancel_rate', { orders: 300, seller_cancelled: 7 }), [
    2.333333,
    63.333333,
    null,
  ])
})

t.test('one order less than min_volume is too few', async (t) => {
  t.strictSame(measured('seller_cancel_rate', { orders: 29 }), [null, null, 'below_min_volume'])
  t.strictSame(measured('seller_cancel_rate', { orders: 30 }), [0, 100, null])
})

t.test('min_volume of the ready rate counts the orders that were due', async (t) => {
  t.strictSame(measured('on_time_ready_rate', { orders: 500, ready_due: 29, ready_on_time: 29 }), [
    null,
    null,
    'below_min_volume',
  ])
})

t.test('a snapshot without volume can not be divided by', async (t) => {
  t.strictSame(measured('aged_stock_share', { stock_rows: 3 }), [null, null, 'zero_denominator'])
})

t.test('an empty snapshot of a seller without orders covers nothing', async (t) => {
  t.strictSame(measured('weeks_of_cover', { stock_rows: 3 }), [null, null, 'zero_denominator'])
})

t.test('a value that stands for a ratio has its points', async (t) => {
  t.strictSame(measured('weeks_of_cover', { stock_rows: 3, stock_quantity: 1 }), [52, 0, null])
  t.strictSame(measured('forecast_error', { forecast_rows: 1, forecast_total: 9 }), [100, 0, null])
})

t.test('a metric is N/A for all when a feed that it reads is not in use', async (t) => {
  const facts = {
    orders: 100,
    tickets: 1,
    forecast_rows: 1,
    actual_total: 1,
    stock_rows: 1,
    stock_quantity: 1,
    units_ordered: 1,
  }
  const cases: [string, string][] = [
    ['seller_ticket_rate', 'tickets'],
    ['seller_ticket_rate', 'orders'],
    ['ticket_overdue_rate', 'tickets'],
    ['forecast_lateness', 'forecasts'],
    ['forecast_lateness', 'orders'],
    ['weeks_of_cover', 'inventory'],
    ['weeks_of_cover', 'orders'],
  ]
  for (const [name, feed] of cases)
    await t.test(`${name} without ${feed}`, async (t) => {
      t.equal(measured(name, facts)[2], null)
      t.equal(measured(name, facts, { ...ALL_FEEDS, [feed]: false })[2], 'feed_not_in_use')
    })
})
