import t from 'tap'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { testApp } from '../setup/app.ts'
import { at, day, factsOf, MARCH, MARCH_10, makeCampaign, makeSeller } from '../sos/setup.ts'
import { aggregateForecasts } from './sums.ts'

const DEADLINES = { base_days: 7, campaign_days: 14 }

t.test('forecasts are compared with what came', async (t) => {
  const { app } = await testApp(t)

  /** A seller to give facts to, and its sums when it had so many orders in the month. */
  async function seller() {
    const { id } = await makeSeller(app)
    const sums = (orders: number, month: ScoredMonth = MARCH) =>
      aggregateForecasts(app.db, [id], [orders], month, DEADLINES)
    return { ...factsOf(app, id), sums }
  }

  t.test('the month itself is a row of its forecast without a campaign and its orders', async (t) => {
    const { forecasts, sums } = await seller()
    await forecasts({ forecast_orders: 120 }, { period: '2026-02', forecast_orders: 999 })
    t.match(await sums(100), [
      {
        forecast_rows: 1,
        forecast_total: '120',
        actual_total: '100',
        absolute_error: '20',
        lateness_days: 0,
      },
    ])
  })

  t.test('a missing forecast is 0 orders and 14 days late', async (t) => {
    const { sums } = await seller()
    t.match(await sums(100), [
      {
        forecast_rows: 1,
        forecast_total: '0',
        actual_total: '100',
        absolute_error: '100',
        lateness_days: 14,
      },
    ])
  })

  t.test('a forecast of orders that never came is a row', async (t) => {
    const { forecasts, sums } = await seller()
    await forecasts({ forecast_orders: 30 })
    t.match(await sums(0), [
      { forecast_rows: 1, forecast_total: '30', actual_total: '0', absolute_error: '30' },
    ])
  })

  t.test('a row of nothing against nothing is left out', async (t) => {
    const { forecasts, sums } = await seller()
    t.same(await sums(0), [])
    await forecasts({ forecast_orders: 0 })
    t.same(await sums(0), [])
  })

  t.test('a forecast submitted at or after as_of does not exist yet', async (t) => {
    const { forecasts, sums } = await seller()
    await forecasts({ forecast_orders: 5, submitted_at: at(10, '12:00') })
    t.match(await sums(8, MARCH_10), [{ forecast_total: '0', lateness_days: 14 }])
    t.match(await sums(8, MARCH), [{ forecast_total: '5', lateness_days: 14 }])
  })

  const LATENESS: [submitted: string, days: number][] = [
    ['2026-02-01T00:00:00Z', 0],
    ['2026-02-22T23:59:59Z', 0],
    ['2026-02-23T00:00:00Z', 1],
    ['2026-03-01T12:00:00Z', 7],
    ['2026-03-08T23:59:59Z', 14],
    ['2026-03-20T00:00:00Z', 14],
  ]
  for (const [submitted, days] of LATENESS)
    t.test(`a forecast due on 2026-02-22 and submitted ${submitted} is ${days} days late`, async (t) => {
      const { forecasts, sums } = await seller()
      await forecasts({ submitted_at: new Date(submitted) })
      t.match(await sums(10), [{ lateness_days: days }])
    })

  t.test('the day of submission is that of the business time zone', async (t) => {
    const { forecasts, sums } = await seller()
    await forecasts({ submitted_at: new Date('2026-02-22T20:00:00Z') })
    t.match(await sums(10), [{ lateness_days: 0 }])
    t.match(await sums(10, { ...MARCH, time_zone: 'Asia/Tokyo' }), [{ lateness_days: 1 }])
  })

  t.test('a campaign that ends in the month is a row of its own', async (t) => {
    const { forecasts, actuals, sums } = await seller()
    const { id: campaign_id } = await makeCampaign(app)
    await forecasts(
      { forecast_orders: 100 },
      { campaign_id, forecast_orders: 40, submitted_at: new Date('2026-02-26T00:00:00Z') },
    )
    await actuals({ campaign_id, actual_orders: 70 })
    t.match(await sums(110), [
      {
        forecast_rows: 2,
        forecast_total: '140',
        actual_total: '180',
        absolute_error: '40',
        lateness_days: 2,
      },
    ])
  })

  t.test('a campaign with a forecast alone, or an actual alone, is a row', async (t) => {
    const { forecasts, actuals, sums } = await seller()
    const [one, two] = [await makeCampaign(app), await makeCampaign(app)]
    await forecasts({ campaign_id: one.id, forecast_orders: 30, submitted_at: day('2026-02-24') })
    await actuals({ campaign_id: two.id, actual_orders: 20 })
    t.match(await sums(0), [
      { forecast_rows: 2, forecast_total: '30', actual_total: '20', absolute_error: '50', lateness_days: 14 },
    ])
  })

  const ENDS: [
    title: string,
    fields: Parameters<typeof makeCampaign>[1],
    month: ScoredMonth,
    rows: number,
  ][] = [
    [
      'on the last day of the month before',
      { end_date: day('2026-02-28'), start_date: day('2026-02-01') },
      MARCH,
      0,
    ],
    [
      'on the first day of the month',
      { end_date: day('2026-03-01'), start_date: day('2026-02-01') },
      MARCH,
      1,
    ],
    ['on the last day of the month', { end_date: day('2026-03-31') }, MARCH, 1],
    ['on the first day of the next', { end_date: day('2026-04-01') }, MARCH, 0],
    ['today, in the running month', { end_date: day('2026-03-10') }, MARCH_10, 1],
    ['tomorrow, in the running month', { end_date: day('2026-03-11') }, MARCH_10, 0],
    ['in the month but was cancelled', { status: 'cancelled' }, MARCH, 0],
  ]
  for (const [title, fields, month, rows] of ENDS)
    t.test(`a campaign that ends ${title} makes ${rows} rows`, async (t) => {
      const { actuals, sums } = await seller()
      const { id: campaign_id } = await makeCampaign(app, fields)
      await actuals({ campaign_id })
      t.equal((await sums(0, month))[0]?.forecast_rows ?? 0, rows)
    })

  t.test('a campaign’s forecast of the scored period is preferred to a newer one of another', async (t) => {
    const { forecasts, sums } = await seller()
    const { id: campaign_id } = await makeCampaign(app)
    await forecasts(
      { campaign_id, period: '2026-02', forecast_orders: 1, submitted_at: day('2026-02-20') },
      { campaign_id, period: '2026-03', forecast_orders: 2, submitted_at: day('2026-02-10') },
    )
    t.match(await sums(0), [{ forecast_rows: 1, forecast_total: '2' }])
  })

  t.test('without one of the scored period the newest that was submitted by as_of counts', async (t) => {
    const { forecasts, sums } = await seller()
    const { id: campaign_id } = await makeCampaign(app)
    await forecasts(
      { campaign_id, period: '2026-01', forecast_orders: 1, submitted_at: day('2026-01-20') },
      { campaign_id, period: '2026-02', forecast_orders: 2, submitted_at: day('2026-02-20') },
      { campaign_id, period: '2026-04', forecast_orders: 4, submitted_at: day('2026-04-02') },
    )
    t.match(await sums(0), [{ forecast_rows: 1, forecast_total: '2' }])
  })
})
