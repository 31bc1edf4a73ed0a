import t from 'tap'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { computeTrend } from '../../src/scoring/trend.ts'
import {
  ALL_FEEDS,
  aggregatesOf,
  anException,
  anInput,
  forecastOnly,
  noInvoicesNoStock,
  none,
  ofValues,
  paysLate,
  scored,
  set,
  VALUES,
} from './a-seller.ts'

const good = aggregatesOf(VALUES.good)
const great = VALUES.great
const { seller } = anInput()

/** The good seller with exceptions on it. */
const withExceptions = (...exceptions: Partial<ScoreException>[]) =>
  scored({ aggregates: good, exceptions: exceptions.map(anException) })

t.test('the worked examples of the scoring model, imputed components with a star', async (t) => {
  const onlyOrders = { orders: true, forecasts: false, tickets: false, payments: false, inventory: false }
  const silent = [100, 100, 14, ...great.slice(3)]
  const ordersAlone = [100, 100, 14, 0.3, 99, 99.8, 0, ...none(7)]
  const noForecasts = [...none(3), 0.3, 99, 99.8, ...none(8)]
  const examples: [string, (number | null)[], Partial<ScoreInput>, string, number, string][] = [
    ['good', VALUES.good, {}, '85.4 92.7 89.39 93.7 88.75', 90.35, 'Platinum'],
    ['average', VALUES.average, {}, '64.5 77.07 72.35 78.36 69.22', 72.93, 'Silver'],
    ['weak', VALUES.weak, {}, '40.7 55.8 48.6 57.27 43.2', 50.1, 'Bronze'],
    ['great, pays 62 days late', paysLate, {}, '100 100 100 20.8 100', 84.16, 'Silver'],
    ['great, never forecasts', silent, {}, '0 100 100 100 100', 80, 'Silver'],
    ['great, no invoices, no stock', noInvoicesNoStock, {}, '100 100 100 100* 100*', 100, 'Platinum'],
    ['orders only, others use every feed', ordersAlone, {}, '0 100 100 69.23* 69.23*', 69.23, 'Silver'],
    [
      'orders only, no other feed in use',
      noForecasts,
      { feeds_in_use: onlyOrders },
      '100* 100 100* 100* 100*',
      100,
      'Platinum',
    ],
    ['forecast only, others use every feed', forecastOnly, {}, '20 20* 20* 20* 20*', 20, 'Unrated'],
  ]
  for (const [seller, values, given, expected, total, tier] of examples) {
    const { components, explanation, ...score } = ofValues(values, given)
    const raws = COMPONENTS.map((name) => {
      const { raw } = components[name]
      return explanation.components[name].imputed ? `${raw}*` : raw
    })
    t.strictSame([raws.join(' '), score.total_sos, score.tier.name], [expected, total, tier], seller)
  }
})

t.test('each component is weighted, and the metrics are kept', async (t) => {
  const { components, explanation, is_rated } = scored({ aggregates: good })
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
  const little = scored({ aggregates: { ...good, ...orders, tickets: 0, reply_due, replied_in_time } })
  t.match(little.explanation.components.t_score, { has_data: false, imputed: true, data_weight_percent: 35 })
  const enough = scored({ aggregates: { ...good, ...orders, tickets, overdue_tickets } })
  t.match(enough.explanation.components.t_score, { has_data: true, imputed: false, data_weight_percent: 55 })
})

t.test('a seller without facts has 0 everywhere, no tier and still an opportunity', async (t) => {
  const { components, explanation, ...score } = scored({})
  t.match(score, { total_sos: 0, is_rated: false, tier: { name: 'Unrated', rank: 0 } })
  for (const name of COMPONENTS) {
    t.strictSame(components[name], { raw: 0, weighted: 0 })
    t.match(explanation.components[name], { has_data: false, imputed: false, measured: null })
  }
  t.equal(score.top_opportunity, 'p_score')
})

t.test('the top opportunity is where most of the total is lost, the first among equals', async (t) => {
  t.equal(ofValues(VALUES.good).top_opportunity, 'p_score') // 2.92 against 2.19
  t.equal(ofValues(VALUES.weak).top_opportunity, 'o_score') // 13.26 against 11.86
  t.equal(ofValues(great).top_opportunity, 'p_score')
  t.equal(ofValues([...none(3), ...great.slice(3)]).top_opportunity, 'o_score')
})

