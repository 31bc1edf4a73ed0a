import fc from 'fast-check'
import t from 'tap'
import { excludedBy, weightedScore } from '../../src/scoring/apply-exceptions.ts'
import { combine, impute } from '../../src/scoring/combine.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import {
  broughtBy,
  broughtByChanges,
  effectsOf,
  lostBy,
  weightWithoutData,
} from '../../src/scoring/effects.ts'
import { add, compare, HUNDRED, parse, subtract, sum } from '../../src/scoring/rational.ts'
import { measureSeller, type Score, scoreMeasured } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { revised, rules } from './a-seller.ts'
import { anyInput } from './any-input.ts'

/** A score, and the exact Σ weighted that its metrics make, before other exceptions than excludes. */
function world(input: ScoreInput) {
  const measured = measureSeller(rules, input)
  const { chosen, components, exceptions } = measured
  const states = impute(combine(components, chosen.weights, input.feeds_in_use, excludedBy(exceptions)))
  return { score: scoreMeasured(rules, measured), plain: sum(states.map(weightedScore)) }
}

const effects = ({ explanation }: Pick<Score, 'explanation'>) => effectsOf({ explanation, rules })
const equal = (a: Parameters<typeof compare>[0], b: Parameters<typeof compare>[0]) => compare(a, b) === 0

t.test('what the metrics lose is exactly what Σ weighted lacks to 100', async () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { score, plain } = world(input)
      const lost = add(sum(effects(score).map(lostBy)), weightWithoutData(score.explanation))
      return equal(lost, subtract(HUNDRED, plain)) && equal(sum(effects(score).map(broughtBy)), plain)
    }),
    { numRuns: 300 },
  )
})

t.test('exceptions brought what lies between that and the total', async () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { score, plain } = world(input)
      const { explanation } = score
      const expected = subtract(parse(explanation.total.after), plain)
      const difference = subtract(broughtByChanges({ explanation, rules }), expected)
      return compare(difference, parse(0.000001)) < 0 && compare(difference, parse(-0.000001)) > 0
    }),
    { numRuns: 300 },
  )
})

t.test('an appeal changes nothing about what the metrics brought', async () => {
  const decision = fc.record({
    component: fc.constantFrom(...COMPONENTS),
    raw_after: fc.integer({ min: 0, max: 100 }),
  })
  fc.assert(
    fc.property(anyInput, fc.array(decision, { minLength: 1, maxLength: 2 }), (input, decisions) => {
      const { score } = world(input)
      const after = revised(score, ...decisions)
      const [now, before] = [effects(after), effects(score)]
      return (
        now.length === before.length &&
        now.every((effect, index) => equal(broughtBy(effect), broughtBy(before[index] ?? effect)))
      )
    }),
  )
})
