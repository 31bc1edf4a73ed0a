import t from 'tap'
import { forecastOnly, noInvoicesNoStock, none, ofValues, raws, revised, scored } from './a-revision.ts'
import { anException, VALUES } from './a-seller.ts'

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

t.test('where nothing was measured, the decided raw is all that is known', async (t) => {
  const feeds_in_use = { orders: true, forecasts: false, tickets: false, payments: false, inventory: false }
  const after = revised(scored({ aggregates: { orders: 12 }, feeds_in_use }), {
    component: 'o_score',
    raw_after: 80,
  })
  t.strictSame(raws(after), [80, 80, 80, 80, 80])
  t.strictSame([after.total_sos, after.tier.name], [80, 'Gold'])
})

t.test('a decided component counts as in use', async (t) => {
  const feeds_in_use = { orders: true, forecasts: false, tickets: false, payments: false, inventory: false }
  const values = [...none(3), 0.3, 99, 99.8, ...none(8)]
  const after = revised(ofValues(values, { feeds_in_use }), { component: 'f_score', raw_after: 40 })
  t.strictSame(raws(after), [76, 100, 76, 40, 76])
  t.match(after.explanation.tier, { weight_with_data: 50, weight_in_use: 50, is_rated: true })
})

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
