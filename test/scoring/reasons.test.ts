import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import t from 'tap'
import { partsOfChange } from '../../src/domain/scores/change-of-score.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { effectsOf, lostBy } from '../../src/scoring/effects.ts'
import { METRICS, metricNamed } from '../../src/scoring/metrics.ts'
import { round, sum } from '../../src/scoring/rational.ts'
import { metricSentence } from '../../src/scoring/reason-sentences.ts'
import { REASON_CODES, type Reasons, reasonsOf } from '../../src/scoring/reasons.ts'
import { type Score, scoreSeller } from '../../src/scoring/score.ts'
import {
  aggregatesOf,
  anException,
  forecastOnly,
  none,
  ofValues,
  paysLate,
  revised,
  rules,
  scored,
  VALUES,
} from './a-seller.ts'
import { anyInput } from './any-input.ts'

const known = ({ explanation }: Score) => ({ explanation, rules })
const why = (score: Score, previous?: Score) => reasonsOf(known(score), previous ? known(previous) : null)
const short = ({ reasons }: Reasons) => reasons.map(({ code, points_lost }) => `${code} ${points_lost}`)
const near = (a: number | null, b: number | null) => Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) < 1e-5
const total = (numbers: (number | null)[]) =>
  numbers.reduce<number>((all, one) => all + (one ?? Number.NaN), 0)

/** What subscribers know each metric by. A line is added with a metric; none is changed. */
const CODES = {
  ...{ P1: 'forecast_error', P2: 'forecast_bias', P3: 'forecast_lateness' },
  ...{ O1: 'seller_cancel_rate', O2: 'on_time_ready_rate', O3: 'order_data_accuracy', O4: 'return_rate' },
  ...{ T1: 'seller_ticket_rate', T2: 'ticket_reply_rate', T3: 'ticket_overdue_rate' },
  ...{ F1: 'days_beyond_terms', F2: 'overdue_share' },
  ...{ I1: 'aged_stock_share', I2: 'weeks_of_cover', I3: 'stranded_stock_share' },
}

t.test('every metric keeps its code, wherever it stands, and no two share one', async (t) => {
  t.same(Object.fromEntries(METRICS.map(({ code, name }) => [code, name])), CODES)
  t.same(REASON_CODES.toSorted(), [...Object.keys(CODES), 'X', 'N', 'G'].toSorted())
})

t.test('the documentation of webhooks has every code with its metric', async (t) => {
  const text = await readFile('docs/webhooks.md', 'utf8')
  const rows = [...text.matchAll(/^\| ((?:[A-Z]\d+ ?)+) \| ([a-z_, ]+) \|$/gm)]
  const told = rows.flatMap(([, codes = '', names = '']) => {
    const all = names.split(', ')
    return codes.split(' ').map((code, n) => [code, all[n]])
  })
  t.same(Object.fromEntries(told), CODES)
})

t.test('the four that lose most, with what they lose', async (t) => {
  const found = why(ofValues(VALUES.average))
  t.same(short(found), ['P1 4.5', 'I1 3.78', 'F1 2.8875', 'O1 2.73'])
  t.match(found, {
    points_lost_total: 27.0725,
    change_total: null,
    rest: { points_lost: 13.175, change: null },
    reasons: { 0: { metric: 'forecast_error', change: null } },
  })
  t.same(
    found.reasons.map(({ sentence }) => sentence),
    [
      'Forecasts were off by 35 of 100 orders: 35 %. Full points up to 10 %.',
      'Of a stock volume of 100, 14 is older than 180 days: 14 %. Full points up to 2 %.',
      'The ¤100 due was 10 days late on average (large amounts count more). Full points at 0 days.',
      '18 of 1000 orders were cancelled because of the seller: 1.8 %. Full points up to 0.5 %.',
    ],
  )
})

t.test('a perfect score has none, and a value beyond the best one of its curve names no other', async (t) => {
  const perfect = ofValues(VALUES.great)
  t.same(why(perfect), {
    points_lost_total: 0,
    change_total: null,
    reasons: [],
    rest: { points_lost: 0, change: null },
  })
  for (const effect of effectsOf(known(perfect)))
    t.notMatch(metricSentence(effect, null), /points (at|from|up to)/, effect.metric.metric)
})

