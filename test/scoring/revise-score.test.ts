import fc from 'fast-check'
import t from 'tap'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { describeExplanation } from '../../src/scoring/describe.ts'
import { type AppealDecision, reviseScore } from '../../src/scoring/revise-score.ts'
import { type Score, scoreSeller } from '../../src/scoring/score.ts'
import {
  aggregatesOf,
  anException,
  forecastOnly,
  noInvoicesNoStock,
  none,
  ofValues,
  paysLate,
  raws,
  revised,
  rules,
  scored,
  set,
  VALUES,
} from './a-seller.ts'
import { anyInput } from './any-input.ts'

t.test('a decided raw moves the total by its weight, and nothing else', async (t) => {
  const before = ofValues(VALUES.good, { previous: { period: '2026-04', total_sos: '88.10' } })
  const after = revised(before, { component: 'o_score', raw_after: 96 })
  t.equal(after.total_sos, 91.34) // 90.350625 + 0.3 × 3.3
  t.strictSame(after.components, { ...before.components, o_score: { raw: 96, weighted: 28.8 } })
  t.strictSame(after.trend, { previous_sos: 88.1, delta: 3.24, direction: 'up' })
  t.equal(after.is_grace_period, false)
  const { explanation } = after
  t.strictSame(explanation.trend, { previous_period: '2026-04', ...after.trend })
  t.strictSame(explanation.total, { before: 91.340625, after: 91.340625 })
  t.strictSame(explanation.components.o_score, {
    ...before.explanation.components.o_score,
    raw: 96,
    weighted: 28.8,
    unrounded: 96,
    points_lost: 1.2,
  })
  const { metrics, exceptions, grace, records, input_hash } = before.explanation
  t.match(explanation, { metrics, exceptions, grace, records, input_hash })
  t.strictSame(explanation.appeal, {
    component: 'o_score',
    raw_before: 92.7,
    raw_after: 96,
    raw_given: true,
    had_data: true,
    total_before: 90.35,
    total_after: 91.34,
    total_given: false,
    sentence:
      'An appeal of o_score set its raw from 92.7 to 96. The total was computed anew and went from 90.35 to 91.34.',
  })
  t.equal('earlier_appeals' in explanation, false)
  const great = revised(ofValues(VALUES.great), { component: 't_score', raw_after: 99.9 })
  t.equal(great.total_sos, 99.99, 'a tie is rounded away from zero: 99.985')
  t.strictSame(great.trend, { previous_sos: 99.99, delta: 0, direction: 'new' }, 'a new seller stays new')
  t.equal(great.explanation.trend.previous_period, null)
})

t.test('the tier and the top opportunity follow', async (t) => {
  const before = ofValues(paysLate)
  t.strictSame([before.total_sos, before.tier.name, before.top_opportunity], [84.16, 'Silver', 'f_score'])
  const cases: [number, number, string][] = [
    [49.99, 90, 'Silver'], // 89.998, and still below the 50 of Gold
    [50, 90, 'Gold'],
    [69.99, 94, 'Gold'],
    [70, 94, 'Platinum'],
    [0, 80, 'Silver'],
  ]
  for (const [raw_after, total, tier] of cases) {
    const after = revised(before, { component: 'f_score', raw_after })
    t.strictSame([after.total_sos, after.tier.name], [total, tier], `f ${raw_after}`)
    t.equal(after.explanation.tier.lowest?.raw, raw_after)
  }
  t.equal(revised(before, { component: 'p_score', raw_after: 0 }).top_opportunity, 'p_score')
})

t.test('deciding the raw that is shown changes nothing', async (t) => {
  const { inputs: _, ...before } = ofValues(VALUES.good) // t is 89.3875 and shown as 89.39
  const after = revised(before, { component: 't_score', raw_after: 89.39 })
  t.equal(after.explanation.components.t_score.unrounded, 89.3875)
  t.strictSame({ ...after, explanation: null }, { ...before, explanation: null })
})

