import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { CampaignCode, Count, Instant, Maybe, Month, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    seller_code: SellerCode(),
    period: Month({ description: 'The month that is forecast' }),
    forecast_orders: Count({ examples: [1200] }),
    submitted_at: Instant({ description: 'When the seller handed it in' }),
    campaign_code: Maybe(CampaignCode()),
  },
  { title: 'ForecastRecord' },
)

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
})
