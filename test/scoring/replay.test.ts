import fc from 'fast-check'
import t from 'tap'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { round } from '../../src/scoring/rational.ts'
import { replay } from '../../src/scoring/replay.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { aggregatesOf, anInput, ofValues, rules, set, VALUES } from './a-seller.ts'
import { anyInput } from './any-input.ts'

t.test('a score is computed again as it was', async () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const { explanation, total_sos } = scoreSeller(rules, given)
      const { components, total, log } = replay(rules, explanation)(new Map())
      return (
        round(total, 2) === total_sos &&
        JSON.stringify(log) === JSON.stringify(explanation.exceptions) &&
        components.every(({ component, raw, has_data, imputed, in_use }) => {
          const kept = explanation.components[component]
          return (
            round(raw, 6) === kept.unrounded &&
            has_data === kept.has_data &&
            imputed === kept.imputed &&
            in_use === kept.in_use
          )
        })
      )
    }),
  )
})

t.test('rules of another run are refused, but for grace periods, which make no score', async (t) => {
  const { explanation } = ofValues(VALUES.good)
  const newer = (type: 'score-weights' | 'tiers' | 'o-score' | 'grace-period') =>
    prepareRules({ ...set, [type]: set[type].map((record) => ({ ...record, version: 2 })) })
  for (const type of ['score-weights', 'tiers', 'o-score'] as const)
    t.throws(
      () => replay(newer(type), explanation),
      { message: 'the rules are not those that the score was made with' },
      type,
    )
  t.equal(replay(newer('grace-period'), explanation)(new Map()).components.length, 5)
})

t.test('a score of a contract type with weights of its own is computed with these', async (t) => {
  const own = { id: 90, version: 4, name: 'Orders', contract_type: 'marketplace' }
  const weights = { p_score: 10, o_score: 60, t_score: 10, f_score: 10, i_score: 10 }
  const prepared = prepareRules({
    ...set,
    'score-weights': [...set['score-weights'], { ...own, ...weights }],
  })
  const seller = { ...anInput().seller, contract_type: 'marketplace' }
  const { explanation } = scoreSeller(prepared, anInput({ aggregates: aggregatesOf(VALUES.good), seller }))
  const { components } = replay(prepared, explanation)(new Map())
  t.strictSame(
    components.map(({ component, weight }) => [component, round(weight, 2)]),
    COMPONENTS.map((component) => [component, weights[component]]),
  )
})
