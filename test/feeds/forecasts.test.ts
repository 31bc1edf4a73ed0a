import t from 'tap'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { testApp } from '../setup/app.ts'
import { day, factsOf, MARCH, MARCH_10, makeCampaign, makeSeller } from '../sos/setup.ts'
import { aggregateForecasts } from './sums.ts'

// By which clock a forecast is late is asked in time-zones.test.ts.

const DEADLINES = { base_days: 7, campaign_days: 14 }
const LARGEST = 2_147_483_647

type Facts = ReturnType<typeof factsOf>
type Forecast = Parameters<Facts['forecasts']>[number]
type Actual = Parameters<Facts['actuals']>[number]
type Campaign = Parameters<typeof makeCampaign>[1]

/** What a seller is given; `of` is the place of a campaign. */
interface Given {
  campaigns?: Campaign[]
  forecasts?: (Forecast & { of?: number })[]
  actuals?: (Omit<Actual, 'campaign_id'> & { of: number })[]
}

const CASES: [title: string, given: Given, orders: number, expected?: object, month?: ScoredMonth][] = [
  [
    'the month itself is a row of its forecast without a campaign and its orders',
    { forecasts: [{ forecast_orders: 120 }, { period: '2026-02', forecast_orders: 999 }] },
    100,
    { forecast_rows: 1, forecast_total: '120', actual_total: '100', absolute_error: '20', lateness_days: 0 },
  ],
  [
    'a missing forecast is 0 orders and 14 days late',
    {},
    100,
    { forecast_rows: 1, forecast_total: '0', actual_total: '100', absolute_error: '100', lateness_days: 14 },
  ],
  [
    'a forecast of 0 for orders that came is as late as it was submitted',
    { forecasts: [{ forecast_orders: 0, submitted_at: day('2026-02-24') }] },
    10,
    { forecast_rows: 1, absolute_error: '10', lateness_days: 2 },
  ],
  [
    'a forecast of orders that never came is a row',
    { forecasts: [{ forecast_orders: 30 }] },
    0,
    { forecast_rows: 1, forecast_total: '30', actual_total: '0', absolute_error: '30' },
  ],
  ['a row of nothing against nothing is left out', {}, 0],
  ['so is one with a forecast of nothing', { forecasts: [{ forecast_orders: 0 }] }, 0],
  [
    'a forecast that is submitted at as_of does not exist yet',
    { forecasts: [{ forecast_orders: 5, submitted_at: new Date(MARCH_10.as_of) }] },
    8,
    { forecast_total: '0', lateness_days: 14 },
    MARCH_10,
  ],
  [
    'a campaign that ends in the month is a row of its own, and errors of opposite signs do not cancel',
    {
      campaigns: [{}],
      forecasts: [{ forecast_orders: 120 }, { of: 0, forecast_orders: 40, submitted_at: day('2026-02-26') }],
      actuals: [{ of: 0, actual_orders: 70 }],
    },
    110,
    { forecast_rows: 2, forecast_total: '160', actual_total: '180', absolute_error: '40', lateness_days: 2 },
  ],
  [
    'a campaign with a forecast alone, or an actual alone, is a row',
    {
      campaigns: [{}, {}],
      forecasts: [{ of: 0, forecast_orders: 30, submitted_at: day('2026-02-24') }],
      actuals: [{ of: 1, actual_orders: 20 }],
    },
    0,
    { forecast_rows: 2, forecast_total: '30', actual_total: '20', absolute_error: '50', lateness_days: 14 },
  ],
  [
    'a campaign that nothing was forecast for and nothing came of adds no lateness',
    {
      campaigns: [{}],
      forecasts: [{}, { of: 0, forecast_orders: 0, submitted_at: day('2026-03-30') }],
      actuals: [{ of: 0, actual_orders: 0 }],
    },
    10,
    { forecast_rows: 1, lateness_days: 0 },
  ],
  [
    'a campaign’s forecast of the scored period is preferred to a newer one of another',
    {
      campaigns: [{}],
      forecasts: [
        { of: 0, period: '2026-02', forecast_orders: 1, submitted_at: day('2026-02-20') },
        { of: 0, forecast_orders: 2, submitted_at: day('2026-02-10') },
      ],
    },
    0,
    { forecast_rows: 1, forecast_total: '2' },
  ],
  [
    'without one of the scored period the newest that was submitted by as_of counts',
    {
      campaigns: [{ end_date: day('2026-03-10') }],
      forecasts: [
        { of: 0, period: '2026-01', forecast_orders: 1, submitted_at: day('2026-01-20') },
        { of: 0, period: '2026-02', forecast_orders: 2, submitted_at: day('2026-02-20') },
        { of: 0, period: '2026-03', forecast_orders: 3, submitted_at: day('2026-03-11') },
        { of: 0, period: '2026-04', forecast_orders: 4, submitted_at: day('2026-03-11') },
      ],
    },
    0,
    { forecast_rows: 1, forecast_total: '2' },
    MARCH_10,
  ],
  [
    'forecasts and actuals are added up beyond an integer',
    {
      campaigns: [{}, {}],
      forecasts: [{ forecast_orders: LARGEST }, { of: 0, forecast_orders: LARGEST }],
      actuals: [{ of: 1, actual_orders: LARGEST }],
    },
    LARGEST,
    { forecast_total: '4294967294', actual_total: '4294967294', absolute_error: '4294967294' },
  ],
]