t.test('trend against the previous total, as a number or as the database gives it', async (t) => {
  const previous = { period: '2026-03', total_sos: '88.10' }
  const { trend, explanation } = scored({ aggregates: good, previous })
  t.strictSame(trend, { previous_sos: 88.1, delta: 2.25, direction: 'up' })
  t.equal(explanation.trend.previous_period, '2026-03')
  t.strictSame(scored({ aggregates: good }).trend, { previous_sos: 90.35, delta: 0, direction: 'new' })
  t.strictSame(computeTrend(70.1, 72.93, true), { previous_sos: 72.93, delta: -2.83, direction: 'down' })
  t.strictSame(computeTrend(70.1, 70.1, true), { previous_sos: 70.1, delta: 0, direction: 'flat' })
  t.strictSame(computeTrend(0, null, false), { previous_sos: 0, delta: 0, direction: 'unrated' })
})

t.test('grace counts from the contract start, or from creation without one', async (t) => {
  const young = { ...seller, contract_start_date: '2026-04-01', created_on: '2020-01-01' }
  t.equal(scored({ seller: young }).is_grace_period, true)
  t.equal(scored({ seller: { ...young, contract_start_date: null } }).is_grace_period, false)
  t.strictSame(scored({ seller: young }).explanation.grace, {
    is_grace_period: true,
    start: '2026-04-01',
    days: 90,
    until: '2026-06-30',
  })
})

t.test('a contract type with records of its own uses them, in any spelling', async (t) => {
  const contract_type = 'Key Account'
  const weights = { p_score: 0, o_score: 100, t_score: 0, f_score: 0, i_score: 0 }
  const own = prepareRules({
    ...set,
    'score-weights': [
      ...set['score-weights'],
      { ...weights, id: 90, version: 4, name: 'Own', contract_type },
    ],
    'grace-period': [...set['grace-period'], { id: 91, version: 2, name: 'Own', contract_type, days: 1000 }],
  })
  const of = (contract_type: string | null) =>
    scoreSeller(own, anInput({ aggregates: good, seller: { ...seller, contract_type } }))
  for (const word of ['Key Account', 'key_account', 'KEY-ACCOUNT']) {
    t.match(of(word), { total_sos: 92.7, is_grace_period: true }, word)
    t.match(of(word).explanation.records, {
      'score-weights': [{ id: 90, version: 4 }],
      'grace-period': [{ id: 91, version: 2 }],
    })
  }
  for (const word of ['key', 'keyaccount', null])
    t.match(of(word), { total_sos: 90.35, is_grace_period: false }, `${word}`)
  t.not(of('exclusive').explanation.input_hash, of(null).explanation.input_hash)
})

t.test('the total is rounded once, half away from zero', async (t) => {
  const total = (value: number) => withExceptions({ adjustment_rule: { op: 'set', value } }).total_sos
  t.strictSame([1.005, 72.345, 89.995, 8.325].map(total), [1.01, 72.35, 90, 8.33])
  t.equal(withExceptions({ adjustment_rule: { op: 'set', value: 89.995 } }).tier.name, 'Platinum')
})

t.test('exceptions on a component act on its raw, in order of id, clamped', async (t) => {
  const cases: [string, [op: string, value: number, id?: number][], number][] = [
    ['set', [['set', 50]], 50],
    ['add', [['add', 2.5]], 95.2],
    ['add beyond 100', [['add', 20]], 100],
    ['add below 0', [['add', -93]], 0],
    ['multiply', [['multiply', 0.5]], 46.35],
    ['floor below it', [['floor', 50]], 92.7],
    ['floor above it', [['floor', 95]], 95],
    ['cap', [['cap', 60]], 60],
    [
      'set after add, by id and not by place',
      [
        ['add', 5, 9],
        ['set', 40, 2],
      ],
      45,
    ],
  ]
  for (const [title, rules, raw] of cases)
    await t.test(title, async (t) => {
      const exceptions = rules.map(([op, value, id = 1]) => ({
        id,
        score_component_affected: 'o_score',
        adjustment_rule: { op, value },
      }))
      const { components, total_sos, explanation } = withExceptions(...exceptions)
      t.equal(components.o_score.raw, raw)
      t.equal(components.p_score.raw, 85.4)
      t.equal(total_sos, Math.round((90.350625 + (raw - 92.7) * 0.3) * 100) / 100)
      t.equal(explanation.components.o_score.measured, 92.7)
    })
})

