import fc from 'fast-check'
import t from 'tap'
import { readAggregates } from '../../src/scoring/aggregates.ts'
import { measure } from '../../src/scoring/measure.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { compare } from '../../src/scoring/rational.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { storedValue } from '../../src/scoring/stored-metric.ts'
import { defaultRuleSet } from './a-seller.ts'
import { anyInput } from './any-input.ts'

const rules = prepareRules(defaultRuleSet())
const prepared = rules.components.flatMap(({ metrics }) => metrics)

t.test('a kept metric has the unrounded value that it was measured with', async () => {
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