t.test('an appeal may decide another component than the one it was made against', async (t) => {
  const before = ofValues(VALUES.good)
  const other = revised(before, { component: 'o_score', appealed: 'p_score', raw_after: 96 })
  const same = revised(before, { component: 'o_score', appealed: 'o_score', raw_after: 96 })
  t.equal(
    other.explanation.appeal?.sentence,
    'An appeal of p_score set the raw of o_score from 92.7 to 96. The total was computed anew and went from 90.35 to 91.34.',
  )
  t.strictSame(same, revised(before, { component: 'o_score', raw_after: 96 }))
  t.strictSame({ ...other, explanation: null }, { ...same, explanation: null })
})

t.test('a decided total stands, beside components that add up to another', async (t) => {
  const before = ofValues(VALUES.average)
  const after = revised(before, { component: 'o_score', raw_after: 80, total_after: 81.5 })
  t.strictSame([after.total_sos, after.tier.name, after.components.o_score.raw], [81.5, 'Gold', 80])
  t.strictSame(after.explanation.total, { before: 73.8075, after: 81.5 })
  t.match(after.explanation.appeal, { total_before: 72.93, total_after: 81.5, total_given: true })
  t.equal(
    after.explanation.appeal?.sentence,
    'An appeal of o_score set its raw from 77.07 to 80. The total was decided and not computed: it went from 72.93 to 81.5.',
  )
})

t.test('with a total alone the raw stays', async (t) => {
  const before = ofValues(VALUES.average)
  const after = revised(before, { component: 'o_score', raw_after: null, total_after: 60 })
  t.strictSame([after.total_sos, after.tier.name], [60, 'Bronze'])
  t.strictSame(after.components, before.components)
  t.match(after.explanation.appeal, { raw_before: 77.07, raw_after: 77.07, raw_given: false })
  t.match(after.explanation.appeal?.sentence, /^An appeal of o_score left its raw at 77\.07\./)
})

t.test('a second appeal keeps the first', async (t) => {
  const once = revised(ofValues(VALUES.good), { component: 'o_score', raw_after: 96 })
  const twice = revised(once, { component: 'p_score', raw_after: 90 })
  t.strictSame(raws(twice), [90, 96, 89.39, 93.7, 88.75])
  t.equal(twice.total_sos, 92.26) // 91.340625 + 0.2 × 4.6
  t.match(twice.explanation.appeal, { component: 'p_score', total_before: 91.34, total_after: 92.26 })
  t.strictSame(twice.explanation.earlier_appeals, [once.explanation.appeal])
  const thrice = revised(twice, { component: 'o_score', raw_after: 92 })
  t.equal(thrice.total_sos, 91.06)
  t.match(thrice.explanation.appeal, { component: 'o_score', raw_before: 96, raw_after: 92 })
  t.strictSame(
    thrice.explanation.earlier_appeals?.map(({ component }) => component),
    ['o_score', 'p_score'],
  )
})

t.test('a decided total moves along with what a later appeal decides', async (t) => {
  const given = revised(ofValues(VALUES.good), { component: 'o_score', total_after: 95 })
  const later = revised(given, { component: 'p_score', raw_after: 95.4 })
  t.equal(later.total_sos, 97) // + 0.2 × 10
  t.match(later.explanation.appeal, {
    total_given: false,
    sentence: /The total of an earlier decision moved along, from 95 to 97\.$/,
  })
  t.equal(revised(later, { component: 'o_score', raw_after: 100 }).total_sos, 99.19)
  t.equal(revised(later, { component: 'o_score', total_after: 50 }).total_sos, 50)
  const high = revised(
    given,
    { component: 'f_score', total_after: 99.5 },
    { component: 'p_score', raw_after: 100 },
  )
  t.equal(high.total_sos, 100)
})

t.test('a score that was compared with an unrated one, as releases up to 0.1.0 did, still is', async (t) => {
  const previous = { period: '2026-04', total_sos: 0 }
  const after = revised(ofValues(VALUES.good, { previous }), { component: 'o_score', raw_after: 96 })
  t.strictSame(after.trend, { previous_sos: 0, delta: 91.34, direction: 'up' })
  t.equal(after.explanation.trend.previous_period, '2026-04')
})

