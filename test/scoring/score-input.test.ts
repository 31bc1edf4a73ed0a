import t from 'tap'
import { exceptionsInForce } from '../../src/scoring/adjustments.ts'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import { forContract, prepareRules } from '../../src/scoring/prepare-rules.ts'
import { inputJson } from '../../src/scoring/score-input.ts'
import { aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

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
