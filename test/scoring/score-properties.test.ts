import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { readAggregates } from '../../src/scoring/aggregates.ts'
import { describeExplanation } from '../../src/scoring/describe.ts'
import { measure } from '../../src/scoring/measure.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { compare } from '../../src/scoring/rational.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { storedValue } from '../../src/scoring/stored-metric.ts'
import { rules, set } from './a-seller.ts'
import { anyInput } from './any-input.ts'
import { recompute } from './recompute.ts'

/** Of whom no value stands for a ratio that can't be formed: the explanation has no more than the ratios. */
const withRatios = anyInput.filter(
  ({ aggregates: { actual_total, units_ordered, stock_rows } }) =>
    actual_total !== 0 && (Number(units_ordered ?? 0) > 0 || stock_rows === undefined),
)

t.test('total, components and tier can be recomputed from the explanation, to the cent', async () => {
  fc.assert(
    fc.property(withRatios, (input) => {
      const { explanation, total_sos, components, tier } = scoreSeller(rules, input)
      const described = describeExplanation(explanation, set) as Parameters<typeof recompute>[0]
      deepEqual(recompute(described, set.tiers), { total_sos, components, tier: tier.name })
    }),
  )
})

t.test('a kept metric has the unrounded value that it was measured with', async () => {
  const prepared = rules.components.flatMap(({ metrics }) => metrics)
  fc.assert(
    fc.property(anyInput, (given) => {
      const facts = readAggregates(given.aggregates, given.elapsed_days)
      return scoreSeller(rules, given).explanation.metrics.every((stored, index) => {
        const rule = prepared[index]
        const measured = rule ? measure(rule, facts, given.feeds_in_use).value : null
        const value = storedValue(stored)
        return measured === null || value === null ? measured === value : compare(measured, value) === 0
      })
    }),
  )
})

t.test('the order of records, exceptions and keys does not change a byte', async () => {
  const shuffled = <T>(list: T[]) =>
    fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })
  const reversed = <T extends object>(object: T) => Object.fromEntries(Object.entries(object).reverse()) as T
  const permuted = fc.record(
    Object.fromEntries(Object.entries(set).map(([type, records]) => [type, shuffled<unknown>(records)])),
  ) as unknown as fc.Arbitrary<RuleSet>
  const inputs = anyInput.chain((given) => fc.tuple(fc.constant(given), shuffled([...given.exceptions])))
  fc.assert(
    fc.property(permuted, inputs, (other, [given, exceptions]) => {
      const again = {
        ...reversed(structuredClone(given)),
        aggregates: reversed(given.aggregates),
        seller: reversed(given.seller),
        exceptions,
      }
      return (
        JSON.stringify(scoreSeller(prepareRules(other), again)) === JSON.stringify(scoreSeller(rules, given))
      )
    }),
  )
})