t.test('an unrated score has no direction until an appeal makes it rated', async (t) => {
  const before = ofValues(forecastOnly, { previous: { period: '2026-04', total_sos: 50 } })
  t.strictSame(before.trend, { previous_sos: 50, delta: 0, direction: 'unrated' })
  const once = revised(before, { component: 'o_score', raw_after: 80 })
  t.strictSame(once.trend, { previous_sos: 50, delta: 0, direction: 'unrated' }, 'half of the weight')
  const rated = revised(
    before,
    { component: 'o_score', raw_after: 80 },
    { component: 't_score', raw_after: 80 },
  )
  t.strictSame(rated.trend, {
    previous_sos: 50,
    delta: Math.round((rated.total_sos - 50) * 100) / 100,
    direction: 'up',
  })
})

t.test('what can not be decided is refused', async (t) => {
  const score = ofValues(VALUES.good)
  const cases: [string, Omit<AppealDecision, 'component'>, RegExp][] = [
    ['nothing', {}, /raw_after or total_after must be decided/],
    ['a raw below 0', { raw_after: -0.01 }, /raw_after must be within 0 and 100, not -0\.01/],
    ['a raw above 100', { raw_after: 100.01 }, /raw_after must be within 0 and 100/],
    ['no number', { raw_after: Number.NaN }, /raw_after must be within 0 and 100/],
    ['a total above 100', { raw_after: 50, total_after: 101 }, /total_after must be within 0 and 100/],
  ]
  for (const [title, decision, message] of cases)
    t.throws(
      () => reviseScore(rules, score, { component: 'o_score', ...decision }),
      { name: 'RangeError', message },
      title,
    )
})

t.test('decided numbers are taken to two decimals', async (t) => {
  const decision = { component: 'o_score', raw_after: 95.999, total_after: 91.005 } as const
  const after = revised(ofValues(VALUES.good), decision)
  t.strictSame([after.components.o_score.raw, after.total_sos], [96, 91.01])
})

t.test('metrics cost nothing in a component whose raw was never made of them', async (t) => {
  const { reply_due, replied_in_time } = aggregatesOf(VALUES.weak)
  const before = scored({
    aggregates: { ...aggregatesOf(VALUES.good), orders: 10, tickets: 0, reply_due, replied_in_time },
  })
  const after = revised(
    before,
    { component: 't_score', raw_after: 70 },
    { component: 'p_score', raw_after: 99 },
  )
  const { metrics } = describeExplanation(after.explanation, set)
  const lost = (name: string) => metrics.find(({ metric }) => metric === name)?.points_lost
  t.equal(lost('ticket_reply_rate'), null)
  t.equal(lost('forecast_lateness'), 0.4)
})

t.test('imputed components do not follow a component that has data', async (t) => {
  const after = revised(ofValues(noInvoicesNoStock), { component: 'o_score', raw_after: 50 })
  t.strictSame(raws(after), [100, 50, 100, 100, 100])
  t.equal(after.total_sos, 85)
  t.match(after.explanation.components.f_score, { imputed: true, has_data: false })
})

t.test('a component without data gets data, and the others are imputed with it', async (t) => {
  const after = revised(ofValues(noInvoicesNoStock), { component: 'f_score', raw_after: 60 })
  t.strictSame(raws(after), [100, 100, 100, 60, 90.59]) // (65 × 100 + 20 × 60) ÷ 85
  t.equal(after.total_sos, 90.59)
  t.equal(after.tier.name, 'Gold') // f counts for the floor of Platinum
  t.match(after.explanation.components.f_score, { has_data: true, imputed: false, measured: null })
  t.match(after.explanation.components.i_score, { has_data: false, imputed: true })
  t.match(after.explanation.appeal, {
    had_data: false,
    sentence: /from 100 to 60, which makes it a component with data\./,
  })
})

