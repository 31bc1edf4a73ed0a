import { Model } from '../platform/schemas/schemas.ts'
import { defineFeed } from './feed.ts'
import { also, CampaignCode, Count, Maybe, SellerCode } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('CampaignActualRecord', {
  seller_code: SellerCode(),
  campaign_code: also(CampaignCode(), 'campaign_id'),
  actual_orders: also(Count({ examples: [480] }), 'orders order_count orders_count'),
  actual_units: Maybe(Count({ examples: [910] }), 'units unit_count units_sold'),
})

/** Sales of sellers in campaigns, from warehouse and order systems. */
export const campaignActuals = defineFeed({
  name: 'campaign-actuals',
  summary: 'Push actual results of campaigns',
  description:
    'What sellers sold in campaigns, from the warehouse and order systems. The month is that in which the campaign ends.',
  record,
  key: ['seller_code', 'campaign_code'],
  table: 'campaign_actuals',
  columns: { campaign_code: { name: 'campaign_id', value: 'c.id' } },
  joins: 'left join campaigns c using (campaign_code)',
  unknown: { campaign_code: 'c.id is null' },
  day: '(select end_date from campaigns c where c.id = f.campaign_id)',
  lock: {
    field: 'campaign_code',
    statement: 'select from campaigns where campaign_code = any($1::text[]) order by id for key share',
  },
  dayFields: [],
  kept: {
    past: `exists (select from campaigns c where c.id = f.campaign_id and c.end_date < ${keptFrom.day})`,
  },
  inMonth: `f.campaign_id in (select id from campaigns where ${inMonth.day('end_date')})`,
  controlTotals: {
    actual_orders: { column: 'actual_orders', description: 'Orders of the campaigns', example: 480 },
  },
  expected: 'after campaigns',
})
