import { Ajv } from 'ajv'
import t from 'tap'
import { DescribedExplanation, describeExplanation } from '../../src/scoring/describe.ts'
import { Explanation } from '../../src/scoring/explanation.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

const set = defaultRuleSet()
const rules = prepareRules(set)
const explained = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given)).explanation
const described = (given: Partial<ScoreInput>) => describeExplanation(explained(given), set)

t.test('a metric gets its formula, unit, curve and settings', async (t) => {
  const { metrics } = described({ aggregates: aggregatesOf(VALUES.good) })
  t.match(
    metrics.find(({ metric }) => metric === 'forecast_lateness'),
    {
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
    },
  )
})

t.test('metrics are ranked by the points that they cost', async (t) => {
  const { metrics, components } = described({ aggregates: aggregatesOf(VALUES.weak) })
  const lost = metrics.map(({ points_lost }) => points_lost ?? -1)
  t.strictSame(
    lost,
    lost.toSorted((a, b) => b - a),
  )
  t.equal(metrics[0]?.metric, 'forecast_error')
  t.equal(metrics[0]?.points_lost, 7.2) // 20 × 60 % × (100 − 40) %
  const sums = Object.values(components).reduce((sum, { points_lost }) => sum + points_lost, 0)
  t.ok(
    Math.abs(lost.reduce((sum, value) => sum + value, 0) - sums) < 1e-4,
    'together what the components lose',
  )
})

t.test('without its fellows a metric costs more', async (t) => {
  const { aged_volume: _, stock_volume: __, ...noVolume } = aggregatesOf(VALUES.good)
  const onlyCover = { ...noVolume, units_ordered: 4000, tickets: 0, orders: 0 }
  const { metrics } = described({ aggregates: onlyCover })
  t.equal(metrics.find(({ metric }) => metric === 'ticket_reply_rate')?.points_lost, null)
  const noSmall = described({ aggregates: { ...aggregatesOf(VALUES.good), orders: 0 } })
  // reply 91 points and overdue 88: t is made of these two alone, 35 and 20
  t.equal(noSmall.metrics.find(({ metric }) => metric === 'ticket_overdue_rate')?.points_lost, 0.654545)
})

t.test('what has no part in the score comes last and says why', async (t) => {
  const { metrics } = described({ aggregates: { orders: 29, ready_due: 29 } })
  const cancel = metrics.find(({ metric }) => metric === 'seller_cancel_rate')
  t.equal(cancel?.na_reason, 'It needs at least 30 orders and there were 29.')
  t.equal(cancel?.points_lost, null)
  const ready = metrics.find(({ metric }) => metric === 'on_time_ready_rate')
  t.equal(ready?.na_reason, 'It needs at least 30 orders that were due to be ready and there were 29.')
})

t.test('a feed that is not in use and an empty denominator are told as such', async (t) => {
  const { metrics } = described({
    aggregates: { stock_rows: 2 },
    feeds_in_use: { orders: true, forecasts: true, tickets: false, payments: true, inventory: true },
  })
  const reason = (name: string) => metrics.find(({ metric }) => metric === name)?.na_reason
  t.match(reason('seller_ticket_rate'), /^It needs facts of tickets and orders/)
  t.equal(reason('aged_stock_share'), 'There was nothing to count.')
})

t.test('the tier decision is a sentence', async (t) => {
  const sentence = (values: (number | null)[]) =>
    described({ aggregates: aggregatesOf(values) }).tier.sentence
  t.equal(sentence(VALUES.good), 'Platinum is the highest tier.')
  t.equal(sentence(VALUES.average), 'Silver: 7.07 points short of the 80 of Gold.')
  t.equal(
    sentence([...VALUES.great.slice(0, 9), 62, 60, 1, 8, 0.5]),
    'Silver: f_score (20.8) is below the 50 that Gold needs in every component.',
  )
  t.equal(
    sentence([100, 100, 0, ...Array<null>(11).fill(null)]),
    'Unrated: only 20 of the 100 points of weight have enough data, and a rating needs 60 %.',
  )
})

t.test('stored and described explanations fit their schemas', async (t) => {
  const ajv = new Ajv({ allErrors: true, formats: { date: true } })
  const fits = { stored: ajv.compile(Explanation), described: ajv.compile(DescribedExplanation) }
  const cases: Record<string, Partial<ScoreInput>> = {
    'without facts': {},
    good: { aggregates: aggregatesOf(VALUES.good) },
    'with exceptions': {
      aggregates: aggregatesOf(VALUES.weak),
      exceptions: [anException(), anException({ id: 2, adjustment_rule: { waive: true }, reason: 'Strike' })],
      previous: { period: '2026-04', total_sos: 50 },
    },
  }
  for (const [title, given] of Object.entries(cases))
    await t.test(title, async (t) => {
      fits.stored(explained(given))
      t.strictSame(fits.stored.errors, null)
      fits.described(described(given))
      t.strictSame(fits.described.errors, null)
    })
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
