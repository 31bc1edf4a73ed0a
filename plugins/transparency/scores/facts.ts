import { forecastSums } from '../../../src/domain/metrics/forecasts-queries.ts'
import { inventorySums } from '../../../src/domain/metrics/inventory-queries.ts'
import { orderSums } from '../../../src/domain/metrics/orders-queries.ts'
import { paymentSums } from '../../../src/domain/metrics/payments-queries.ts'
import { paramsOf } from '../../../src/domain/metrics/rule-params.ts'
import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { readSums, type Sums } from '../../../src/domain/metrics/sums.ts'
import { ticketSums } from '../../../src/domain/metrics/tickets-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import { FEEDS, type Feed } from '../../../src/scoring/components.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { feedsThatDiffer } from '../../../src/scoring/sums-of-feeds.ts'
import type { Statement } from '../../../src/transparency/statement.ts'
import { rowsOfFeed } from './fact-rows-queries.ts'

/** The facts behind a score by feed; null for a feed whose facts no longer add up to what was scored. */
export type Facts = Statement['facts']

/** What was scored of a seller: the aggregates of its kept inputs. */
export type Scored = { seller_id: number; aggregates: Aggregates }

const NO_ROWS = { rows: 0, sha256: sha256('') }

/** The facts behind scores of one run as they are today, as of the run's instant, by seller. */
export async function factsBehind(
  db: Sql,
  scored: readonly Scored[],
  month: ScoredMonth,
  rules: ScoringRules,
) {
  const sellers = scored.map(({ seller_id }) => seller_id)
  const facts = new Map<number, NonNullable<Facts>>(sellers.map((seller) => [seller, {}]))
  const ordersOf = new Map<number, number>()
  for (const feed of FEEDS) {
    const sums = sumsOf(feed, sellers, month, rules, ordersOf)
    const [added, behind] = [await readSums(db, sums), await rowsOfFeed(db, feed, sums)]
    const addedOf = new Map(
      added.map(({ seller_id, ...aggregates }) => [seller_id, aggregates as Aggregates]),
    )
    const rowsOf = new Map(behind.map(({ seller_id, rows, sha256 }) => [seller_id, { rows, sha256 }]))
    if (feed === 'orders') for (const [seller, { orders }] of addedOf) ordersOf.set(seller, Number(orders))
    for (const { seller_id, aggregates } of scored) {
      const isSame = feedsThatDiffer(addedOf.get(seller_id) ?? {}, aggregates, [feed]).length === 0
      Object.assign(facts.get(seller_id) ?? {}, {
        [feed]: isSame ? (rowsOf.get(seller_id) ?? NO_ROWS) : null,
      })
    }
  }
  return facts
}

function sumsOf(
  feed: Feed,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
  ordersOf: ReadonlyMap<number, number>,
): Sums<{ seller_id: number }> {
  switch (feed) {
    case 'orders':
      return orderSums(sellers, month)
    case 'forecasts': {
      const { base_days = 0, campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
      const orders = sellers.map((seller) => ordersOf.get(seller) ?? 0)
      const text = 'select * from unnest($1::int[], $2::bigint[]) as s(seller_id, orders)'
      return forecastSums(sellers, { text, value: orders }, month, { base_days, campaign_days })
    }
    case 'tickets':
      return ticketSums(sellers, month, rules.helpdesk)
    case 'payments':
      return paymentSums(sellers, month)
    case 'inventory':
      return inventorySums(sellers, month, paramsOf(rules, 'aged_stock_share').age_days ?? 0)
  }
}
