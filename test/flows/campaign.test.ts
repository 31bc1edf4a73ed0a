import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { listening } from './over-http.ts'

// A campaign of last month: what sellers said they would sell in it, what they sold, and what p_score makes of both.

const MONTH = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const { done, as } = await listening(t)
const push = (feed: string, records: object[]) => done(as.system, 'POST', `/api/sync/${feed}`, { records })
const early = `${shiftPeriod(MONTH, -2)}-01T12:00:00Z`

t.test('operations enter a campaign, which can be read by its code and its id', async (t) => {
  const campaign = {
    campaign_code: 'BLACK-WEEK',
    campaign_name: 'Black week',
    campaign_type: 'major_campaign',
    start_date: `${MONTH}-16`,
    end_date: `${MONTH}-27`,
  }
  const { id } = await done(as.ops_head, 'POST', '/api/campaigns', campaign)
  const read = await done(as.warehouse, 'GET', '/api/campaigns/BLACK-WEEK')
  t.match(read, { id, ...campaign, created_by: 'ops_head' })
  t.same(await done(as.am, 'GET', `/api/campaigns/${id}`), read)
})

t.test('sellers forecast, the warehouse counts, and both stand side by side', async (t) => {
  const sellers = ['GOOD', 'LATE', 'NEVER', 'ABSENT', 'OTHER'].map((seller_code) => ({
    seller_code,
    company_name: `Company ${seller_code}`,
    contract_start_date: '2020-01-01',
  }))
  await push('sellers', sellers)
  const forecast = (seller_code: string, forecast_orders: number, submitted_at: string) => ({
    seller_code,
    period: MONTH,
    campaign_code: 'BLACK-WEEK',
    forecast_orders,
    submitted_at,
  })
  await push('forecasts', [
    forecast('GOOD', 110, early),
    forecast('LATE', 200, `${MONTH}-05T10:00:00Z`),
    forecast('ABSENT', 50, early),
  ])
  const actual = (seller_code: string, actual_orders: number) => ({
    seller_code,
    campaign_code: 'BLACK-WEEK',
    actual_orders,
    actual_units: actual_orders * 2,
  })
  await push('campaign-actuals', [actual('GOOD', 100), actual('LATE', 100), actual('NEVER', 100)])

  const forecasts = await done(as.bod, 'GET', '/api/campaigns/BLACK-WEEK/forecasts')
  t.equal(forecasts.forecast_deadline, `${MONTH}-02`, 'fourteen days before its start')
  t.match(forecasts, { total: 3, page: 1, limit: 500 })
  const row = { actual_orders: 100, actual_units: 200 }
  t.match(forecasts.data, [
    { seller_code: 'ABSENT', forecast_orders: 50, days_late: 0, actual_orders: null, error_percent: null },
    { seller_code: 'GOOD', forecast_orders: 110, days_late: 0, ...row, error_percent: 10 },
    { seller_code: 'LATE', forecast_orders: 200, days_late: 3, ...row, error_percent: 100 },
  ])
  const actuals = await done(as.bod, 'GET', '/api/campaigns/BLACK-WEEK/actuals')
  t.match(actuals.data, [
    { seller_code: 'GOOD' },
    { seller_code: 'LATE' },
    { seller_code: 'NEVER', forecast_orders: null, submitted_at: null, ...row, error_percent: 100 },
  ])
  t.match(actuals.totals, { sellers_with_actual: 3, sellers_late: 1, actual_orders: 300 })
})

t.test('p_score is what forecast error, bias and lateness come to', async (t) => {
  // Forecasts are measured where orders are known, even if these sellers had none outside the campaign.
  await push('orders', [{ seller_code: 'OTHER', order_code: 'O-1', ordered_at: `${MONTH}-03T10:00:00Z` }])
  await done(as.ops_head, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  // Points by the default curves: error (60), bias (20), lateness (20).
  for (const [seller, values, raw] of [
    ['GOOD', [10, 10, 0], 0.6 * 100 + 0.2 * 85 + 0.2 * 100],
    ['LATE', [100, 100, 3], 0.6 * 0 + 0.2 * 0 + 0.2 * 70],
    ['NEVER', [100, 100, 14], 0],
    ['ABSENT', [100, 100, 0], 0.2 * 100],
  ] as const)
    await t.test(seller, async (t) => {
      const { components, metrics } = await done(
        as.bod,
        'GET',
        `/api/sos/sellers/${seller}/score/explanation?period=${MONTH}`,
      )
      const names = ['forecast_error', 'forecast_bias', 'forecast_lateness']
      const value = (name: string) => metrics.find(({ metric }: { metric: string }) => metric === name).value
      t.same(names.map(value), values)
      t.match(components.p_score, { raw, has_data: true, imputed: false })
    })
})

t.test('a campaign that is cancelled counts no more, once the month is calculated again', async (t) => {
  await done(as.ops_head, 'DELETE', '/api/campaigns/BLACK-WEEK')
  t.match(await done(as.bod, 'GET', '/api/campaigns/BLACK-WEEK'), { status: 'cancelled' })
  await done(as.ops_head, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  const { components } = await done(as.bod, 'GET', '/api/sos/sellers/GOOD/score/explanation')
  t.match(components.p_score, { has_data: false, raw: 0 })
})
