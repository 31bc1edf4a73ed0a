import t from 'tap'
import { AGGREGATE_NAMES, type Aggregates, readAggregates } from '../../src/scoring/aggregates.ts'
import { RULE_TYPE_OF } from '../../src/scoring/components.ts'
import { prepareCurve, readCurve } from '../../src/scoring/curve.ts'
import { measure } from '../../src/scoring/measure.ts'
import { METRICS, type Metric } from '../../src/scoring/metrics.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { divide, parse, round } from '../../src/scoring/rational.ts'
import { SCORED } from '../../src/scoring/scored-feeds.ts'
import { ALL_FEEDS, defaultRuleSet, rules } from './a-seller.ts'

function measured(name: string, aggregates: Aggregates, feeds = ALL_FEEDS) {
  const facts = readAggregates(aggregates, 28)
  return rules.components
    .flatMap(({ metrics }) => metrics)
    .filter(({ metric }) => metric.name === name)
    .map((rule) => measure(rule, facts, feeds))
    .flatMap(({ value, points, na }) => [value && round(value, 6), points && round(points, 6), na])
}

t.test('a metric has its value and the points of its curve, or says what it lacks', async (t) => {
  const due = { orders: 500, ready_due: 29, ready_on_time: 29 }
  const tickets = { tickets: 3, reply_fault_operator: 2, reply_fault_carrier: 1 }
  const few = { orders: 29, tickets: 9, ticket_fault_nobody: 5 }
  const empty = { stock_rows: 3 }
  const cases: [string, string, Aggregates, (number | string | null)[]][] = [
    ['a rate', 'seller_cancel_rate', { orders: 300, seller_cancelled: 7 }, [2.333333, 63.333333, null]],
    ['one less than min_volume', 'seller_cancel_rate', { orders: 29 }, [null, null, 'below_min_volume']],
    ['min_volume', 'seller_cancel_rate', { orders: 30 }, [0, 100, null]],
    ['which counts the orders that were due', 'on_time_ready_rate', due, [null, null, 'below_min_volume']],
    [
      'left out so that too few are left',
      'on_time_ready_rate',
      { ...due, ...{ late_fault_nobody: 1 } },
      [null, null, 'left_out'],
    ],
    ['all left out', 'ticket_overdue_rate', tickets, [null, null, 'left_out']],
    ['min_volume counts orders', 'seller_ticket_rate', few, [null, null, 'below_min_volume']],
    ['stock without volume', 'aged_stock_share', empty, [null, null, 'zero_denominator']],
    ['no stock and no orders', 'weeks_of_cover', empty, [null, null, 'zero_denominator']],
    ['stock without orders', 'weeks_of_cover', { ...empty, stock_quantity: 1 }, [52, 0, null]],
    ['orders that never came', 'forecast_error', { forecast_rows: 1, forecast_total: 9 }, [100, 0, null]],
    ['nor did they here', 'forecast_bias', { forecast_rows: 1, forecast_total: 9 }, [100, 0, null]],
  ]
  for (const [title, name, aggregates, expected] of cases)
    t.strictSame(measured(name, aggregates), expected, title)
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
  for (const [name, feed] of cases) {
    t.equal(measured(name, facts)[2], null, name)
    const without = { ...ALL_FEEDS, [feed]: false }
    t.equal(measured(name, facts, without)[2], 'feed_not_in_use', `${name} without ${feed}`)
  }
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
  const curve: [number, number][] = [
    [0, 100],
    [50, 0],
  ]
  const rule = { id: 1, version: 1, metric, weight: 100, min_volume: 0, params, curve }
  rules[RULE_TYPE_OF[component]] = [rule]
  const [prepared] = prepareRules(rules).components.flatMap(({ metrics }) =>
    metrics.filter((one) => one.metric.name === metric),
  )
  if (!prepared) throw new Error(`${metric} has no rule`)
  return prepared
}

t.test('linear between its points and level beyond them', async (t) => {
  const curve = prepareCurve([
    [0.5, 100],
    [1, 90],
    [2.5, 60],
    [10, 0],
  ])
  const cases: [string, number][] = [
    ['-3', 100],
    ['0', 100],
    ['0.5', 100],
    ['0.75', 95],
    ['1', 90],
    ['1.8', 74],
    ['2.5', 60],
    ['6.25', 30],
    ['10', 0],
    ['10.000001', 0],
    ['1000000', 0],
  ]
  for (const [x, points] of cases) t.equal(round(readCurve(curve, parse(x)), 6), points, `at ${x}`)
})

t.test('a rising curve with decimal points, and a value that is no decimal', async (t) => {
  const curve = prepareCurve([
    [-5, 0.5],
    [0, 50.25],
    [5, 100],
  ])
  t.equal(round(readCurve(curve, divide(parse(-10), parse(3))), 6), 17.083333)
  t.equal(round(readCurve(curve, parse(-5)), 6), 0.5)
})
