import type { Sql } from '../../platform/database/database.ts'
import type { Aggregates } from '../../scoring/aggregates.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import { aggregateForecasts } from './forecasts-queries.ts'
import { aggregateInventory } from './inventory-queries.ts'
import { aggregateOrders } from './orders-queries.ts'
import { aggregatePayments } from './payments-queries.ts'
import { paramsOf } from './rule-params.ts'
import type { ScoredMonth } from './scored-month.ts'
import { aggregateTickets } from './tickets-queries.ts'

/** The facts of the month of a set of sellers, added up: five statements, one of each feed. */
export async function aggregateFacts(
  db: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
): Promise<Map<number, Aggregates>> {
  const orders = await aggregateOrders(db, sellers, month)
  const ordersOf = new Map(orders.map((row) => [row.seller_id, row.orders]))
  const { base_days = 0, campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
  const { age_days = 0 } = paramsOf(rules, 'aged_stock_share')
  const feeds = [
    orders,
    await aggregateForecasts(
      db,
      sellers,
      sellers.map((seller) => ordersOf.get(seller) ?? 0),
      month,
      { base_days, campaign_days },
    ),
    await aggregateTickets(db, sellers, month, rules.helpdesk),
    await aggregatePayments(db, sellers, month),
    await aggregateInventory(db, sellers, month, age_days),
  ]
  const facts = new Map<number, Aggregates>(sellers.map((seller) => [seller, {}]))
  for (const rows of feeds)
    for (const { seller_id, ...sums } of rows) Object.assign(facts.get(seller_id) ?? {}, sums)
  return facts
}
