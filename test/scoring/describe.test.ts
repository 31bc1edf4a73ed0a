import { Ajv } from 'ajv'
import t from 'tap'
import { DescribedExplanation, describeExplanation } from '../../src/scoring/describe.ts'
import { Explanation } from '../../src/scoring/explanation.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import {
  ALL_FEEDS,
  aggregatesOf,
  anException,
  anInput,
  defaultRuleSet,
  forecastOnly,
  noInvoicesNoStock,
  ofValues,
  paysLate,
  revised,
  scored,
  set,
  VALUES,
} from './a-seller.ts'

const described = (given: Partial<ScoreInput>) => describeExplanation(scored(given).explanation, set)
/** A metric as it is described. */
const metricOf = (name: string, given: Partial<ScoreInput>) =>
  described(given).metrics.find(({ metric }) => metric === name)
const good = aggregatesOf(VALUES.good)

t.test('a metric gets its formula, unit, curve and settings', async (t) => {
  t.match(metricOf('forecast_lateness', { aggregates: good }), {
    unit: 'days',
    formula: /^mean days/,
    curve: [
      [0, 100],
      [3, 70],
      [7, 40],
      [14, 0],
    ],
    min_volume: 1,
    params: { base_days: 7, campaign_days: 14 },
    na_reason: null,
    value: 1,
    points: 90,
    points_lost: 0.4,
  })
})

t.test('metrics are ranked by the points that they cost', async (t) => {
  const { metrics, components } = described({ aggregates: aggregatesOf(VALUES.weak) })
  const lost = metrics.map(({ points_lost }) => points_lost ?? -1)
  t.strictSame(
    lost,
    lost.toSorted((a, b) => b - a),
  )
  t.match(metrics[0], { metric: 'forecast_error', points_lost: 7.2 }) // 20 × 60 % × (100 − 40) %
  const sums = Object.values(components).reduce((sum, { points_lost }) => sum + points_lost, 0)
  t.ok(
    Math.abs(lost.reduce((sum, value) => sum + value, 0) - sums) < 1e-4,
    'together what the components lose',
  )
})

t.test('without its fellows a metric costs more', async (t) => {
  const { aged_volume: _, stock_volume: __, ...noVolume } = good
  const onlyCover = { ...noVolume, units_ordered: 4000, tickets: 0, orders: 0 }
  t.equal(metricOf('ticket_reply_rate', { aggregates: onlyCover })?.points_lost, null)
  // reply 91 points and overdue 88: t is made of these two alone, 35 and 20
  const noOrders = { aggregates: { ...good, orders: 0 } }
  t.equal(metricOf('ticket_overdue_rate', noOrders)?.points_lost, 0.654545)
})

t.test('what has no part in the score says why', async (t) => {
  const few = { aggregates: { orders: 29, ready_due: 29 } }
  const withoutTickets = {
    aggregates: { stock_rows: 2 },
    feeds_in_use: { ...ALL_FEEDS, tickets: false },
  }
  const cases: [string, Partial<ScoreInput>, string | RegExp][] = [
    ['seller_cancel_rate', few, 'It needs at least 30 orders and there were 29.'],
    ['on_time_ready_rate', few, 'It needs at least 30 orders that were due to be ready and there were 29.'],
    ['seller_ticket_rate', withoutTickets, /^It needs facts of tickets and orders/],
    ['aged_stock_share', withoutTickets, 'There was nothing to count.'],
  ]
  for (const [name, given, na_reason] of cases)
    t.match(metricOf(name, given), { na_reason, points_lost: null }, name)
})

t.test('the tier decision is a sentence', async (t) => {
  const sentence = (values: (number | null)[]) =>
    described({ aggregates: aggregatesOf(values) }).tier.sentence
  t.equal(sentence(VALUES.good), 'Platinum is the highest tier.')
  t.equal(sentence(VALUES.average), 'Silver: 7.07 points short of the 80 of Gold.')
  t.equal(sentence(paysLate), 'Silver: f_score (20.8) is below the 50 that Gold needs in every component.')
  t.equal(
    sentence(forecastOnly),
    'Unrated: only 20 of the 100 points of weight have enough data, and a rating needs 60 %.',
  )
})

t.test('stored and described explanations fit their schemas, those of appeals too', async (t) => {
  const ajv = new Ajv({ allErrors: true, formats: { date: true } })
  const fits = { stored: ajv.compile(Explanation), described: ajv.compile(DescribedExplanation) }
  const exceptions = [
    anException(),
    anException({ id: 2, adjustment_rule: { waive: true }, reason: 'Strike' }),
  ]
  const appealed = revised(
    ofValues(noInvoicesNoStock),
    { component: 'f_score', raw_after: 60 },
    { component: 'o_score', total_after: 90 },
  )
  for (const { explanation } of [
    scored({}),
    ofValues(VALUES.good),
    ofValues(VALUES.weak, { exceptions, previous: { period: '2026-04', total_sos: 50 } }),
    appealed,
  ]) {
    fits.stored(explanation)
    fits.described(describeExplanation(explanation, set))
    t.strictSame([fits.stored.errors, fits.described.errors], [null, null])
  }
  t.match(describeExplanation(appealed.explanation, set), {
    appeal: { component: 'o_score', sentence: /decided and not computed/ },
    earlier_appeals: [{ component: 'f_score' }],
  })
  t.match(Object.keys(DescribedExplanation.properties), /\bappeal,earlier_appeals\b/)
})

t.test('a metric without rows asks for one, though its rule asks for none', async (t) => {
  const free = defaultRuleSet()
  for (const rule of free['i-score']) rule.min_volume = 0
  const orders = { orders: 40, units_ordered: 40 }
  const { explanation } = scoreSeller(prepareRules(free), anInput({ aggregates: orders }))
  const { metrics } = describeExplanation(explanation, free)
  t.match(
    metrics.find(({ metric }) => metric === 'weeks_of_cover'),
    { value: null, points: null, na_reason: 'It needs at least 1 snapshot rows and there were 0.' },
  )
})
