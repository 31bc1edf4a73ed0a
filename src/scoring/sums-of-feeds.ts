import { type AggregateName, type Aggregates, normalAggregates } from './aggregates.ts'
import { FEEDS, type Feed } from './components.ts'

/** The sums that the facts of each feed are added up to. */
const SUMS: Record<Feed, readonly AggregateName[]> = {
  orders: ['orders', 'seller_cancelled', 'ready_on_time', 'ready_due', 'error_free', 'units_ordered'],
  forecasts: ['forecast_rows', 'forecast_total', 'actual_total', 'absolute_error', 'lateness_days'],
  tickets: ['tickets', 'seller_ticket_weight', 'replied_in_time', 'reply_due', 'overdue_tickets'],
  payments: ['invoices', 'invoiced_amount', 'amount_days_late', 'unpaid_amount'],
  inventory: ['stock_rows', 'stock_volume', 'aged_volume', 'stranded_volume', 'stock_quantity'],
}

/** Those of these feeds whose sums differ. */
export function feedsThatDiffer(
  before: Aggregates,
  after: Aggregates,
  feeds: readonly Feed[] = FEEDS,
): Feed[] {
  const [one, other] = [normalAggregates(before), normalAggregates(after)]
  return feeds.filter((feed) => SUMS[feed].some((name) => one[name] !== other[name]))
}

/** The sums with those of some feeds taken from elsewhere. */
export const withFeeds = (sums: Aggregates, feeds: readonly Feed[], from: Aggregates): Aggregates => ({
  ...sums,
  ...Object.fromEntries(feeds.flatMap((feed) => SUMS[feed].map((name) => [name, from[name] ?? 0]))),
})
