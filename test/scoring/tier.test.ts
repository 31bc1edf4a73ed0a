import t from 'tap'
import type { Component } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { decideTier, prepareTiers, type Standing } from '../../src/scoring/tier.ts'
import {
  ALL_FEEDS,
  aggregatesOf,
  anException,
  anInput,
  forecastOnly,
  none,
  ofValues,
  revised,
  scored,
  set,
  VALUES,
} from './a-seller.ts'

const tiers = prepareTiers(set.tiers.toReversed())
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
  for (const [total, name] of cases) t.equal(decideTier(tiers, standing(total)).tier.name, name, `${total}`)
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
  const given = standing(0, { p_score: null, o_score: null, t_score: null, f_score: null, i_score: null })
  for (const component of Object.values(given.components)) component.in_use = false
  t.equal(decideTier(tiers, given).tier.name, 'Unrated')
  t.equal(decideTier(tiers, given).decision.lowest, null)
})

const NO_FEEDS = { orders: false, forecasts: false, tickets: false, payments: false, inventory: false }

t.test('a rated score is unrated for no reason', async (t) => {
  t.equal(ofValues(VALUES.good).unrated, null)
})

t.test('what the heaviest component lacks is the reason, by its heaviest metric', async (t) => {
  t.strictSame(ofValues(forecastOnly).unrated, {
    reason: 'on_time_ready_rate asks for 30 orders that were due to be ready',
    metric: 'on_time_ready_rate',
  })
  t.strictSame(scored({ feeds_in_use: { ...NO_FEEDS, tickets: true, payments: true } }).unrated, {
    reason: 'days_beyond_terms asks for 1 invoices due',
    metric: 'days_beyond_terms',
  })
})

t.test('a metric whose feeds are not all in use, and one with nothing to divide by', async (t) => {
  t.strictSame(scored({ feeds_in_use: { ...NO_FEEDS, forecasts: true } }).unrated, {
    reason: 'forecast_error reads forecasts and orders, not all in use',
    metric: 'forecast_error',
  })
  const aggregates = { ...aggregatesOf(none(14)), invoices: 1, invoiced_amount: 0 }
  t.strictSame(scored({ aggregates, feeds_in_use: { ...NO_FEEDS, payments: true } }).unrated, {
    reason: 'days_beyond_terms has nothing to divide by',
    metric: 'days_beyond_terms',
  })
})

t.test('a month without any feed, and weights of 0', async (t) => {
  t.strictSame(scored({ feeds_in_use: NO_FEEDS }).unrated, {
    reason: 'no feed is in use in the month',
    metric: null,
  })
  const weightless = prepareRules({
    ...set,
    'score-weights': set['score-weights'].map((record) => ({ ...record, f_score: 0, o_score: 50 })),
  })
  const feeds_in_use = { ...NO_FEEDS, payments: true }
  const input = anInput({ aggregates: aggregatesOf(VALUES.good), feeds_in_use })
  t.strictSame(scoreSeller(weightless, input).unrated, {
    reason: 'the components in use carry no weight',
    metric: null,
  })
})

t.test('an exception that excludes a component', async (t) => {
  const exclude = (id: number, score_component_affected: 'o_score' | 'p_score') =>
    anException({ id, score_component_affected, adjustment_rule: { op: 'exclude' } })
  const exceptions = [exclude(1, 'o_score'), exclude(2, 'p_score')]
  const aggregates = aggregatesOf(VALUES.good)
  t.strictSame(scored({ aggregates, exceptions, feeds_in_use: ALL_FEEDS }).unrated, {
    reason: 'o_score is excluded by an exception',
    metric: null,
  })
})

t.test('an appeal that gives data changes the reason, or takes it away', async (t) => {
  const before = ofValues(forecastOnly)
  const once = revised(before, { component: 'o_score', raw_after: 80 })
  t.strictSame(once.unrated, {
    reason: 'days_beyond_terms asks for 1 invoices due',
    metric: 'days_beyond_terms',
  })
  t.equal(revised(once, { component: 'f_score', raw_after: 80 }).unrated, null)
})