t.test('an exception on the total leaves the weighted components as they are', async (t) => {
  const { total_sos, components, explanation } = withExceptions(
    { id: 1, adjustment_rule: { op: 'cap', value: 60 } },
    { id: 2, adjustment_rule: { op: 'add', value: 1.005 } },
  )
  t.equal(total_sos, 61.01)
  t.strictSame(components.o_score, { raw: 92.7, weighted: 27.81 })
  t.strictSame(explanation.total, { before: 90.350625, after: 61.005 })
  t.match(explanation.exceptions, [
    { id: 1, target: 'total', applies: true, before: 90.350625, after: 60 },
    { id: 2, target: 'total', applies: true, before: 60, after: 61.005 },
  ])
})

t.test('an excluded component is imputed, whatever the id of the exclude', async (t) => {
  const { explanation, components } = withExceptions(
    { id: 1, score_component_affected: 'f_score', adjustment_rule: { op: 'add', value: -10 } },
    { id: 2, score_component_affected: 'p_score', adjustment_rule: { op: 'exclude' } },
  )
  // (30 × 92.7 + 15 × 89.39… + 20 × 93.7 + 15 × 88.75) ÷ 80: the mean of what was measured
  t.equal(components.p_score.raw, 91.59)
  t.equal(components.f_score.raw, 83.7)
  t.match(explanation.components.p_score, { has_data: false, imputed: true, measured: 85.4 })
  t.match(explanation.exceptions[1], { id: 2, applies: true, before: 85.4, after: 91.588281 })
})

t.test('an exception acts on the 0 of a seller without facts, who stays unrated', async (t) => {
  const rule = { score_component_affected: 'o_score', adjustment_rule: { op: 'set', value: 80 } }
  t.match(scored({ exceptions: [anException(rule)] }), { total_sos: 24, tier: { name: 'Unrated' } })
})

t.test('a rule that scoring does not know is listed and changes nothing', async (t) => {
  const later = withExceptions({ effective_from: '2026-06-01' })
  t.strictSame(later.explanation.exceptions, [], 'one of another month is not')
  const adjustment_rule = { waive: 'all', a: 1 }
  const { total_sos, explanation } = withExceptions({ id: 7, adjustment_rule, reason: 'Fire' })
  t.equal(total_sos, 90.35)
  t.match(explanation.exceptions, [
    {
      ...{ id: 7, target: 'total', rule: { a: 1, waive: 'all' }, reason: 'Fire', applies: false },
      ...{ before: null, after: null, warning: /changes no score/ },
    },
  ])
})

t.test('the hash changes with every input', async (t) => {
  const base = {
    aggregates: good,
    exceptions: [anException()],
    previous: { period: '2026-04', total_sos: 70 },
  }
  const hash = (given: Partial<ScoreInput>) => scored({ ...base, ...given }).explanation.input_hash
  const others: Record<string, Partial<ScoreInput>> = {
    aggregates: { aggregates: { ...good, tickets: 101 } },
    exceptions: { exceptions: [anException({ reason: 'another' })] },
    previous: { previous: { period: '2026-03', total_sos: 70 } },
    period: { period: '2026-06' },
    elapsed_days: { elapsed_days: 27 },
    feeds_in_use: { feeds_in_use: { ...ALL_FEEDS, tickets: false } },
    seller: { seller: { ...seller, created_on: '2024-01-02' } },
  }
  t.match(hash({}), /^[0-9a-f]{64}$/)
  t.equal(hash({}), hash({ previous: { period: '2026-04', total_sos: '70.00' } }))
  for (const [name, given] of Object.entries(others)) t.not(hash(given), hash({}), name)
  for (const type of ['helpdesk', 'grace-period', 'score-weights'] as const) {
    const newer = prepareRules({ ...set, [type]: set[type].map((record) => ({ ...record, version: 2 })) })
    t.not(scoreSeller(newer, anInput(base)).explanation.input_hash, hash({}), type)
  }
})

t.test('what else a database row carries is not an input', async (t) => {
  const rows = { ...anException(), created_at: 'now', is_active: 1 }
  t.same(scored({ exceptions: [rows] }), scored({ exceptions: [anException()] }))
  const dated = prepareRules({ ...set, tiers: set.tiers.map((tier) => ({ ...tier, updated_by: 5 })) })
  t.same(scoreSeller(dated, anInput()), scored({}))
})
