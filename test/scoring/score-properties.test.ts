import fc from 'fast-check'
import t from 'tap'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import type { AggregateName } from '../../src/scoring/aggregates.ts'
import { COMPONENTS, FEEDS, type FeedsInUse } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { anException, anInput, defaultRuleSet } from './a-seller.ts'

const rules = prepareRules(defaultRuleSet())

const count = (max: number) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(max) })
const cents = (max: number) =>
  count(max * 100).map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`)

const aggregates = fc.record({
  orders: count(300),
  seller_cancelled: count(30),
  ready_on_time: count(300),
  ready_due: count(300),
  error_free: count(300),
  units_ordered: count(900),
  forecast_rows: count(4),
  forecast_total: count(500),
  actual_total: count(400),
  absolute_error: count(300),
  lateness_days: count(40),
  tickets: count(40),
  seller_ticket_weight: cents(40),
  replied_in_time: count(40),
  reply_due: count(40),
  overdue_tickets: count(20),
  invoices: count(5),
  invoiced_amount: cents(9000),
  amount_days_late: cents(900000),
  unpaid_amount: cents(9000),
  stock_rows: count(40),
  stock_volume: cents(400),
  aged_volume: cents(200),
  stranded_volume: cents(40),
  stock_quantity: count(4000),
})

const feeds = fc.record(
  Object.fromEntries(FEEDS.map((feed) => [feed, fc.boolean()])),
) as fc.Arbitrary<FeedsInUse>

const adjustment = fc.oneof(
  fc.record({ op: fc.constant('exclude') }),
  fc.record({
    op: fc.constantFrom('set', 'floor', 'cap'),
    value: fc.integer({ min: 0, max: 1000 }).map((n) => n / 10),
  }),
  fc.record({ op: fc.constant('add'), value: fc.integer({ min: -2000, max: 2000 }).map((n) => n / 10) }),
  fc.record({ op: fc.constant('multiply'), value: fc.integer({ min: 0, max: 300 }).map((n) => n / 100) }),
  fc.record({ waive: fc.boolean() }),
)

const exceptions: fc.Arbitrary<ScoreException[]> = fc
  .array(fc.record({ component: fc.constantFrom(...COMPONENTS, null), adjustment }), { maxLength: 5 })
  .map((list) =>
    list.map((given, index) =>
      anException({
        id: index + 1,
        score_component_affected: given.component,
        adjustment_rule: given.adjustment,
      }),
    ),
  )

const input = fc
  .record({ aggregates, feeds_in_use: feeds, exceptions, elapsed_days: fc.integer({ min: 1, max: 31 }) })
  .map((given) => anInput(given))

const shuffled = <T>(list: T[]) =>
  fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })

t.test('raws and total stay within 0…100, points too', async () => {
  fc.assert(
    fc.property(input, (given) => {
      const { total_sos, components, explanation } = scoreSeller(rules, given)
      const numbers = [total_sos, ...COMPONENTS.map((name) => components[name].raw)]
      for (const { points } of explanation.metrics) numbers.push(points ?? 0)
      return numbers.every((value) => value >= 0 && value <= 100)
    }),
  )
})

t.test('the unrounded weighted scores add up to the total before its exceptions', async () => {
  fc.assert(
    fc.property(input, (given) => {
      const { total_sos, explanation } = scoreSeller(rules, given)
      const weighted = Object.values(explanation.components).map(
        ({ unrounded, weight }) => (unrounded * weight) / 100,
      )
      const sum = weighted.reduce((all, value) => all + value, 0)
      return (
        Math.abs(sum - explanation.total.before) < 2e-6 &&
        Math.abs(total_sos - explanation.total.after) < 0.005001
      )
    }),
  )
})

t.test('an imputed component has the mean of those with data, by weight', async () => {
  const plain = input.map((given) => ({ ...given, exceptions: [] }))
  fc.assert(
    fc.property(plain, (given) => {
      const components = Object.values(scoreSeller(rules, given).explanation.components)
      const known = components.filter(({ has_data }) => has_data)
      const weight = known.reduce((all, component) => all + component.weight, 0)
      const mean = known.reduce((all, component) => all + component.unrounded * component.weight, 0) / weight
      return components.every(({ imputed, unrounded }) => !imputed || Math.abs(unrounded - mean) < 2e-6)
    }),
  )
})

// What is better about a seller when it rises or falls. Only numerators: they don't decide what is N/A. The cover is
// left out, because neither much nor little of it is better.
const BETTER: [AggregateName, 'more' | 'less'][] = [
  ['absolute_error', 'less'],
  ['lateness_days', 'less'],
  ['seller_cancelled', 'less'],
  ['ready_on_time', 'more'],
  ['error_free', 'more'],
  ['seller_ticket_weight', 'less'],
  ['replied_in_time', 'more'],
  ['overdue_tickets', 'less'],
  ['amount_days_late', 'less'],
  ['unpaid_amount', 'less'],
  ['aged_volume', 'less'],
  ['stranded_volume', 'less'],
]

t.test('without exceptions, a better metric never lowers a raw, the total or the tier', async (t) => {
  for (const [name, direction] of BETTER)
    await t.test(`${direction} ${name}`, async () => {
      fc.assert(
        fc.property(input, fc.nat(400), (given, other) => {
          const change = (value: number): ScoreInput => ({
            ...given,
            exceptions: [],
            aggregates: { ...given.aggregates, [name]: String(value) },
          })
          const values = [Number(given.aggregates[name]), other].sort((a, b) => a - b)
          const scores = values.map((value) => scoreSeller(rules, change(value)))
          const [worse, better] = direction === 'more' ? scores : scores.reverse()
          if (!worse || !better) return false
          return (
            better.total_sos >= worse.total_sos &&
            better.tier.rank >= worse.tier.rank &&
            COMPONENTS.every(
              (component) => better.components[component].raw >= worse.components[component].raw,
            )
          )
        }),
      )
    })
})

t.test('the order of records and exceptions does not change a byte', async () => {
  const set = defaultRuleSet()
  const types = Object.keys(set) as (keyof RuleSet)[]
  const permuted = fc.record(
    Object.fromEntries(types.map((type) => [type, shuffled(set[type] as unknown[])])),
  ) as unknown as fc.Arbitrary<RuleSet>
  const inputs = input.chain((given) => fc.tuple(fc.constant(given), shuffled([...given.exceptions])))
  fc.assert(
    fc.property(permuted, inputs, (other, [given, reordered]) => {
      const expected = JSON.stringify(scoreSeller(rules, given))
      return (
        JSON.stringify(scoreSeller(prepareRules(other), { ...given, exceptions: reordered })) === expected
      )
    }),
  )
})

t.test('the same input, with its keys in any order, gives the same bytes', async () => {
  const reversed = <T extends object>(object: T) => Object.fromEntries(Object.entries(object).reverse()) as T
  fc.assert(
    fc.property(input, (given) => {
      const again = structuredClone(given)
      const other = {
        ...reversed(again),
        aggregates: reversed(again.aggregates),
        seller: reversed(again.seller),
      }
      return JSON.stringify(scoreSeller(rules, given)) === JSON.stringify(scoreSeller(rules, other))
    }),
  )
})