const LATENESS: [submitted: string, days: number][] = [
  ['2026-02-01T00:00:00Z', 0],
  ['2026-02-22T23:59:59Z', 0],
  ['2026-02-23T00:00:00Z', 1],
  ['2026-03-01T12:00:00Z', 7],
  ['2026-03-08T23:59:59Z', 14],
  ['2026-03-20T00:00:00Z', 14],
]
for (const [submitted, lateness_days] of LATENESS)
  CASES.push([
    `a forecast due on 2026-02-22 and submitted ${submitted} is ${lateness_days} days late`,
    { forecasts: [{ submitted_at: new Date(submitted) }] },
    10,
    { lateness_days },
  ])

const ENDS: [title: string, campaign: Campaign, isRow: boolean, month?: ScoredMonth][] = [
  ['on the last day of the month before', { end_date: day('2026-02-28') }, false],
  ['on the first day of the month', { end_date: day('2026-03-01') }, true],
  ['on the last day of the month', { end_date: day('2026-03-31') }, true],
  ['on the first day of the next', { end_date: day('2026-04-01') }, false],
  ['today, in the running month', { end_date: day('2026-03-10') }, true, MARCH_10],
  ['tomorrow, in the running month', { end_date: day('2026-03-11') }, false, MARCH_10],
  ['in the month but was cancelled', { status: 'cancelled' }, false],
]
for (const [title, campaign, isRow, month] of ENDS)
  CASES.push([
    `a campaign that ends ${title} is ${isRow ? 'a' : 'no'} row`,
    { campaigns: [{ start_date: day('2026-02-01'), ...campaign }], actuals: [{ of: 0 }] },
    0,
    isRow ? { forecast_rows: 1 } : undefined,
    month,
  ])

t.test('forecasts are compared with what came', async (t) => {
  const { app } = await testApp(t)
  for (const [
    title,
    { campaigns = [], forecasts = [], actuals = [] },
    orders,
    expected,
    month = MARCH,
  ] of CASES)
    t.test(title, async (t) => {
      const { id } = await makeSeller(app)
      const ids: number[] = []
      for (const campaign of campaigns) ids.push((await makeCampaign(app, campaign)).id)
      const campaignOf = (of: number) => ids[of] as number
      const facts = factsOf(app, id)
      await facts.forecasts(
        ...forecasts.map(({ of, ...row }) => ({
          ...row,
          ...(of !== undefined && { campaign_id: campaignOf(of) }),
        })),
      )
      await facts.actuals(...actuals.map(({ of, ...row }) => ({ ...row, campaign_id: campaignOf(of) })))
      const [sums] = await aggregateForecasts(app.db, [id], [orders], month, DEADLINES)
      if (expected) t.hasStrict(sums, { seller_id: id, ...expected })
      else t.equal(sums, undefined)
    })
})
