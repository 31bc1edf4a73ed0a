import fc from 'fast-check'
import t from 'tap'
import { exceptionsInForce } from '../../src/scoring/adjustments.ts'
import { AGGREGATE_NAMES, normalAggregates, readAggregates } from '../../src/scoring/aggregates.ts'
import { canonicalJson, sha256, sortKeys } from '../../src/scoring/canonical-json.ts'
import { forContract, prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { inputJson, readInputs } from '../../src/scoring/score-input.ts'
import { isAlwaysNamed } from '../../src/scoring/scored-feeds.ts'
import { aggregatesOf, anException, anInput, ofValues, rules, set, VALUES } from './a-seller.ts'
import { anyInput } from './any-input.ts'

t.test('the hashed inputs are canonical JSON', async (t) => {
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
  const { inputs } = ofValues(VALUES.good)
  const others = prepareRules({ ...set, helpdesk: [{ ...set.helpdesk[0], weight: 9 }] as never })
  t.throws(() => readInputs(others, inputs), /not those that the score was made with/)
})

t.test('keys are in order at every depth, lists keep theirs', async (t) => {
  const given = { b: [{ z: 1, a: null }, 2], a: { d: true, c: 'x' } }
  t.equal(JSON.stringify(sortKeys(given)), '{"a":{"c":"x","d":true},"b":[{"a":null,"z":1},2]}')
})

t.test('a key named __proto__ is a key like any other', async (t) => {
  t.equal(JSON.stringify(sortKeys(JSON.parse('{"b":1,"__proto__":2}'))), '{"__proto__":2,"b":1}')
})

t.test('equal values have equal hashes, other values have others', async (t) => {
  const hashOf = (value: unknown) => sha256(canonicalJson(value))
  t.equal(hashOf({ a: 1, b: 2 }), hashOf({ b: 2, a: 1 }))
  t.not(hashOf({ a: 1, b: 2 }), hashOf({ a: 2, b: 1 }))
  t.equal(hashOf({}), '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})

t.test('absent and null aggregates are 0', async (t) => {
  const facts = readAggregates({ orders: null }, 31)
  t.equal(facts.orders.n, 0n)
  t.equal(facts.invoiced_amount.n, 0n)
  t.equal(facts.elapsed_days.n, 31n)
})

t.test('the same amount written differently is the same input', async (t) => {
  t.strictSame(
    normalAggregates({ invoiced_amount: '3.00', unpaid_amount: '10.50', orders: 100 }),
    normalAggregates({ invoiced_amount: '3', unpaid_amount: '10.5', orders: '100', tickets: null }),
  )
})

t.test('aggregates of the first release are in the normal form, an added one where not 0', async (t) => {
  const first = Object.keys(normalAggregates({}))
  t.equal(first.length, 25)
  t.strictSame(first, AGGREGATE_NAMES.filter(isAlwaysNamed))
  t.same(Object.keys(normalAggregates({ returns: 0 })), first)
  t.match(normalAggregates({ returns: 2 }), { returns: '2' })
})

t.test('an aggregate that is no number is refused', async (t) => {
  t.throws(() => readAggregates({ orders: 'many' }, 31), { message: '"many" is not a decimal number' })
})
