import t from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'

const { call, app } = await testApp(t, { WORKER: 'on', BUSINESS_TIMEZONE: 'America/New_York' })

await call('bod', 'POST', '/api/sellers', { seller_code: 'S-1', company_name: 'First' })
const push = (feed: string, records: object[]) => call('system', 'POST', `/api/sync/${feed}`, { records })
await push(
  'orders',
  [
    '2025-03-01T04:59:59.999Z',
    '2025-03-01T05:00:00Z',
    '2025-03-15T12:00:00Z',
    '2025-04-01T03:59:59.999Z',
    '2025-04-01T04:00:00Z',
    '2025-04-01T04:59:59.999Z',
  ].map((ordered_at, n) => ({ seller_code: 'S-1', order_code: `O-${n}`, ordered_at })),
)
await push('forecasts', [
  // 3 days after the deadline of February 22, though in UTC it is 4
  { seller_code: 'S-1', period: '2025-03', forecast_orders: 3, submitted_at: '2025-02-26T04:59:59Z' },
])

/** What the run of a period was made with, and the metrics of S-1 by name. */
async function scored(period: string) {
  const { run_id } = (await call('bod', 'POST', '/api/sos/monthly/calculate', { period })).body
  const run = await app.db.row<{ month_start: string; as_of: string; as_of_date: string }>(
    'select month_start, as_of, as_of_date from scoring_runs where id = $1',
    [run_id],
  )
  const url = `/api/sos/sellers/S-1/score/explanation?period=${period}`
  const { metrics } = (await call('bod', 'GET', url)).body
  const of = (name: string) => metrics.find(({ metric }: { metric: string }) => metric === name)
  return { run, of }
}

t.test('a past month begins and ends at midnight in the business time zone', async (t) => {
  const { run, of } = await scored('2025-03')
  t.hasStrict(run, {
    month_start: '2025-03-01T05:00:00.000Z',
    as_of: '2025-04-01T04:00:00.000Z', // the clocks went forward on March 9
    as_of_date: '2025-03-31',
  })
  t.equal(of('order_data_accuracy').denominator, 3)
  t.hasStrict(of('forecast_lateness'), { numerator: 3, denominator: 1 })
})

t.test('the running month is seen on the day that it is in the business time zone', async (t) => {
  const { run } = await scored(periodOf(new Date(), 'America/New_York'))
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
  t.equal(run?.as_of_date, today.format(Date.parse(run?.as_of ?? '')))
})
