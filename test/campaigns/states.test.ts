import t from 'tap'
import {
  type CampaignState,
  stateByHand,
  stateByNewDates,
  statusByDates,
} from '../../plugins/campaigns/states.ts'

const dates = { start_date: '2026-11-16', end_date: '2026-11-27' }
const [BEFORE, DURING, AFTER] = ['2026-11-15', '2026-11-16', '2026-11-28'] as const

t.test('the dates ask for upcoming before the first day and completed after the last', async (t) => {
  for (const [today, expected] of [
    [BEFORE, 'upcoming'],
    [DURING, 'active'],
    ['2026-11-27', 'active'],
    [AFTER, 'completed'],
  ] as const)
    t.equal(statusByDates(dates, today), expected, today)
})

t.test('the day is kept of a status by hand that the dates do not ask for', async (t) => {
  t.same(stateByHand('active', dates, BEFORE), { status: 'active', status_set_on: BEFORE })
  t.same(stateByHand('active', dates, DURING), { status: 'active', status_set_on: null })
  t.same(stateByHand('active', dates, AFTER), { status: 'active', status_set_on: AFTER })
})

t.test('new dates move a status that follows them either way', async (t) => {
  for (const status of ['upcoming', 'active', 'completed'] as const)
    for (const [today, expected] of [
      [BEFORE, 'upcoming'],
      [DURING, 'active'],
      [AFTER, 'completed'],
    ] as const)
      t.same(stateByNewDates({ status, status_set_on: null }, dates, today), {
        status: expected,
        status_set_on: null,
      })
})

t.test('a status by hand gives way only to a later one, and cancelled to none', async (t) => {
  const active: CampaignState = { status: 'active', status_set_on: '2026-11-01' }
  t.same(stateByNewDates(active, dates, BEFORE), active)
  t.same(stateByNewDates(active, dates, DURING), active)
  t.same(stateByNewDates(active, dates, AFTER), { status: 'completed', status_set_on: null })
  const completed: CampaignState = { status: 'completed', status_set_on: '2026-11-01' }
  for (const today of [BEFORE, DURING, AFTER]) t.same(stateByNewDates(completed, dates, today), completed)
  const cancelled: CampaignState = { status: 'cancelled', status_set_on: null }
  for (const today of [BEFORE, DURING, AFTER]) t.same(stateByNewDates(cancelled, dates, today), cancelled)
})
