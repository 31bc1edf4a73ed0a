import t from 'tap'
import { elapsedDays } from '../../src/feeds/scored-month.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY, OCTOBER } from './months.ts'
import { aggregateForecasts, aggregateOrders, aggregateTickets } from './sums.ts'

const { db, seller, campaign } = await factsDatabase(t)
const HELPDESK = [{ id: 1, version: 1, category: '*', weight: 1, reply_hours: 24, resolve_hours: 72 }]

const MONTHS = [
  {
    ...{ title: 'a month in São Paulo begins and ends at 3:00 UTC', month: MAY },
    ...{ before: '2026-05-01T02:59:59.999Z', first: '2026-05-01T03:00:00Z' },
    ...{ last: '2026-06-01T02:59:59.999Z', after: '2026-06-01T03:00:00Z' },
  },
  {
    ...{ title: 'a month in Berlin begins at 22:00 UTC and, its clocks turned back, ends at 23:00 UTC' },
    ...{ month: OCTOBER, before: '2026-09-30T21:59:59.999Z', first: '2026-09-30T22:00:00Z' },
    ...{ last: '2026-10-31T22:59:59.999Z', after: '2026-10-31T23:00:00Z' },
  },
  {
    ...{ title: 'a running month ends at as_of', month: MID_MAY, before: '2026-05-01T02:59:59.999Z' },
    ...{ first: '2026-05-01T03:00:00Z', last: '2026-05-15T11:59:59.999Z', after: '2026-05-15T12:00:00Z' },
  },
]
for (const { title, month, before, first, last, after } of MONTHS)
  t.test(title, async (t) => {
    const instants = [before, first, last, after]
    const id = await seller({
      orders: instants.map((ordered_at) => ({ ordered_at })),
      tickets: instants.map((opened_at) => ({ opened_at })),
    })
    t.hasStrict(await aggregateOrders(db, [id], month), [{ orders: 2 }])
    t.hasStrict(await aggregateTickets(db, [id], month, HELPDESK), [{ tickets: 2 }])
  })

t.test('what happens after the end of a past month has not happened in it', async (t) => {
  const cancel_fault = 'seller'
  const id = await seller({
    orders: [
      { cancelled_at: '2026-06-01T02:59:59.999Z', cancel_fault },
      { cancelled_at: '2026-06-01T03:00:00Z', cancel_fault, units: 20 },
    ],
    tickets: [
      { opened_at: '2026-05-31T02:59:59.999Z', replied_at: '2026-06-01T02:00:00Z' },
      { opened_at: '2026-05-31T03:00:00Z', replied_at: '2026-06-01T02:00:00Z' },
    ],
  })
  t.hasStrict(await aggregateOrders(db, [id], MAY), [{ seller_cancelled: 1, units_ordered: 20 }])
  t.hasStrict(await aggregateTickets(db, [id], MAY, HELPDESK), [
    { tickets: 2, replied_in_time: 1, reply_due: 1 },
  ])
})

t.test('the hours of a reply go on evenly while the clocks change', async (t) => {
  const opened_at = '2026-10-24T22:00:00Z' // midnight in Berlin, 25 hours before the next one
  const id = await seller({
    tickets: [
      { opened_at, replied_at: '2026-10-25T22:00:00Z' },
      { opened_at, replied_at: '2026-10-25T22:00:00.001Z' },
    ],
  })
  t.hasStrict(await aggregateTickets(db, [id], OCTOBER, HELPDESK), [{ replied_in_time: 1, reply_due: 2 }])
})

/** How late a forecast for the month, or for a campaign, is that was submitted then. */
async function lateness(month: typeof MAY, submitted_at: string, campaign_id = 0) {
  const id = await seller({
    forecasts: [{ period: month.period, campaign_id, forecast_orders: 1, submitted_at }],
  })
  const [row] = await aggregateForecasts(db, [id], [0], month, { base_days: 7, campaign_days: 14 })
  return row?.lateness_days
}

t.test('the deadline ends with its day in the business time zone', async (t) => {
  t.equal(await lateness(MAY, '2026-04-25T02:59:59.999Z'), 0) // April 24
  t.equal(await lateness(MAY, '2026-04-25T03:00:00Z'), 1)
  t.equal(await lateness(OCTOBER, '2026-09-24T21:59:59.999Z'), 0)
  t.equal(await lateness(OCTOBER, '2026-09-24T22:00:00Z'), 1)
})

t.test('so does the deadline of a campaign', async (t) => {
  const id = await campaign('2026-05-15', '2026-05-20') // 14 days after May 1
  t.equal(await lateness(MAY, '2026-05-02T02:59:59.999Z', id), 0)
  t.equal(await lateness(MAY, '2026-05-02T03:00:00Z', id), 1)
})

t.test('the days of a month up to as_of count that day, and a change of clocks adds none', async (t) => {
  t.equal(elapsedDays(MAY), 31)
  t.equal(elapsedDays(MID_MAY), 15)
  t.equal(elapsedDays(OCTOBER), 31)
})
