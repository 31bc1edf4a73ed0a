import fc from 'fast-check'
import t from 'tap'
import { scoreSeller } from '../../../../src/scoring/score.ts'
import { sentenceOf, stepsShown } from '../../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { leverPoints, POINT } from '../../../../src/scoring/simulation/levers/lever-points.ts'
import { LEVER_NAMES, type LeverName } from '../../../../src/scoring/simulation/levers/levers.ts'
import { offersOf, studyOf, worldAfter } from '../../../../src/scoring/simulation/study.ts'
import type { World } from '../../../../src/scoring/simulation/world.ts'
import { ALL_FEEDS, anException } from '../../a-seller.ts'
import { counted, withFacts } from '../a-world.ts'
import { anyWorld } from '../any-world.ts'
import { movedByHand } from '../by-hand.ts'

const offered = (world: World) => offersOf(studyOf(world)).map(({ name }) => name)

function sentence(world: World, lever: LeverName, steps: number) {
  const study = studyOf(world)
  const offer = offersOf(study).find(({ name }) => name === lever)
  return offer ? sentenceOf(study, offer, steps) : null
}

/** The sentence of one step and of several, of the counted seller. */
const SENTENCES: Record<LeverName, [string, number, string]> = {
  closer_forecast: [
    'Forecast 2 orders closer to the 120 that come: from 30 off to 28.',
    15,
    'Forecast 30 orders closer to the 120 that come: from 30 off to 0.',
  ],
  earlier_forecast: [
    'Submit the forecasts 1 day earlier in all: from 3 days late to 2.',
    2,
    'Submit the forecasts 2 days earlier in all: from 3 days late to 1.',
  ],
  fewer_cancellations: [
    'Cancel 1 fewer of 120 orders: from 3 to 2.',
    3,
    'Cancel 3 fewer of 120 orders: from 3 to 0.',
  ],
  more_on_time: [
    'Have 1 more of 110 orders ready on time: from 102 to 103.',
    4,
    'Have 4 more of 110 orders ready on time: from 102 to 106.',
  ],
  cleaner_orders: [
    'Have 1 more of 120 orders without a data error: from 116 to 117.',
    2,
    'Have 2 more of 120 orders without a data error: from 116 to 118.',
  ],
  fewer_tickets: [
    'Cause fewer tickets, for 120 orders: they count as 8.5 instead of 9.5.',
    10,
    'Cause fewer tickets, for 120 orders: they count as 0 instead of 9.5.',
  ],
  faster_replies: [
    'Reply in time to 1 more of 12 tickets: from 9 to 10.',
    3,
    'Reply in time to 3 more of 12 tickets: from 9 to 12.',
  ],
  faster_resolutions: [
    'Resolve 1 more of 12 tickets in time: from 2 overdue to 1.',
    2,
    'Resolve 2 more of 12 tickets in time: from 2 overdue to 0.',
  ],
  earlier_payment: [
    'Pay the invoices that the month counts (¤8000) sooner: on average 7 days late instead of 8.',
    8,
    'Pay the invoices that the month counts (¤8000) sooner: on average 0 days late instead of 8.',
  ],
  less_overdue: [
    'Pay ¤80 of the ¤8000 in invoices that the month counts: from ¤960 unpaid to ¤880.',
    3,
    'Pay ¤240 of the ¤8000 in invoices that the month counts: from ¤960 unpaid to ¤720.',
  ],
  less_aged_stock: [
    'Replace old stock by new (a volume of 0.6) before the month’s last stock count, if one still comes: from 9 old to 8.4, of 60.',
    15,
    'Replace old stock by new (a volume of 9) before the month’s last stock count, if one still comes: from 9 old to 0, of 60.',
  ],
  less_cover: [
    'Keep 9 fewer units in stock at the month’s last stock count, if one still comes: from 900 to 891.',
    2,
    'Keep 18 fewer units in stock at the month’s last stock count, if one still comes: from 900 to 882.',
  ],
  more_cover: [
    'Keep 9 more units in stock at the month’s last stock count, if one still comes: from 900 to 909.',
    2,
    'Keep 18 more units in stock at the month’s last stock count, if one still comes: from 900 to 918.',
  ],
  less_stranded_stock: [
    'Replace stranded stock (a volume of 0.6) before the month’s last stock count, if one still comes: from 1.2 stranded to 0.6, of 60.',
    2,
    'Replace stranded stock (a volume of 1.2) before the month’s last stock count, if one still comes: from 1.2 stranded to 0, of 60.',
  ],
}

for (const [lever, [one, steps, several]] of Object.entries(SENTENCES))
  t.test(`${lever} says what it does`, async (t) => {
    t.equal(sentence(counted(), lever as LeverName, 1), one)
    t.equal(sentence(counted(), lever as LeverName, steps), several)
  })