t.test('appeals can bring a seller enough data for a tier', async (t) => {
  const before = ofValues(forecastOnly)
  const once = revised(before, { component: 'o_score', raw_after: 95 })
  t.strictSame(raws(once), [20, 95, 65, 65, 65])
  t.strictSame([once.total_sos, once.tier.name], [65, 'Unrated']) // 50 of 100
  const twice = revised(once, { component: 'f_score', raw_after: 90 })
  t.strictSame(raws(twice), [20, 95, 72.14, 90, 72.14]) // (400 + 2850 + 1800) ÷ 70
  t.strictSame([twice.total_sos, twice.tier.name, twice.is_rated], [72.14, 'Silver', true])
  t.equal(revised(before, { component: 'o_score', total_after: 95 }).tier.name, 'Unrated')
})

t.test(
  'a decided component counts as in use; where nothing was measured it is all that is known',
  async (t) => {
    const feeds_in_use = { orders: true, forecasts: false, tickets: false, payments: false, inventory: false }
    const values = [...none(3), 0.3, 99, 99.8, ...none(8)]
    const after = revised(ofValues(values, { feeds_in_use }), { component: 'f_score', raw_after: 40 })
    t.strictSame(raws(after), [76, 100, 76, 40, 76])
    t.match(after.explanation.tier, { weight_with_data: 50, weight_in_use: 50, is_rated: true })
    const few = scored({ aggregates: { orders: 12 }, feeds_in_use })
    const alone = revised(few, { component: 'o_score', raw_after: 80 })
    t.strictSame(raws(alone), [80, 80, 80, 80, 80])
    t.strictSame([alone.total_sos, alone.tier.name], [80, 'Gold'])
  },
)

t.test('exceptions on the component give way, those on the total act on the new one', async (t) => {
  const before = ofValues(VALUES.good, {
    exceptions: [
      anException({
        id: 1,
        score_component_affected: 'o_score',
        adjustment_rule: { op: 'add', value: -12.7 },
      }),
      anException({ id: 2, adjustment_rule: { op: 'add', value: 5 } }),
      anException({ id: 3, adjustment_rule: { op: 'cap', value: 92 } }),
      anException({ id: 4, adjustment_rule: { waive: true } }),
      anException({ id: 5, score_component_affected: 'x_score', adjustment_rule: { op: 'set', value: 1 } }),
    ],
  })
  t.equal(before.total_sos, 91.54) // 90.350625 − 0.3 × 12.7 + 5
  const after = revised(before, { component: 'o_score', raw_after: 90 })
  t.equal(after.total_sos, 92) // 90.350625 − 0.3 × 2.7 + 5 is 94.540625
  t.match(after.explanation.exceptions, [
    { id: 1, before: 92.7, after: 80 },
    { id: 2, before: 89.540625, after: 94.540625 },
    { id: 3, before: 94.540625, after: 92 },
    { id: 4, applies: false, warning: /changes no score/ },
    { id: 5, applies: false, warning: /is none of/ },
  ])
  t.match(after.explanation.appeal, { raw_before: 80, raw_after: 90 })
})

t.test('an appeal gives an excluded component back its data', async (t) => {
  const exclude = { score_component_affected: 'p_score', adjustment_rule: { op: 'exclude' } }
  const before = ofValues(VALUES.good, { exceptions: [anException(exclude)] })
  const after = revised(before, { component: 'p_score', raw_after: 85.4 })
  t.equal(after.total_sos, 90.35)
  t.match(after.explanation.components.p_score, { has_data: true, imputed: false })
  t.strictSame(after.explanation.exceptions, before.explanation.exceptions)
})

const anyRaw = fc.nat(10_000).map((hundredths) => hundredths / 100)
const component = fc.constantFrom(...COMPONENTS)
const earlier = fc.array(fc.record({ component, raw_after: anyRaw, total_after: fc.option(anyRaw) }), {
  maxLength: 2,
})

t.test('a higher raw never lowers the total or the tier, whatever was decided before', async () => {
  fc.assert(
    fc.property(anyInput, earlier, component, anyRaw, anyRaw, (given, decisions, name, one, other) => {
      const before = revised(scoreSeller(rules, given), ...decisions)
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map((raw_after) =>
        revised(before, { component: name, raw_after }),
      ) as [Score, Score]
      return high.total_sos >= low.total_sos && high.tier.rank >= low.tier.rank
    }),
  )
})
