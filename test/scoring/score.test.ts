import t from 'tap'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { ALL_FEEDS, aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

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
  t.ok(explanation.metrics.every(({ na }) => na === 'feed_not_in_use'))
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

t.test('exceptions on a component act on its raw, in order of id, clamped', async (t) => {
  const on = { score_component_affected: 'o_score' }
  const cases: [string, Partial<ScoreException>[], number][] = [
    ['set', [{ ...on, adjustment_rule: { op: 'set', value: 50 } }], 50],
    ['add', [{ ...on, adjustment_rule: { op: 'add', value: 2.5 } }], 95.2],
    ['add beyond 100', [{ ...on, adjustment_rule: { op: 'add', value: 20 } }], 100],
    ['add below 0', [{ ...on, adjustment_rule: { op: 'add', value: -93 } }], 0],
    ['multiply', [{ ...on, adjustment_rule: { op: 'multiply', value: 0.5 } }], 46.35],
    ['floor below it', [{ ...on, adjustment_rule: { op: 'floor', value: 50 } }], 92.7],
    ['floor above it', [{ ...on, adjustment_rule: { op: 'floor', value: 95 } }], 95],
    ['cap', [{ ...on, adjustment_rule: { op: 'cap', value: 60 } }], 60],
    [
      'set after add, by id and not by place',
      [
        { ...on, id: 9, adjustment_rule: { op: 'add', value: 5 } },
        { ...on, id: 2, adjustment_rule: { op: 'set', value: 40 } },
      ],
      45,
    ],
  ]
  for (const [title, exceptions, raw] of cases)
    await t.test(title, async (t) => {
      const { components, total_sos, explanation } = withExceptions(...exceptions)
      t.equal(components.o_score.raw, raw)
      t.equal(components.p_score.raw, 85.4)
      t.equal(total_sos, Math.round((90.350625 + (raw - 92.7) * 0.3) * 100) / 100)
      t.equal(explanation.components.o_score.measured, 92.7)
    })
})

t.test(
  'an exception on the total leaves the weighted components, and the explanation tells both',
  async (t) => {
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
  },
)

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

t.test('excludes that leave less than 60 % make the seller unrated', async (t) => {
  const exclude = { adjustment_rule: { op: 'exclude' } }
  const { tier, total_sos } = withExceptions(
    { ...exclude, id: 1, score_component_affected: 'o_score' },
    { ...exclude, id: 2, score_component_affected: 'f_score' },
  )
  t.equal(tier.name, 'Unrated')
  t.equal(total_sos, 87.6)
})

t.test('an imputed component that is set stays imputed and moves no other', async (t) => {
  const { components, explanation } = score({
    aggregates: aggregatesOf([...great.slice(0, 9), ...none(5)]),
    exceptions: [
      anException({ score_component_affected: 'f_score', adjustment_rule: { op: 'set', value: 10 } }),
    ],
  })
  t.strictSame(
    COMPONENTS.map((name) => components[name].raw),
    [100, 100, 100, 10, 100],
  )
  t.match(explanation.components.f_score, { imputed: true, has_data: false, measured: null })
  t.equal(explanation.tier.lowest?.raw, 100)
})

t.test('an exception acts on the 0 of a seller without facts, who stays unrated', async (t) => {
  const exceptions = [
    anException({ score_component_affected: 'o_score', adjustment_rule: { op: 'set', value: 80 } }),
  ]
  const { total_sos, tier } = score({ exceptions })
  t.equal(total_sos, 24)
  t.equal(tier.name, 'Unrated')
})

t.test('a rule that scoring does not know is listed and changes nothing', async (t) => {
  const { total_sos, explanation } = withExceptions({
    id: 7,
    adjustment_rule: { waive: 'all', a: 1 },
    reason: 'Fire',
  })
  t.equal(total_sos, 90.35)
  t.match(explanation.exceptions, [
    {
      id: 7,
      target: 'total',
      rule: { a: 1, waive: 'all' },
      reason: 'Fire',
      applies: false,
      before: null,
      after: null,
    },
  ])
  t.match(explanation.exceptions[0]?.warning, /changes no score/)
})

t.test('an exception of another month is not listed', async (t) => {
  t.strictSame(withExceptions({ effective_from: '2026-06-01' }).explanation.exceptions, [])
})

t.test('the total is rounded once, half away from zero', async (t) => {
  const total = (value: number) => withExceptions({ adjustment_rule: { op: 'set', value } }).total_sos
  t.strictSame([1.005, 72.345, 89.995, 8.325].map(total), [1.01, 72.35, 90, 8.33])
  t.equal(withExceptions({ adjustment_rule: { op: 'set', value: 89.995 } }).tier.name, 'Platinum')
})

t.test('every record that was used is named with its version', async (t) => {
  const { records } = score({}).explanation
  const counts = Object.fromEntries(
    Object.entries(records).map(([type, references]) => [type, references.length]),
  )
  t.strictSame(counts, {
    'score-weights': 1,
    tiers: 7,
    'p-score': 3,
    'o-score': 3,
    't-score': 3,
    'f-score': 2,
    'i-score': 3,
    'grace-period': 1,
    helpdesk: 3,
  })
})

t.test('the hash changes with every input', async (t) => {
  const base = {
    aggregates: good,
    exceptions: [anException()],
    previous: { period: '2026-04', total_sos: 70 },
  }
  const hash = (given: Partial<ScoreInput>) => score({ ...base, ...given }).explanation.input_hash
  const others: Record<string, Partial<ScoreInput>> = {
    aggregates: { aggregates: { ...good, tickets: 101 } },
    exceptions: { exceptions: [anException({ reason: 'another' })] },
    previous: { previous: { period: '2026-03', total_sos: 70 } },
    period: { period: '2026-06' },
    elapsed_days: { elapsed_days: 27 },
    feeds_in_use: { feeds_in_use: { ...ALL_FEEDS, tickets: false } },
    seller: { seller: { ...anInput().seller, created_on: '2024-01-02' } },
  }
  t.match(hash({}), /^[0-9a-f]{64}$/)
  t.equal(hash({}), hash({ previous: { period: '2026-04', total_sos: '70.00' } }))
  for (const [name, given] of Object.entries(others))
    await t.test(name, async (t) => t.not(hash(given), hash({})))
  await t.test('records', async (t) => {
    const set = defaultRuleSet()
    const version = (type: 'helpdesk' | 'grace-period' | 'score-weights') =>
      prepareRules({ ...set, [type]: set[type].map((record) => ({ ...record, version: 2 })) })
    for (const type of ['helpdesk', 'grace-period', 'score-weights'] as const)
      t.not(scoreSeller(version(type), anInput(base)).explanation.input_hash, hash({}), type)
  })
})

t.test('what else a database row carries is not an input', async (t) => {
  const rows = { ...anException(), created_at: 'now', is_active: 1 }
  t.same(score({ exceptions: [rows] }), score({ exceptions: [anException()] }))
  const set = defaultRuleSet()
  const dated = prepareRules({ ...set, tiers: set.tiers.map((tier) => ({ ...tier, updated_by: 5 })) })
  t.same(scoreSeller(dated, anInput()), score({}))
})
