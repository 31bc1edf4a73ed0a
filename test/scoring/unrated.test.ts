import t from 'tap'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { forecastOnly, none, revised } from './a-revision.ts'
import { ALL_FEEDS, aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

const rules = prepareRules(defaultRuleSet())
const scored = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given))
const NO_FEEDS = { orders: false, forecasts: false, tickets: false, payments: false, inventory: false }

t.test('a rated score is unrated for no reason', async (t) => {
  t.equal(scored({ aggregates: aggregatesOf(VALUES.good) }).unrated, null)
})

t.test('what the heaviest component lacks is the reason, by its heaviest metric', async (t) => {
  t.strictSame(scored({ aggregates: aggregatesOf(forecastOnly) }).unrated, {
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
  const set = defaultRuleSet()
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
  const before = scored({ aggregates: aggregatesOf(forecastOnly) })
  const once = revised(before, { component: 'o_score', raw_after: 80 })
  t.strictSame(once.unrated, {
    reason: 'days_beyond_terms asks for 1 invoices due',
    metric: 'days_beyond_terms',
  })
  t.equal(revised(once, { component: 'f_score', raw_after: 80 }).unrated, null)
})
