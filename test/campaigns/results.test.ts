import t from 'tap'
import type { Role } from '../../src/platform/access/roles.ts'
import { testApp } from '../setup/app.ts'
import { aCampaign } from './a-campaign.ts'

const { call, user } = await testApp(t, { WORKER: 'on', BUSINESS_TIMEZONE: 'Europe/Berlin' })
const { am_id } = user.am
const { warehouse_id } = user.warehouse
const seller = (seller_code: string, fields = {}) =>
  call('bod', 'POST', '/api/sellers', { seller_code, company_name: `Company ${seller_code}`, ...fields })
const push = async (feed: string, records: object[]) => {
  const { body } = await call('system', 'POST', `/api/sync/${feed}`, { records })
  if (body.rejected !== 0) throw new Error(JSON.stringify(body))
}
const campaign_code = 'SUMMER'
const dates = { start_date: '2025-07-15', end_date: '2025-08-02' }
await call('bod', 'POST', '/api/campaigns', aCampaign({ campaign_code, ...dates }))
await call('bod', 'POST', '/api/campaigns', aCampaign({ campaign_code: 'EMPTY', ...dates }))
for (const code of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5']) await seller(code)
await seller('S-am', { assigned_am_id: am_id })
await seller('S-wh', { primary_warehouse_id: warehouse_id })

const forecast = (seller_code: string, forecast_orders: number, at: string, period = '2025-08') => ({
  ...{ seller_code, campaign_code, period, forecast_orders, submitted_at: at },
})
await push('forecasts', [
  forecast('S-1', 120, '2025-07-01T21:59:59Z'), // still 1 July in Berlin: the deadline itself
  forecast('S-2', 90, '2025-07-01T22:00:00Z'), // already 2 July in Berlin
  forecast('S-4', 10, '2025-07-31T12:00:00Z'),
  forecast('S-5', 5, '2025-06-01T12:00:00Z'),
  forecast('S-am', 200, '2025-06-20T12:00:00Z'),
  // one of another month does not count beside the one of the month in which the campaign ends
  forecast('S-1', 999, '2025-07-20T12:00:00Z', '2025-07'),
  // without one of that month the newest counts
  forecast('S-wh', 1, '2025-05-01T12:00:00Z', '2025-06'),
  forecast('S-wh', 50, '2025-06-01T12:00:00Z', '2025-07'),
  // the forecast of the month is none of the campaign
  { seller_code: 'S-3', period: '2025-08', forecast_orders: 777, submitted_at: '2025-06-01T12:00:00Z' },
])
await push('campaign-actuals', [
  { seller_code: 'S-1', campaign_code, actual_orders: 100, actual_units: 250 },
  { seller_code: 'S-2', campaign_code, actual_orders: 120 },
  { seller_code: 'S-3', campaign_code, actual_orders: 30, actual_units: 30 },
  { seller_code: 'S-5', campaign_code, actual_orders: 0 },
  { seller_code: 'S-wh', campaign_code, actual_orders: 30, actual_units: 31 },
])

const list = async (what: string, query = '', role: Role = 'bod') =>
  (await call(role, 'GET', `/api/campaigns/${campaign_code}/${what}${query}`)).body
const codes = ({ data }: { data: { seller_code: string }[] }) => data.map(({ seller_code }) => seller_code)

const noForecast = { forecast_orders: null, submitted_at: null, days_late: null }
const noResult = { actual_orders: null, actual_units: null, error_percent: null }
const rows = {
  'S-1': {
    ...{ seller_code: 'S-1', company_name: 'Company S-1', forecast_orders: 120, days_late: 0 },
    ...{ submitted_at: '2025-07-01T21:59:59.000Z', actual_orders: 100, actual_units: 250, error_percent: 20 },
  },
  'S-3': {
    ...{ seller_code: 'S-3', company_name: 'Company S-3', ...noForecast },
    ...{ actual_orders: 30, actual_units: 30, error_percent: 100 },
  },
  'S-4': {
    ...{ seller_code: 'S-4', company_name: 'Company S-4', ...noResult },
    ...{ forecast_orders: 10, submitted_at: '2025-07-31T12:00:00.000Z', days_late: 30 },
  },
}

t.test('forecasts are the sellers with a forecast, each beside its result', async (t) => {
  const body = await list('forecasts')
  t.same(codes(body), ['S-1', 'S-2', 'S-4', 'S-5', 'S-am', 'S-wh'])
  t.same(body.data[0], rows['S-1'])
  t.match(body.data[1], { days_late: 1, actual_units: null, error_percent: 25 })
  t.same(body.data[2], rows['S-4'])
  t.match(body.data[3], { forecast_orders: 5, actual_orders: 0, error_percent: null })
  t.match(body.data[5], { forecast_orders: 50, error_percent: 66.67 })
  t.match(body, { total: 6, page: 1, limit: 500, forecast_deadline: '2025-07-01' })
  t.same(body.totals, {
    sellers_with_forecast: 6,
    sellers_late: 2,
    sellers_with_actual: 4,
    forecast_orders: 475,
    actual_orders: 250,
    actual_units: 281,
    error_percent: 30, // (20 + 30 + 5 + 20) ÷ (100 + 120 + 0 + 30)
  })
})

t.test('actuals are the sellers with a result, each beside its forecast', async (t) => {
  const body = await list('actuals')
  t.same(codes(body), ['S-1', 'S-2', 'S-3', 'S-5', 'S-wh'])
  t.same(body.data[0], rows['S-1'])
  t.same(body.data[2], rows['S-3'])
  t.match(body.totals, {
    sellers_with_forecast: 4,
    sellers_with_actual: 5,
    actual_orders: 280,
    error_percent: 37.5,
  })
})

t.test('pages cut the rows, and the totals stay those of all', async (t) => {
  const all = await list('forecasts')
  const second = await list('forecasts', '?limit=2&page=2')
  t.same(second, { ...all, data: all.data.slice(2, 4), page: 2, limit: 2 })
  t.same(await list('forecasts', '?limit=2&page=4'), { ...all, data: [], page: 4, limit: 2 })
})

t.test('an account manager sees the own sellers and their totals, a warehouse its own too', async (t) => {
  const body = await list('forecasts', '', 'am')
  t.same(codes(body), ['S-am'])
  t.match(body, { total: 1, totals: { sellers_with_forecast: 1, forecast_orders: 200, error_percent: null } })
  t.match(await list('actuals', '', 'am'), { data: [], total: 0, totals: { actual_orders: 0 } })
  t.same(codes(await list('forecasts', '', 'warehouse')), ['S-wh'])
  t.same(codes(await list('actuals', '', 'warehouse')), ['S-wh'])
})

t.test('a campaign without facts has no rows and totals of zero', async (t) => {
  for (const what of ['forecasts', 'actuals'])
    t.match((await call('bod', 'GET', `/api/campaigns/EMPTY/${what}`)).body, {
      data: [],
      total: 0,
      totals: { sellers_with_forecast: 0, forecast_orders: 0, actual_orders: 0, error_percent: null },
    })
})

t.test('the deadline is the one of the record that counts in the month of the end', async (t) => {
  const { body } = await call('bod', 'GET', '/api/config/p-score')
  const record = body.data.find(({ metric }: { metric: string }) => metric === 'forecast_lateness')
  const { metric, weight, curve, min_volume } = record
  await call('bod', 'POST', '/api/config/p-score', {
    ...{ metric, weight, curve, min_volume, params: { campaign_days: 20 } },
    ...{ effective_from: '2025-08', effective_to: '2025-08' },
  })
  t.match(await list('forecasts'), { forecast_deadline: '2025-06-25', totals: { sellers_late: 3 } })
  t.match((await list('forecasts')).data[0], { days_late: 6 })
})

t.test('a score counts the same forecast, result and days late', async (t) => {
  await push('orders', [{ order_code: 'O-1', seller_code: 'S-1', ordered_at: '2025-08-05T10:00:00Z' }])
  t.equal((await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2025-08' })).status, 200)
  const { body } = await call('bod', 'GET', '/api/sos/sellers/S-1/score/explanation?period=2025-08')
  const metric = (name: string) => body.metrics.find(({ metric }: { metric: string }) => metric === name)
  // the campaign is 20 off of 100, and the month's own row has one order and no forecast, so 14 days late
  t.match(metric('forecast_error'), { numerator: 21, denominator: 101 })
  t.match(metric('forecast_lateness'), { numerator: 6 + 14, denominator: 2 })
})
