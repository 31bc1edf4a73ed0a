import t from 'tap'
import type { Component } from '../../src/scoring/components.ts'
import { decideTier, prepareTiers, type Standing } from '../../src/scoring/tier.ts'
import { defaultRuleSet } from './a-seller.ts'

const tiers = prepareTiers(defaultRuleSet().tiers.reverse())
const WEIGHTS: Record<Component, number> = { p_score: 20, o_score: 30, t_score: 15, f_score: 20, i_score: 15 }

/** A standing in which components have the given raws, and 90 where none is given; null is without data. */
function standing(total: number, raws: Partial<Record<Component, number | null>> = {}): Standing {
  const components = Object.fromEntries(
    Object.entries(WEIGHTS).map(([name, weight]) => {
      const raw = raws[name as Component]
      return [name, { raw: raw ?? 90, weight, has_data: raw !== null, in_use: true }]
    }),
  )
  return { total, components: components as Standing['components'] }
}

t.test('the total decides, from each min_score on', async (t) => {
  const cases: [number, string][] = [
    [100, 'Platinum'],
    [90, 'Platinum'],
    [89.99, 'Gold'],
    [80, 'Gold'],
    [79.99, 'Silver'],
    [65, 'Silver'],
    [64.99, 'Bronze'],
    [50, 'Bronze'],
    [49.99, 'At Risk'],
    [35, 'At Risk'],
    [34.99, 'Critical'],
    [0, 'Critical'],
  ]
  for (const [total, name] of cases)
    await t.test(`${total} is ${name}`, async (t) =>
      t.equal(decideTier(tiers, standing(total)).tier.name, name),
    )
})

t.test('one weak component keeps a seller out of the tiers that ask more of it', async (t) => {
  const { tier, decision } = decideTier(tiers, standing(92, { f_score: 69.99 }))
  t.equal(tier.name, 'Gold')
  t.strictSame(decision.next, {
    name: 'Platinum',
    min_score: 90,
    min_component_score: 70,
    points_missing: 0,
    components_below: ['f_score'],
  })
  t.strictSame(decision.lowest, { component: 'f_score', raw: 69.99 })
  t.equal(decideTier(tiers, standing(92, { f_score: 70 })).tier.name, 'Platinum')
})

t.test('a component without data keeps nobody back', async (t) => {
  const given = standing(92, { i_score: null })
  given.components.i_score.raw = 3
  t.equal(decideTier(tiers, given).tier.name, 'Platinum')
})

t.test('what the total lacks to the next tier is told', async (t) => {
  t.equal(decideTier(tiers, standing(64.9)).decision.next?.points_missing, 0.1)
  t.equal(decideTier(tiers, standing(95)).decision.next, null)
})

t.test('unrated below 60 % of the weight in use', async (t) => {
  const without = { o_score: null, i_score: null } // 55 of 100 left
  const unrated = decideTier(tiers, standing(95, without))
  t.equal(unrated.tier.name, 'Unrated')
  t.strictSame(unrated.decision, {
    id: unrated.tier.id,
    name: 'Unrated',
    is_rated: false,
    weight_with_data: 55,
    weight_in_use: 100,
    lowest: { component: 'p_score', raw: 90 },
    next: null,
  })
})

t.test('rated at exactly 60 % of the weight in use', async (t) => {
  const given = standing(95, { p_score: null, f_score: null })
  t.equal(decideTier(tiers, given).decision.weight_with_data, 60)
  t.equal(decideTier(tiers, given).tier.name, 'Platinum')
})

t.test('weight that is not in use is not missed', async (t) => {
  const given = standing(95, { p_score: null, t_score: null, f_score: null, i_score: null })
  t.equal(decideTier(tiers, given).decision.is_rated, false)
  for (const name of ['p_score', 't_score', 'f_score', 'i_score'] as const)
    given.components[name].in_use = false
  t.equal(decideTier(tiers, given).decision.is_rated, true)
})

t.test('without any data a seller is unrated, even when nothing is in use', async (t) => {
  const none = { p_score: null, o_score: null, t_score: null, f_score: null, i_score: null }
  const given = standing(0, none)
  for (const component of Object.values(given.components)) component.in_use = false
  t.equal(decideTier(tiers, given).tier.name, 'Unrated')
  t.equal(decideTier(tiers, given).decision.lowest, null)
})