t.test('every metric has a sentence with its value', async (t) => {
  for (const [index, { metric }] of ofValues(VALUES.weak).explanation.metrics.entries()) {
    const bad = [100, 40, 14, 11, 79, 89, 16, 49, 31, 121, 81, 51, 52, 11]
    const one = VALUES.great.map((value, n) => (n === index ? (bad[n] ?? 0) : value))
    const reason = why(ofValues(one)).reasons.find((found) => found.metric === metric)
    t.match(reason, { code: metricNamed(metric)?.code }, metric)
    t.match(
      reason?.sentence,
      new RegExp(`\\b${bad[index]}\\b.*\\. Full points (at|from|up to) .+\\.$`),
      metric,
    )
  }
})

t.test('what stands for a ratio without a denominator is said', async (t) => {
  const never = scored({ aggregates: { ...aggregatesOf(VALUES.great), actual_total: 0, units_ordered: 0 } })
  const said = why(never)
    .reasons.map(({ sentence }) => sentence)
    .join('\n')
  t.match(said, /^The forecasts were of orders that never came, which counts as 100 %/m)
  t.match(said, /^There is stock and no order for it, which counts as 52 weeks/m)
})

t.test('a gate that decided the tier stands first', async (t) => {
  const { reasons } = why(ofValues(paysLate))
  t.match(reasons, [
    {
      code: 'G',
      metric: null,
      points_lost: 0,
      sentence: 'Silver: f_score (20.8) is below the 50 that Gold needs in every component.',
    },
    { code: 'F1', metric: 'days_beyond_terms' },
    { code: 'F2' },
  ])
})

t.test('too little data stands first', async (t) => {
  const few = why(ofValues(forecastOnly))
  t.match(few.reasons, [
    { code: 'N', points_lost: 0, sentence: /^Unrated: / },
    { code: 'P1', points_lost: 60 },
    { code: 'P2', points_lost: 20 },
  ])
  const nothing = why(ofValues(none(14)))
  t.match(nothing, { points_lost_total: 100, reasons: [{ code: 'N', points_lost: 100 }] })
})

t.test('exceptions and appeals that took points are one reason', async (t) => {
  const exceptions = [
    anException({ id: 3, adjustment_rule: { op: 'add', value: -10 } }),
    anException({ id: 5, score_component_affected: 'o_score', adjustment_rule: { op: 'cap', value: 50 } }),
    anException({ id: 7, adjustment_rule: { waive: true } }),
  ]
  const lowered = ofValues(VALUES.great, { exceptions })
  t.match(why(lowered).reasons, [
    {
      code: 'X',
      points_lost: 25,
      sentence: '2 exceptions took 25 points from what the metrics bring.',
    },
  ])
  t.match(why(revised(ofValues(VALUES.great), { component: 'o_score', raw_after: 50 })).reasons, [
    { code: 'X', points_lost: 15, sentence: '1 decided appeal took 15 points from what the metrics bring.' },
  ])
})

t.test('exceptions and appeals that brought points are one with a sign, in the last place', async (t) => {
  const added = why(
    ofValues(VALUES.average, { exceptions: [anException({ adjustment_rule: { op: 'add', value: 5 } })] }),
  )
  t.same(short(added), ['P1 4.5', 'I1 3.78', 'F1 2.8875', 'X -5'])
  t.match(added.reasons[3], {
    metric: null,
    sentence: 'An exception added 5 points to what the metrics bring.',
  })
  const average = ofValues(VALUES.average)
  const decided = why(revised(average, { component: 'o_score', raw_after: 97 }), average)
  t.match(decided.reasons[3], {
    code: 'X',
    points_lost: -5.98,
    change: 5.98,
    sentence: '1 decided appeal added 5.98 points to what the metrics bring.',
  })
  const floor = anException({ adjustment_rule: { op: 'floor', value: 20 } })
  t.same(
    short(why(ofValues(VALUES.average, { exceptions: [floor] }))),
    short(why(average)),
    'not one that changed nothing',
  )
})