t.test('a sentence about one thing is in the singular', async (t) => {
  t.equal(
    sentence(counted({ stock_quantity: 60 }), 'less_cover', 1),
    'Keep 1 fewer unit in stock at the month’s last stock count, if one still comes: from 60 to 59.',
  )
  t.equal(
    sentence(counted({ actual_total: 90 }), 'closer_forecast', 1),
    'Forecast 1 order closer to the 90 that come: from 30 off to 29.',
  )
  t.equal(
    sentence(counted({ tickets: 1, overdue_tickets: 1 }), 'faster_resolutions', 1),
    'Resolve 1 more of 1 ticket in time: from 1 overdue to 0.',
  )
  t.equal(
    sentence(counted({ amount_days_late: '4000' }), 'earlier_payment', 1),
    'Pay the invoices that the month counts (¤8000) sooner: on average 0 days late instead of 0.5.',
  )
})

t.test('all levers are offered when everything has a value, and those without one are not', async (t) => {
  t.same(offered(counted()), LEVER_NAMES)
  const without = (more: object, input = {}) =>
    LEVER_NAMES.filter((name) => !offered(counted(more, input)).includes(name))
  const cover = ['less_cover', 'more_cover']
  t.same(without({ invoices: 0 }), ['earlier_payment', 'less_overdue'])
  t.same(without({ reply_due: 0, replied_in_time: 0 }), ['faster_replies'])
  t.same(without({ ready_due: 29, ready_on_time: 20 }), ['more_on_time'], 'below min_volume')
  t.same(without({ actual_total: 0 }), ['closer_forecast'], 'wholly wrong whatever is forecast')
  t.same(without({ units_ordered: 0 }), cover, 'a year of cover whatever is in stock')
  t.same(without({ stock_quantity: 0 }), cover)
  t.same(without({}, { feeds_in_use: { ...ALL_FEEDS, tickets: false } }), [
    'fewer_tickets',
    'faster_replies',
    'faster_resolutions',
  ])
  const exclude = anException({ score_component_affected: 'f_score', adjustment_rule: { op: 'exclude' } })
  t.same(without({}, { exceptions: [exclude] }), ['earlier_payment', 'less_overdue'])
  const appealed: World = { ...counted(), appeals: [{ component: 'p_score', raw_after: 50 }] }
  t.notOk(offered(appealed).includes('closer_forecast'))
  const total: World = { ...counted(), appeals: [{ component: 'p_score', total_after: 50 }] }
  t.same(offered(total), LEVER_NAMES)
})

t.test('steps of every lever: facts as by hand, points of the engine, data unchanged', async (t) => {
  const seen = new Set<string>()
  const worlds = fc.sample(anyWorld, { seed: 7, numRuns: 24 })
  const wrong: string[] = []
  for (const making of worlds) {
    const world: World = { ...making.with({ scores: [50, 80], floors: [0, 0] }), appeals: [] }
    const study = studyOf(world)
    for (const offer of offersOf(study)) {
      const { name, most } = offer
      const points = leverPoints(study, offer)
      const base = measuredOf(world, offer.component)
      const turns = points.turns.flatMap((turn) => [turn, Math.min(most, turn + 1), Math.floor(turn / 2)])
      for (const steps of new Set(turns)) {
        const after = worldAfter(study, [offer], { [name]: steps })
        const byHand = movedByHand(world, { [name]: steps })
        seen.add(name)
        const [ours, other] = [scoreSeller(world.rules, after.input), scoreSeller(world.rules, byHand.input)]
        if (JSON.stringify(ours) !== JSON.stringify(other)) wrong.push(`${name} ${steps}: not as by hand`)
        const gained = (points.at(steps) - points.at(0)) / POINT
        const measured = measuredOf(after, offer.component)
        if (Math.abs(measured - base - gained) > 2e-6) wrong.push(`${name} ${steps}: ${gained} points`)
        const shown = stepsShown(study, [offer], { [name]: steps }, {})
        const added = shown.reduce((one, { facts }) => withFacts(one, facts), world)
        if (scoreSeller(world.rules, added.input).total_sos !== ours.total_sos)
          wrong.push(`${name} ${steps}: facts`)
        if (dataOf(after) !== dataOf(world)) wrong.push(`${name} ${steps}: other data`)
      }
    }
  }
  t.same(wrong, [])
  t.equal(seen.size, LEVER_NAMES.length)
})

function measuredOf(world: World, component: 'p_score' | 'o_score' | 't_score' | 'f_score' | 'i_score') {
  return scoreSeller(world.rules, world.input).explanation.components[component].measured ?? 0
}

/** What has data, is imputed and is rated. */
function dataOf(world: World): string {
  const { explanation, imputed, is_rated } = scoreSeller(world.rules, world.input)
  return JSON.stringify([imputed, is_rated, explanation.metrics.map(({ na }) => na)])
}
