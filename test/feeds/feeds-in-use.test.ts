import t from 'tap'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { findFeedsInUse } from '../../src/feeds/sums-queries.ts'
import { testApp } from '../setup/app.ts'
import { at, day, factsOf, MARCH, MARCH_10, makeCampaign, makeSeller } from '../sos/setup.ts'

const NONE = {
  ...{ orders: false, forecasts: false, tickets: false, payments: false, inventory: false, returns: false },
}
type Facts = ReturnType<typeof factsOf>
/** A ticket of the evening before March, replied in the first hours of it. */
const LATE = { opened_at: new Date('2026-02-28T23:00:00Z'), replied_at: at(1, '01:00') }

const CASES: [
  title: string,
  give: (facts: Facts) => Promise<unknown>,
  used: Partial<typeof NONE>,
  month?: ScoredMonth,
][] = [
  ['no fact at all', async () => {}, {}],
  ['an order of the month', ({ orders }) => orders({}), { orders: true }],
  ['an order of another month', ({ orders }) => orders({ ordered_at: new Date('2026-04-01T00:00:00Z') }), {}],
  ['an order after as_of', ({ orders }) => orders({ ordered_at: at(10, '12:00') }), {}, MARCH_10],
  ['a forecast of the month', ({ forecasts }) => forecasts({}), { forecasts: true }],
  ['a forecast of another month', ({ forecasts }) => forecasts({ period: '2026-02' }), {}],
  ['a forecast submitted after as_of', ({ forecasts }) => forecasts({ submitted_at: at(11) }), {}, MARCH_10],
  ['a ticket of the month', ({ tickets }) => tickets({}), { tickets: true }],
  ['a ticket after as_of', ({ tickets }) => tickets({ opened_at: at(11) }), {}, MARCH_10],
  ['a ticket of before whose reply is due in the month', ({ tickets }) => tickets(LATE), { tickets: true }],
  [
    'one whose reply may still come',
    ({ tickets }) => tickets(LATE),
    {},
    { ...MARCH, as_of: '2026-03-01T00:30:00.000Z' },
  ],
  [
    'one that its own month has counted',
    ({ tickets }) => tickets(LATE),
    {},
    { ...MARCH, counting: 'by_order' },
  ],
  ['a ticket of before that was due before', ({ tickets }) => tickets({ opened_at: day('2026-02-20') }), {}],
  ['an invoice due in the month', ({ invoices }) => invoices({}), { payments: true }],
  ['an old unpaid invoice', ({ invoices }) => invoices({ due_on: day('2025-01-01') }), { payments: true }],
  [
    'an invoice paid before the month',
    ({ invoices }) => invoices({ due_on: day('2026-02-01'), paid_on: day('2026-02-28') }),
    {},
  ],
  ['an invoice due later', ({ invoices }) => invoices({ due_on: day('2026-04-01') }), {}],
  ['a snapshot of the month', ({ stock }) => stock({}), { inventory: true }],
  ['a snapshot after as_of', ({ stock }) => stock({}), {}, MARCH_10],
]

t.test('a feed is in use when any seller has a fact of it that the month reads', async (t) => {
  const { app } = await testApp(t)
  const rules = await scoringRulesOf(app.db, MARCH.period)
  const inUse = (month = MARCH) => findFeedsInUse(app.db, { month, rules }, app.feeds)
  const forget = () =>
    app.db.pool.query(
      'truncate orders, forecasts, campaign_actuals, tickets, invoices, inventory_snapshots, campaigns',
    )

  for (const [title, give, used, month = MARCH] of CASES)
    t.test(`${title}: ${Object.keys(used).join() || 'none'}`, async (t) => {
      await forget()
      await give(factsOf(app, (await makeSeller(app)).id))
      t.same(await inUse(month), { ...NONE, ...used })
    })

  t.test('a campaign’s forecast counts when it ends in the month and is not cancelled', async (t) => {
    await forget()
    const { forecasts } = factsOf(app, (await makeSeller(app)).id)
    const [later, cancelled] = [
      await makeCampaign(app, { end_date: day('2026-04-01') }),
      await makeCampaign(app, { status: 'cancelled' }),
    ]
    await forecasts({ campaign_id: later.id }, { campaign_id: cancelled.id })
    t.same(await inUse(), NONE)
    const { id: campaign_id } = await makeCampaign(app)
    await forecasts({ campaign_id, period: '2026-02' })
    t.same(await inUse(), { ...NONE, forecasts: true })
  })

  t.test('an actual is no forecast', async (t) => {
    await forget()
    const { id: campaign_id } = await makeCampaign(app)
    await factsOf(app, (await makeSeller(app)).id).actuals({ campaign_id })
    t.same(await inUse(), NONE)
  })

  t.test('a fact of a terminated seller counts too', async (t) => {
    await forget()
    await factsOf(app, (await makeSeller(app, { status: 'terminated' })).id).orders({})
    t.same(await inUse(), { ...NONE, orders: true })
  })
})
