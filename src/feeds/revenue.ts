import { Model, Period } from '../platform/schemas/schemas.ts'
import { defineFeed } from './feed.ts'
import { also, SellerCode, SignedMoney } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('RevenueRecord', {
  seller_code: SellerCode(),
  period: also(Period(), 'month revenue_month revenue_period'),
  amount: also(
    SignedMoney({ description: 'Negative when more was given back than sold' }),
    'revenue revenue_amount turnover',
  ),
})

/** Revenue of sellers, from accounting. */
export const revenue = defineFeed({
  name: 'revenue',
  summary: 'Push revenue',
  description: 'What sellers turned over in a month, from accounting.',
  record,
  key: ['seller_code', 'period'],
  table: 'revenues',
  day: `to_date(f.period, 'YYYY-MM')`,
  dayFields: ['period'],
  kept: { past: `f.period < ${keptFrom.month}` },
  inMonth: inMonth.period('f.period'),
  controlTotals: {
    amount: { column: 'amount', description: 'Sum of the amounts', example: 84210.5, isMoney: true },
  },
})
