import t from 'tap'
import { AGGREGATE_NAMES, type Aggregates, readAggregates } from '../../src/scoring/aggregates.ts'
import { RULE_TYPE_OF } from '../../src/scoring/components.ts'
import { measure } from '../../src/scoring/measure.ts'
import { METRICS, type Metric } from '../../src/scoring/metrics.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { round } from '../../src/scoring/rational.ts'
import { SCORED } from '../../src/scoring/scored-feeds.ts'
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

t.test('left out is what leaves too few rows, where the rows are those that min_volume counts', async (t) => {
  const due = { orders: 500, ready_due: 29, ready_on_time: 29 }
  t.strictSame(measured('on_time_ready_rate', { ...due, ...{ late_fault_nobody: 1 } }), [
    null,
    null,
    'left_out',
  ])
  const tickets = { tickets: 3, ...{ reply_fault_operator: 2, reply_fault_carrier: 1 } }
  t.strictSame(measured('ticket_overdue_rate', tickets), [null, null, 'left_out'])
  const few = { orders: 29, tickets: 9, ...{ ticket_fault_nobody: 5 } }
  t.strictSame(measured('seller_ticket_rate', few), [null, null, 'below_min_volume'], 'it counts orders')
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

t.test('no rows are no value of any metric, though its rule asks for none', async (t) => {
  const feeds = { ...ALL_FEEDS, returns: true }
  const reasonWithout = (metric: Metric, absent: readonly string[]) => {
    const sums = AGGREGATE_NAMES.filter((name) => !absent.includes(name)).map((name) => [name, 7])
    const facts = readAggregates(Object.fromEntries(sums), 28)
    const { value, na } = measure(withoutMinimum(metric), facts, feeds)
    t.equal(value === null, na !== null)
    return metric.read(facts).volume.n === 0n ? na : 'has rows'
  }
  for (const metric of METRICS)
    await t.test(metric.name, async (t) => {
      const reasons = metric.reads.map((feed) => reasonWithout(metric, Object.keys(SCORED[feed].sums)))
      t.ok(
        reasons.some((reason) => reason !== 'has rows'),
        'min_volume counts rows of a feed that it reads',
      )
      t.notOk(reasons.includes(null), 'without these rows it has no value')
      t.match(reasonWithout(metric, AGGREGATE_NAMES), /below_min_volume|zero_denominator/)
    })
})

function withoutMinimum({ name: metric, component, params }: Metric) {
  const rules = defaultRuleSet()
  const rule = { id: 1, version: 1, metric, weight: 100, min_volume: 0, params }
  rules[RULE_TYPE_OF[component]] = [
    {
      ...rule,
      curve: [
        [0, 100],
        [50, 0],
      ],
    },
  ]
  const [prepared] = prepareRules(rules).components.flatMap(({ metrics }) =>
    metrics.filter((one) => one.metric.name === metric),
  )
  if (!prepared) throw new Error(`${metric} has no rule`)
  return prepared
}
