import t from 'tap'
import type { Decimals } from '../../src/scoring/currency.ts'
import type { RuleRecord } from '../../src/scoring/rules.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { evaluateSurcharges } from '../../src/scoring/surcharge-rules.ts'
import { aggregatesOf, anInput, scored, set, VALUES } from './a-seller.ts'

const surcharges = (given: Partial<ScoreInput>, records = set.surcharge, decimals: Decimals = 2) => {
  const { explanation, is_grace_period } = scored(given)
  return evaluateSurcharges(records, { metrics: explanation.metrics, is_grace_period }, decimals)
}

/** The amounts by type that a great seller gets with other facts. */
const amounts = (aggregates: ScoreInput['aggregates'], records = set.surcharge) =>
  surcharges({ aggregates: { ...aggregatesOf(VALUES.great), ...aggregates } }, records).map(
    ({ surcharge_type, amount }) => [surcharge_type, amount],
  )

const forecastError = (absolute_error: number | string, actual_total = 100) => ({
  absolute_error,
  actual_total,
})

const planning = (given: Partial<RuleRecord<'surcharge'>>): RuleRecord<'surcharge'>[] => [
  { ...(set.surcharge[0] as RuleRecord<'surcharge'>), ...given },
]

t.test('a surcharge names its rule, metric, value, threshold and reason', async (t) => {
  const [planningRule] = set.surcharge
  t.strictSame(surcharges({ aggregates: { ...aggregatesOf(VALUES.great), ...forecastError(75) } }), [
    {
      rule: { id: planningRule?.id, version: 1 },
      surcharge_type: 'planning_overload',
      metric: 'forecast_error',
      value: 75,
      threshold: 50,
      amount: '150.00',
      trigger_details: {
        rule_id: planningRule?.id,
        rule_version: 1,
        metric: 'forecast_error',
        value: 75,
        threshold: 50,
        reason:
          'Forecasts were more than 50 % off the orders: forecast_error was 75 %, and the limit is 50 %.',
      },
    },
  ])
})

t.test('an amount is rounded to the decimals of its currency, half away from zero', async (t) => {
  const third = planning({ amount: 100, per_point: 0.3335, cap: null })
  const given = { aggregates: { ...aggregatesOf(VALUES.great), ...forecastError(65) } }
  for (const [decimals, amount] of [
    [0, '105'],
    [2, '105.00'],
    [3, '105.003'],
  ] as const)
    t.equal(surcharges(given, third, decimals)[0]?.amount, amount)
  t.equal(surcharges(given, planning({ amount: 0.5, per_point: 0, cap: null }), 0)[0]?.amount, '1')
})

t.test('the default rules', async (t) => {
  const stock = (aged_volume: number | string) => ({ aged_volume })
  const late = (days: number) => ({ amount_days_late: days * 100 })
  const cases: [string, ScoreInput['aggregates'], [string, string][]][] = [
    ['a great seller has none', {}, []],
    ['forecast error 50 %, exactly the threshold', forecastError(50), []],
    ['forecast error 50.5 %', forecastError('50.5'), [['planning_overload', '101.00']]],
    ['forecast error 100 %, exactly the cap', forecastError(100), [['planning_overload', '200.00']]],
    [
      'forecast error 120 %: 100 + 2 × 70 = 240, capped',
      forecastError(120),
      [['planning_overload', '200.00']],
    ],
    ['forecast error 152 ÷ 3 %: 100 + 4 ÷ 3', forecastError(152, 300), [['planning_overload', '101.33']]],
    ['forecasts and no orders, an error of 100 %', forecastError(10, 0), [['planning_overload', '200.00']]],
    ['60 days beyond terms', late(60), []],
    ['61 days beyond terms block without an amount', late(61), [['payment_block', '0.00']]],
    ['aged stock 30 %', stock(30), []],
    ['aged stock 30.0005 % rounds half up', stock('30.0005'), [['aging_storage_multiplier', '0.01']]],
    ['aged stock 37.5 %', stock('37.5'), [['aging_storage_multiplier', '75.00']]],
    ['aged stock 90 %', stock(90), [['aging_storage_multiplier', '200.00']]],
    [
      'all three, in order of the rules',
      { ...stock(31), ...late(90), ...forecastError(60) },
      [
        ['planning_overload', '120.00'],
        ['payment_block', '0.00'],
        ['aging_storage_multiplier', '10.00'],
      ],
    ],
  ]
  for (const [title, facts, expected] of cases) t.strictSame(amounts(facts), expected, title)
})

