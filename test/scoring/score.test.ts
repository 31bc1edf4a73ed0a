import t from 'tap'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

const rules = prepareRules(defaultRuleSet())
const score = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given))
const good = aggregatesOf(VALUES.good)
const great = VALUES.great
const none = (count: number) => Array<null>(count).fill(null)

/** The good seller with exceptions on it. */
const withExceptions = (...exceptions: Partial<ScoreException>[]) =>
  score({ aggregates: good, exceptions: exceptions.map(anException) })

t.test('the worked examples of the scoring model', async (t) => {
  const examples: [string, (number | null)[], Partial<ScoreInput>, (number | string)[], number, string][] = [
    ['good', VALUES.good, {}, [85.4, 92.7, 89.39, 93.7, 88.75], 90.35, 'Platinum'],
    ['average', VALUES.average, {}, [64.5, 77.07, 72.35, 78.36, 69.22], 72.93, 'Silver'],
    ['weak', VALUES.weak, {}, [40.7, 55.8, 48.6, 57.27, 43.2], 50.1, 'Bronze'],
    [
      'great, pays 62 days late',
      [...great.slice(0, 9), 62, 60, 1, 8, 0.5],
      {},
      [100, 100, 100, 20.8, 100],
      84.16,
      'Silver',
    ],
    ['great, never forecasts', [100, 100, 14, ...great.slice(3)], {}, [0, 100, 100, 100, 100], 80, 'Silver'],
    [
      'great, no invoices, no stock',
      [...great.slice(0, 9), ...none(5)],
      {},
      [100, 100, 100, '100*', '100*'],
      100,
      'Platinum',
    ],
    [
      'orders only, others use every feed',
      [100, 100, 14, 0.3, 99, 99.8, 0, ...none(7)],
      {},
      [0, 100, 100, '69.23*', '69.23*'],
      69.23,
      'Silver',
    ],
    [
      'orders only, no other feed in use',
      [...none(3), 0.3, 99, 99.8, ...none(8)],
      { feeds_in_use: { orders: true, forecasts: false, tickets: false, payments: false, inventory: false } },
      ['100*', 100, '100*', '100*', '100*'],
      100,
      'Platinum',
    ],
    [
      'forecast only, others use every feed',
      [100, 100, 0, ...none(11)],
      {},
      [20, '20*', '20*', '20*', '20*'],
      20,
      'Unrated',
    ],
  ]
  for (const [seller, values, given, raws, total, tier] of examples)
    await t.test(seller, async (t) => {
      const {
        total_sos,
        tier: reached,
        components,
        explanation,
      } = score({ aggregates: aggregatesOf(values), ...given })
      t.strictSame(
        COMPONENTS.map((name) => {
          const { raw } = components[name]
          return explanation.components[name].imputed ? `${raw}*` : raw
        }),
        raws,
      )
      t.equal(total_sos, total)
      t.equal(reached.name, tier)
    })
})

t.test('f below what Gold asks is told as the reason for Silver', async (t) => {
  const { explanation } = score({ aggregates: aggregatesOf([...great.slice(0, 9), 62, 60, 1, 8, 0.5]) })
  t.match(explanation.tier, { next: { name: 'Gold', points_missing: 0, components_below: ['f_score'] } })
})

t.test('each component is weighted, and the metrics are kept', async (t) => {
  const { components, explanation, is_rated } = score({ aggregates: good })
  t.strictSame(components.o_score, { raw: 92.7, weighted: 27.81 })
  t.equal(is_rated, true)
  t.equal(explanation.metrics.length, 14)
  t.strictSame(explanation.metrics[3], {
    metric: 'seller_cancel_rate',
    component: 'o_score',
    numerator: 9,
    denominator: 1000,
    volume: 1000,
    value: 0.9,
    points: 92,
    weight: 35,
    na: null,
  })
  t.strictSame(explanation.components.o_score, {
    raw: 92.7,
    weighted: 27.81,
    weight: 30,
    in_use: true,
    has_data: true,
    imputed: false,
    data_weight_percent: 100,
    measured: 92.7,
    unrounded: 92.7,
    points_lost: 2.19,
  })
})

t.test('a component with metrics of less than 40 % of its weight has too little data', async (t) => {
  // ticket_reply_rate alone is 35 %, with ticket_overdue_rate 55 %
  const { reply_due, replied_in_time, tickets, overdue_tickets } = good
  const orders = { orders: 10 }
  const little = score({ aggregates: { ...good, ...orders, tickets: 0, reply_due, replied_in_time } })
  t.match(little.explanation.components.t_score, { has_data: false, imputed: true, data_weight_percent: 35 })
  const enough = score({ aggregates: { ...good, ...orders, tickets, overdue_tickets } })
  t.match(enough.explanation.components.t_score, { has_data: true, imputed: false, data_weight_percent: 55 })
})

