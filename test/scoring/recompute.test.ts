import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { describeExplanation } from '../../src/scoring/describe.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { defaultRuleSet } from './a-seller.ts'
import { anyInput } from './any-input.ts'
import { recompute } from './recompute.ts'

const set = defaultRuleSet()
const rules = prepareRules(set)
/** Of whom no value stands for a ratio that can't be formed: the explanation has no more than the ratios. */
const withRatios = anyInput.filter(
  ({ aggregates }) => aggregates.actual_total !== 0 && aggregates.units_ordered !== 0,
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
