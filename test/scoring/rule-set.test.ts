import t from 'tap'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { ruleSetProblem } from '../../src/scoring/rule-set.ts'
import type { Rule, RuleType } from '../../src/scoring/rules.ts'
import { defaultRuleSet } from './a-seller.ts'

/** The problem of the defaults of a type after a change. */
function problemOf<T extends RuleType>(type: T, change: (records: Rule<T>[]) => Rule<T>[]) {
  return ruleSetProblem(type, change(structuredClone(defaultRules[type])))
}

const changed = <R>(records: R[], index: number, change: Partial<R>): R[] =>
  records.map((record, position) => (position === index ? { ...record, ...change } : record))

t.test('weights must add up to 100 exactly', async (t) => {
  t.equal(
    problemOf('score-weights', (records) => changed(records, 0, { i_score: 14.9 })),
    'p_score, o_score, t_score, f_score and i_score must add up to 100, but in "Standard" they add up to 99.9',
  )
  const tenths = { p_score: 33.3, o_score: 33.3, t_score: 33.3, f_score: 0.1, i_score: 0 }
  t.equal(
    problemOf('score-weights', (records) => changed(records, 0, tenths)),
    null,
  )
})

t.test('a record for all contract types must be there', async (t) => {
  const special = { contract_type: 'marketplace' }
  const wanted = /^contract_type: one record must have contract_type null/
  t.match(
    problemOf('score-weights', (records) => changed(records, 0, special)),
    wanted,
  )
  t.match(
    problemOf('grace-period', (records) => changed(records, 0, special)),
    wanted,
  )
})

t.test('tiers', async (t) => {
  const cases: [string, (tiers: Rule<'tiers'>[]) => Rule<'tiers'>[], RegExp][] = [
    [
      'two with one min_score',
      (tiers) => changed(tiers, 1, { min_score: 90 }),
      /^min_score 90 belongs to two records/,
    ],
    [
      'two unrated ones',
      (tiers) => changed(tiers, 1, { min_score: null }),
      /^min_score null belongs to two records/,
    ],
    [
      'two of one name',
      (tiers) => changed(tiers, 1, { name: 'Silver' }),
      /^name "Silver" belongs to two records/,
    ],
    [
      'none at 0',
      (tiers) => changed(tiers, 5, { min_score: 1 }),
      /^min_score: one tier must have min_score 0/,
    ],
    ['no unrated one', (tiers) => tiers.slice(0, 6), /^min_score: one tier must have min_score null/],
    ['none at all', () => [], /^min_score/],
    [
      'a lowest tier that asks something of components',
      (tiers) => changed(tiers, 5, { min_component_score: 5 }),
      /^min_component_score of the tier with min_score 0 \("Critical"\) must be 0/,
    ],
  ]
  for (const [title, change, wanted] of cases)
    await t.test(title, async (t) => t.match(problemOf('tiers', change), wanted))
})

t.test('metric rules', async (t) => {
  type Rules = Rule<'p-score'>[]
  const cases: [string, (rules: Rules) => Rules, RegExp][] = [
    [
      'an x that does not rise',
      (rules) =>
        changed(rules, 0, {
          curve: [
            [10, 100],
            [10, 50],
            [20, 0],
          ],
        }),
      /^curve of forecast_error: x must rise, but 10 comes after 10/,
    ],
    [
      'one point',
      (rules) => changed(rules, 0, { curve: [[10, 100]] }),
      /^curve of forecast_error needs at least two points/,
    ],
    [
      'points above 100',
      (rules) =>
        changed(rules, 0, {
          curve: [
            [10, 101],
            [20, 0],
          ],
        }),
      /^curve of forecast_error: points must be within 0 and 100, not 101/,
    ],
    [
      'an unknown metric',
      (rules) => changed(rules, 0, { metric: 'luck' }),
      /^metric must be one of forecast_error, .* not "luck"/,
    ],
    [
      "another component's metric",
      (rules) => changed(rules, 0, { metric: 'overdue_share' }),
      /^metric must be one of forecast_error/,
    ],
    [
      'a metric twice',
      (rules) => changed(rules, 0, { metric: 'forecast_bias' }),
      /^metric "forecast_bias" belongs to two/,
    ],
    [
      'no weight',
      (rules) => rules.map((rule) => ({ ...rule, weight: 0 })),
      /^weight must be above 0 for at least one metric/,
    ],
    ['no metric', () => [], /^weight must be above 0/],
    [
      'an unknown param',
      (rules) => changed(rules, 2, { params: { days: 1 } }),
      /^params.days is unknown: forecast_lateness has base_days and campaign_days/,
    ],
    [
      'a param of a metric without any',
      (rules) => changed(rules, 0, { params: { days: 1 } }),
      /^params.days is unknown: forecast_error has no params/,
    ],
    [
      'half a day',
      (rules) => changed(rules, 2, { params: { base_days: 0.5 } }),
      /^params.base_days of forecast_lateness must be a whole number/,
    ],
  ]
  for (const [title, change, wanted] of cases)
    await t.test(title, async (t) => t.match(problemOf('p-score', change), wanted))
})

t.test('the other types', async (t) => {
  t.match(
    problemOf('helpdesk', (records) => records.slice(1)),
    /^category: one record must have category "\*"/,
  )
  t.match(
    problemOf('surcharge', (records) => changed(records, 0, { metric: 'luck' })),
    /^metric must be one of/,
  )
  t.equal(ruleSetProblem('surcharge', []), null)
  t.match(
    problemOf('am-kpi-weight', (records) => changed(records, 0, { metric: 'forecast_error' })),
    /^metric must be one of portfolio_sos, portfolio_change, low_tier_share/,
  )
  t.match(
    problemOf('am-bonus-penalty', (records) => records.slice(0, 4)),
    /^min_kpi: one record must have min_kpi 0/,
  )
})

t.test('a set that can not be used is not prepared', async (t) => {
  const rules = { ...defaultRuleSet(), tiers: [] }
  t.throws(() => prepareRules(rules), { name: 'UnusableRules', message: /^tiers: min_score/ })
})
