import fc from 'fast-check'
import t from 'tap'
import type { AggregateName } from '../../src/scoring/aggregates.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { defaultRuleSet } from './a-seller.ts'
import { anyInput as input } from './any-input.ts'

const rules = prepareRules(defaultRuleSet())

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
