import { Ajv } from 'ajv'
import t from 'tap'
import { DEFAULTS_EFFECTIVE_FROM, defaultRules } from '../../src/scoring/default-rules.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { ruleSetProblem } from '../../src/scoring/rule-set.ts'
import { RULE_SCHEMAS, RULE_TYPES, type Rule, type RuleType } from '../../src/scoring/rules.ts'
import { set } from './a-seller.ts'

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

t.test('a record for all contract types must be there, and one of each other type at most', async (t) => {
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
  const grace = (contract_type: string | null) => ({ name: 'Own', contract_type, days: 10 })
  t.match(
    ruleSetProblem('grace-period', [null, 'Key Account', 'key_account'].map(grace)),
    /^contract_type "key_account" belongs to two records/,
  )
})

t.test('tiers', async (t) => {
  const cases: [at: number, change: Partial<Rule<'tiers'>>, RegExp][] = [
    [1, { min_score: 90 }, /^min_score 90 belongs to two records/],
    [1, { min_score: null }, /^min_score null belongs to two records/],
    [1, { name: 'Silver' }, /^name "Silver" belongs to two records/],
    [5, { min_score: 1 }, /^min_score: one tier must have min_score 0/],
    [
      5,
      { min_component_score: 5 },
      /^min_component_score of the tier with min_score 0 \("Critical"\) must be 0/,
    ],
  ]
  for (const [at, change, wanted] of cases)
    t.match(
      problemOf('tiers', (tiers) => changed(tiers, at, change)),
      wanted,
    )
  t.match(
    problemOf('tiers', (tiers) => tiers.slice(0, 6)),
    /^min_score: one tier must have min_score null/,
  )
  t.match(ruleSetProblem('tiers', []), /^min_score/)
})

t.test('metric rules', async (t) => {
  const curve = (...points: [number, number][]) => ({ curve: points })
  const cases: [at: number, change: Partial<Rule<'p-score'>>, RegExp][] = [
    [0, curve([10, 100], [10, 50], [20, 0]), /^curve of forecast_error: x must rise, but 10 comes after 10/],
    [0, curve([10, 100]), /^curve of forecast_error needs at least two points/],
    [0, curve([10, 101], [20, 0]), /^curve of forecast_error: points must be within 0 and 100, not 101/],
    [0, { metric: 'luck' }, /^metric must be one of forecast_error, .* not "luck"/],
    [0, { metric: 'overdue_share' }, /^metric must be one of forecast_error/],
    [0, { metric: 'forecast_bias' }, /^metric "forecast_bias" belongs to two/],
    [
      2,
      { params: { days: 1 } },
      /^params.days is unknown: forecast_lateness has base_days and campaign_days/,
    ],
    [0, { params: { days: 1 } }, /^params.days is unknown: forecast_error has no params/],
    [2, { params: { base_days: 0.5 } }, /^params.base_days of forecast_lateness must be a whole number/],
  ]
  for (const [at, change, wanted] of cases)
    t.match(
      problemOf('p-score', (rules) => changed(rules, at, change)),
      wanted,
    )
  const weightless = problemOf('p-score', (rules) => rules.map((rule) => ({ ...rule, weight: 0 })))
  t.match(weightless, /^weight must be above 0 for at least one metric/)
  t.match(ruleSetProblem('p-score', []), /^weight must be above 0/)
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
  const rules = { ...set, tiers: [] }
  t.throws(() => prepareRules(rules), { name: 'UnusableRules', message: /^tiers: min_score/ })
})

t.test('the defaults and the examples fit their schemas, and the defaults are usable', async (t) => {
  t.equal(RULE_TYPES.length, 13)
  t.equal(DEFAULTS_EFFECTIVE_FROM, '2000-01')
  const ajv = new Ajv({ allErrors: true }).addKeyword('x-says')
  for (const type of RULE_TYPES) {
    const fits = ajv.compile(RULE_SCHEMAS[type])
    for (const record of [...defaultRules[type], ...(RULE_SCHEMAS[type].examples as unknown[])]) {
      fits(record)
      t.strictSame(fits.errors, null, JSON.stringify(record))
    }
    t.equal(ruleSetProblem(type, defaultRules[type]), null, type)
  }
})

t.test('a field that a release adds has no default: a record without it stays as it is', async (t) => {
  const withDefault = RULE_TYPES.flatMap((type) =>
    Object.entries(RULE_SCHEMAS[type].properties as object).flatMap(([field, schema]) =>
      'default' in schema ? [field] : [],
    ),
  )
  const first = 'contract_type min_component_score benefits min_volume params amount per_point cap'
  t.equal([...new Set(withDefault)].join(' '), first)
})