t.test('a seller without facts has 0 everywhere, no tier and still an opportunity', async (t) => {
  const { total_sos, is_rated, tier, components, top_opportunity, explanation } = score({})
  t.equal(total_sos, 0)
  t.equal(is_rated, false)
  t.equal(tier.name, 'Unrated')
  t.equal(tier.rank, 0)
  for (const name of COMPONENTS) {
    t.strictSame(components[name], { raw: 0, weighted: 0 })
    t.match(explanation.components[name], { has_data: false, imputed: false, measured: null })
  }
  t.equal(top_opportunity, 'p_score')
})

t.test('a month in which no feed is in use is unrated for all', async (t) => {
  const feeds_in_use = { orders: false, forecasts: false, tickets: false, payments: false, inventory: false }
  const { tier, explanation } = score({ aggregates: good, feeds_in_use })
  t.equal(tier.name, 'Unrated')
  t.same([...new Set(explanation.metrics.map(({ na }) => na))], ['feed_not_in_use'])
})

t.test('the top opportunity is where most of the total is lost, the first among equals', async (t) => {
  t.equal(score({ aggregates: good }).top_opportunity, 'p_score') // 2.92 against 2.19
  t.equal(score({ aggregates: aggregatesOf(VALUES.weak) }).top_opportunity, 'o_score') // 13.26 against 11.86
  t.equal(score({ aggregates: aggregatesOf(great) }).top_opportunity, 'p_score')
  const noForecasts = aggregatesOf([...none(3), ...great.slice(3)])
  t.equal(score({ aggregates: noForecasts }).top_opportunity, 'o_score')
})

t.test('trend against the previous total, as a number or as the database gives it', async (t) => {
  const previous = { period: '2026-03', total_sos: '88.10' }
  const { trend, explanation } = score({ aggregates: good, previous })
  t.strictSame(trend, { previous_sos: 88.1, delta: 2.25, direction: 'up' })
  t.equal(explanation.trend.previous_period, '2026-03')
  t.strictSame(score({ aggregates: good }).trend, { previous_sos: 90.35, delta: 0, direction: 'new' })
})

t.test('grace counts from the contract start, or from creation without one', async (t) => {
  const seller = {
    seller_code: 'S-1',
    contract_type: null,
    contract_start_date: '2026-04-01',
    created_on: '2020-01-01',
  }
  t.equal(score({ seller }).is_grace_period, true)
  t.equal(score({ seller: { ...seller, contract_start_date: null } }).is_grace_period, false)
  t.strictSame(score({ seller }).explanation.grace, {
    is_grace_period: true,
    start: '2026-04-01',
    days: 90,
    until: '2026-06-30',
  })
})

t.test('a contract type with records of its own uses them, any other the general ones', async (t) => {
  const set = defaultRuleSet()
  set['score-weights'].push({
    id: 90,
    version: 4,
    name: 'Marketplace',
    contract_type: 'marketplace',
    p_score: 0,
    o_score: 100,
    t_score: 0,
    f_score: 0,
    i_score: 0,
  })
  set['grace-period'].push({ id: 91, version: 2, name: 'Long', contract_type: 'marketplace', days: 1000 })
  const own = prepareRules(set)
  const of = (contract_type: string | null) =>
    scoreSeller(own, anInput({ aggregates: good, seller: { ...anInput().seller, contract_type } }))
  t.equal(of('marketplace').total_sos, 92.7)
  t.equal(of('marketplace').is_grace_period, true)
  t.match(of('marketplace').explanation.records, {
    'score-weights': [{ id: 90, version: 4 }],
    'grace-period': [{ id: 91, version: 2 }],
  })
  t.equal(of('exclusive').total_sos, 90.35)
  t.equal(of(null).is_grace_period, false)
  t.equal(of('exclusive').explanation.input_hash === of(null).explanation.input_hash, false)
})

t.test('the total is rounded once, half away from zero', async (t) => {
  const total = (value: number) => withExceptions({ adjustment_rule: { op: 'set', value } }).total_sos
  t.strictSame([1.005, 72.345, 89.995, 8.325].map(total), [1.01, 72.35, 90, 8.33])
  t.equal(withExceptions({ adjustment_rule: { op: 'set', value: 89.995 } }).tier.name, 'Platinum')
})
