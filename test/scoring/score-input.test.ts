import fc from 'fast-check'
import t from 'tap'
import { exceptionsInForce } from '../../src/scoring/adjustments.ts'
import { canonicalJson, sha256 } from '../../src/scoring/canonical-json.ts'
import { forContract, prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { inputJson, readInputs } from '../../src/scoring/score-input.ts'
import { aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'
import { anyInput } from './any-input.ts'

t.test('the hashed inputs are canonical JSON', async (t) => {
  const rules = prepareRules(defaultRuleSet())
  const chosen = { weights: forContract(rules.weights, null), grace: forContract(rules.grace, null) }
  const exceptions = [anException({ adjustment_rule: { value: 1, op: 'add', note: { z: 1, a: 2 } } })]
  const input = anInput({
    aggregates: aggregatesOf(VALUES.good),
    exceptions,
    previous: { period: '2026-04', total_sos: '70.10' },
  })
  const json = inputJson(rules, input, chosen, exceptionsInForce(exceptions, input.period))
  t.equal(json, canonicalJson(JSON.parse(json)))
  t.strictSame(Object.keys(JSON.parse(json)), [
    'aggregates',
    'elapsed_days',
    'exceptions',
    'feeds_in_use',
    'period',
    'previous',
    'records',
    'seller',
  ])
})

t.test('kept inputs give the same score and explanation, byte for byte', async (t) => {
  const rules = prepareRules(defaultRuleSet())
  fc.assert(
    fc.property(anyInput, (given) => {
      const score = scoreSeller(rules, given)
      const again = scoreSeller(rules, readInputs(rules, score.inputs))
      return (
        JSON.stringify(again) === JSON.stringify(score) &&
        sha256(score.inputs) === again.explanation.input_hash
      )
    }),
  )
  const { inputs } = scoreSeller(rules, anInput({ aggregates: aggregatesOf(VALUES.good) }))
  const others = prepareRules({
    ...defaultRuleSet(),
    helpdesk: [{ ...defaultRuleSet().helpdesk[0], weight: 9 }] as never,
  })
  t.throws(() => readInputs(others, inputs), /not those that the score was made with/)
})