t.test('a value is compared unrounded', async (t) => {
  const just = { absolute_error: 1_500_000_001, actual_total: 3_000_000_000 } // 50.00000003…
  t.strictSame(amounts(just), [['planning_overload', '100.00']])
  t.match(surcharges({ aggregates: { ...aggregatesOf(VALUES.great), ...just } })[0], { value: 50 })
})

t.test('a seller in grace is spared, and one without facts', async (t) => {
  t.strictSame(surcharges({}), [])
  const aggregates = aggregatesOf([120, 20, 14, ...VALUES.great.slice(3)])
  const seller = { ...anInput().seller, contract_start_date: '2026-05-01' }
  t.strictSame(surcharges({ aggregates, seller }), [])
  t.equal(surcharges({ aggregates }).length, 1)
})

t.test('without a cap an amount grows on, exact beyond what a double holds', async (t) => {
  t.strictSame(amounts(forecastError(120), planning({ cap: null })), [['planning_overload', '240.00']])
  const records = planning({ above: 0, amount: 0.01, per_point: 90_000_000_000_000, cap: null })
  t.strictSame(amounts(forecastError(100), records), [['planning_overload', '9000000000000000.01']])
})

t.test('a rule may look at any metric, in its unit', async (t) => {
  const cover = planning({ metric: 'weeks_of_cover', above: 7.5, reason: 'Too much stock.' })
  const [surcharge] = surcharges({ aggregates: aggregatesOf(VALUES.great) }, cover)
  t.equal(
    surcharge?.trigger_details.reason,
    'Too much stock: weeks_of_cover was 8 weeks, and the limit is 7.5 weeks.',
  )
})

t.test('a reason does not say that 50 is above 50', async (t) => {
  const aggregates = { ...aggregatesOf(VALUES.great), ...forecastError('50.0004') }
  t.match(surcharges({ aggregates })[0]?.trigger_details.reason, /was 50\.0004 %, and the limit is 50 %/)
})

t.test('the order of the rules does not matter', async (t) => {
  const aggregates = aggregatesOf([60, 20, 14, ...VALUES.great.slice(3, 9), 90, 0, 31, 8, 0.5])
  t.equal(surcharges({ aggregates }).length, 3)
  t.strictSame(surcharges({ aggregates }, set.surcharge.toReversed()), surcharges({ aggregates }))
})

const reason = (trigger_details: Record<string, unknown>, surcharge_type = 'payment_block') =>
  surchargeReason({ surcharge_type, period: '2026-10', trigger_details })

t.test('the reason of the details is told as it is', async (t) => {
  t.equal(reason({ reason: 'Invoices are late', days: 75 }), 'Invoices are late')
})

t.test('without one it is a sentence of the type, the period and the plain details', async (t) => {
  t.equal(reason({}), 'Payment block for 2026-10.')
  t.equal(
    reason({ days: 75, invoice: 'I-1', sure: true }),
    'Payment block for 2026-10: days 75, invoice I-1, sure true.',
  )
})

t.test('a reason that is no text, and details that are not plain, are passed over', async (t) => {
  for (const odd of ['', '  ', null, ['a'], { a: 1 }])
    t.equal(reason({ reason: odd }), 'Payment block for 2026-10.')
  t.equal(
    reason({ list: [1], nested: { a: 1 }, nothing: null, days: 2 }),
    'Payment block for 2026-10: days 2.',
  )
})

t.test('a long sentence is cut where it can be stored and sent', async (t) => {
  const text = reason({ note: '😀'.repeat(600) })
  t.equal(text.length, 500)
  t.ok(text.isWellFormed())
  t.match(text, /…$/)
})
