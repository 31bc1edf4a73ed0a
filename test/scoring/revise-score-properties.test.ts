import fc from 'fast-check'
import t from 'tap'
import { COMPONENTS } from '../../src/scoring/components.ts'
import type { AppealDecision } from '../../src/scoring/revise-score.ts'
import { type Score, scoreSeller } from '../../src/scoring/score.ts'
import { revised, rules } from './a-revision.ts'
import { anyInput } from './any-input.ts'

const raw = fc.nat(10_000).map((hundredths) => hundredths / 100)
const component = fc.constantFrom(...COMPONENTS)
const earlier = fc.array(fc.record({ component, raw_after: raw, total_after: fc.option(raw) }), {
  maxLength: 2,
})

t.test('a higher raw never lowers the total or the tier, whatever was decided before', async () => {
  fc.assert(
    fc.property(anyInput, earlier, component, raw, raw, (given, decisions, name, one, other) => {
      const before = revised(scoreSeller(rules, given), ...decisions)
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map((raw_after) =>
        revised(before, { component: name, raw_after }),
      ) as [Score, Score]
      return high.total_sos >= low.total_sos && high.tier.rank >= low.tier.rank
    }),
  )
})

t.test('raising a component that has data never lowers the score', async () => {
  fc.assert(
    fc.property(anyInput, earlier, component, raw, (given, decisions, name, higher) => {
      const before = revised(scoreSeller(rules, given), ...decisions)
      const shown = before.components[name].raw
      fc.pre(before.explanation.components[name].has_data && higher >= shown)
      const after = revised(before, { component: name, raw_after: higher })
      return after.total_sos >= before.total_sos && (higher > shown || after.total_sos === before.total_sos)
    }),
  )
})

t.test('the order of two appeals without a decided total does not matter', async () => {
  const decided = fc.record({ component, raw_after: raw })
  fc.assert(
    fc.property(anyInput, decided, decided, (given, one, two) => {
      fc.pre(one.component !== two.component)
      const score = scoreSeller(rules, given)
      const numbers = (...decisions: AppealDecision[]) => {
        const { total_sos, tier, components } = revised(score, ...decisions)
        return JSON.stringify({ total_sos, tier, components })
      }
      return numbers(one, two) === numbers(two, one)
    }),
  )
})
