import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { also, CampaignCode, Count, Instant, Maybe, Month, orDate, SellerCode } from '../fields.ts'
import { keptFrom } from '../kept-months.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    period: also(
      Month({ description: 'The month that is forecast' }),
      'month',
      'forecast_month',
      'forecast_period',
    ),
    forecast_orders: also(
      Count({ examples: [1200] }),
      'forecast',
      'forecasted_orders',
      'expected_orders',
      'order_forecast',
    ),
    submitted_at: also(
      orDate(Instant({ description: 'When the seller handed it in' })),
      'submitted_on',
      'submission_date',
      'submitted_date',
    ),
    campaign_code: also(Maybe(CampaignCode()), 'campaign_id'),
  },
  { title: 'ForecastRecord' },
)

/** SQL for the month in which the campaign of a forecast ends; null where it names none. */
const CAMPAIGN_MONTH = `select to_char(end_date, 'YYYY-MM') from campaigns c where c.id = f.campaign_id`

/** What sellers said they would sell, from order management. */
export const forecasts = factFeed({
  name: 'forecasts',
  summary: 'Push forecasts',
  description:
    'How many orders sellers expect, from order management: one forecast for a month, and one for each campaign of it, which names the campaign.',
  record,
  key: ['seller_code', 'period', 'campaign_code'],
  table: 'forecasts',
  columns: {
    period: 'text',
    forecast_orders: 'int',
    submitted_at: 'timestamptz(3)',
    campaign_code: { type: 'text', name: 'campaign_id', value: 'coalesce(c.id, 0)' },
  },
  joins: 'left join campaigns c using (campaign_code)',
  unknown: { campaign_code: 'g.campaign_code is not null and c.id is null' },
  period: 'f.period',
  day: `to_date(f.period, 'YYYY-MM')`,
  dayFields: ['period'],
  // That of a campaign counts in the month in which the campaign ends, whichever month it names.
  kept: {
    past: `f.period < ${keptFrom.month} and coalesce((${CAMPAIGN_MONTH}) < ${keptFrom.month}, true)`,
    first: `least(f.period, (${CAMPAIGN_MONTH}))`,
    last: `greatest(f.period, (${CAMPAIGN_MONTH}))`,
  },
})