t.test('a metric says what stands instead of its component', async (t) => {
  const values = [...VALUES.great.slice(0, 4), 79, ...VALUES.great.slice(5)]
  const exceptions = [3, 5, 6].map((id) =>
    anException({
      id,
      score_component_affected: 'o_score',
      adjustment_rule: { op: 'floor', value: 80 + id },
    }),
  )
  const late = ofValues(values)
  const raised = ofValues(values, { exceptions })
  const decided = { component: 'o_score', raw_after: 97 } as const
  const cases: [Score, string][] = [
    [late, 'Full points from 98 %.'],
    [revised(late, decided), 'An appeal made o_score 97 instead.'],
    [
      revised(late, decided, decided, { component: 'o_score', total_after: 50 }),
      'An appeal made o_score 97 instead.',
    ],
    [revised(late, { component: 'p_score', raw_after: 40 }), 'Full points from 98 %.'],
    [raised, 'An exception made o_score 86 instead.'],
    [revised(raised, { component: 'o_score', raw_after: 60 }), 'An appeal made o_score 60 instead.'],
  ]
  for (const [score, last] of cases)
    t.equal(
      why(score)
        .reasons.find(({ code }) => code === 'O2')
        ?.sentence.split('. ')
        .at(-1),
      last,
    )
})

t.test('rules that are not known any more leave no gap in a sentence', async (t) => {
  const { explanation } = ofValues(VALUES.average)
  const found = reasonsOf({ explanation, rules: null }, null)
  t.same(short(found), ['P1 4.5', 'I1 3.78', 'F1 2.8875', 'O1 2.73'], 'by the kept points')
  t.same(
    found.reasons.map(({ sentence }) => sentence),
    [
      'Forecasts were off by 35 of 100 orders: 35 %.',
      'Of a stock volume of 100, 14 is aged: 14 %.',
      'The ¤100 due was 10 days late on average (large amounts count more).',
      '18 of 1000 orders were cancelled because of the seller: 1.8 %.',
    ],
  )
})

t.test('change is what a metric brought more than before', async (t) => {
  const before = ofValues(VALUES.average)
  const better = ofValues([30, ...VALUES.average.slice(1)])
  const found = why(better, before)
  t.match(found, {
    change_total: 0.9,
    reasons: [
      { code: 'I1', change: 0 },
      { code: 'P1', points_lost: 3.6, change: 0.9 },
      { code: 'F1', change: 0 },
      { code: 'O1', change: 0 },
    ],
  })
  const without = why(better, ofValues([...none(3), ...VALUES.average.slice(3)]))
  t.match(without.reasons[1], { code: 'P1', change: 8.4 }, 'it brought nothing before')
})

const decisions = fc.array(
  fc.record({ component: fc.constantFrom(...COMPONENTS), raw_after: fc.integer({ min: 0, max: 100 }) }),
  { maxLength: 2 },
)

t.test('what is left out loses no more, and with it they add up to the total and to its change', async () => {
  fc.assert(
    fc.property(anyInput, anyInput, decisions, (now, then, decided) => {
      const [score, previous] = [revised(scoreSeller(rules, now), ...decided), scoreSeller(rules, then)]
      const { points_lost_total, change_total, reasons, rest } = why(score, previous)
      const shown = new Set(reasons.map(({ metric }) => metric))
      const totals = { now: score.total_sos, before: previous.total_sos }
      const parts = partsOfChange(known(score), { ...known(previous), period: '2026-01' }, totals).map(
        ({ points }) => 100 * points,
      )
      const hidden = effectsOf(known(score)).filter(({ metric }) => !shown.has(metric.metric))
      const least = Math.min(...reasons.map(({ metric, points_lost }) => (metric ? points_lost : 100)))
      const most = reasons.length < 4 ? 0 : least
      return (
        reasons.length <= 4 &&
        hidden.every((effect) => round(lostBy(effect), 6) <= most) &&
        near(total([...reasons.map((one) => one.points_lost), rest.points_lost]), points_lost_total) &&
        near(total([...reasons.map(({ change }) => change), rest.change]), change_total) &&
        Math.round(total(parts)) === Math.round(100 * totals.now) - Math.round(100 * totals.before) &&
        near(points_lost_total, 100 - score.explanation.total.after) &&
        near(change_total, score.explanation.total.after - previous.explanation.total.after) &&
        near(round(sum(hidden.map(lostBy)), 6), rest.points_lost)
      )
    }),
    { numRuns: 300 },
  )
})
