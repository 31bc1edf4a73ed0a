import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../platform/database/database.ts'
import type { Aggregates } from '../../scoring/aggregates.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import { aggregateForecasts } from './forecasts-queries.ts'
import { aggregateInventory } from './inventory-queries.ts'
import { paramsOf } from './rule-params.ts'
import type { ScoredMonth } from './scored-month.ts'
import { aggregateTickets } from './tickets-queries.ts'

/** The feeds that two sets of rules add up differently. */
export interface FeedsAgain {
  forecasts: boolean
  tickets: boolean
  inventory: boolean
}

/** Which feeds two sets of rules add up differently: where params of p-score or i-score, or helpdesk records differ. */
export const feedsAgain = (before: ScoringRules, after: ScoringRules): FeedsAgain => {
  const differ = (metric: string) => !isDeepStrictEqual(paramsOf(before, metric), paramsOf(after, metric))
  return {
    forecasts: differ('forecast_lateness'),
    tickets: !isDeepStrictEqual(helpdeskOf(before), helpdeskOf(after)),
    inventory: differ('aged_stock_share'),
  }
}

/** What the sums of tickets are made of: neither the order nor the versions of the records change them. */
const helpdeskOf = ({ helpdesk }: ScoringRules) =>
  new Map(helpdesk.map(({ id: _, version: __, category, ...fields }) => [category, fields]))

/** The facts under other rules: the sums of these feeds are read again, all others are those given. */
export async function aggregateAgain(
  db: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
  { facts, again }: { facts: Map<number, Aggregates>; again: FeedsAgain },
): Promise<Map<number, Aggregates>> {
  const { base_days = 0, campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
  const { age_days = 0 } = paramsOf(rules, 'aged_stock_share')
  const orders = sellers.map((seller) => Number(facts.get(seller)?.orders ?? 0))
  const feeds = [
    again.forecasts ? await aggregateForecasts(db, sellers, orders, month, { base_days, campaign_days }) : [],
    again.tickets ? await aggregateTickets(db, sellers, month, rules.helpdesk) : [],
    again.inventory ? await aggregateInventory(db, sellers, month, age_days) : [],
  ]
  const changed = new Map(facts)
  for (const rows of feeds)
    for (const { seller_id, ...sums } of rows) changed.set(seller_id, { ...changed.get(seller_id), ...sums })
  return changed
}
