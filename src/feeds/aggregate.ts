import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../platform/database/database.ts'
import type { AggregateName, Aggregates } from '../scoring/aggregates.ts'
import { sumsLeftOutOf } from '../scoring/left-out.ts'
import type { ScoringRules } from '../scoring/rules.ts'
import type { FactsAsked, Feed } from './feed.ts'
import type { ScoredMonth } from './scored-month.ts'
import { addUp, type FeedWithSums, isScored, knownOrders } from './sums-queries.ts'

type AskedOfSellers = FactsAsked & { sellers: number[] }

/** The facts of the month of a set of sellers, added up: a statement for each feed. */
export const aggregateFacts = (
  db: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
  feeds: readonly Feed[],
): Promise<Map<number, Aggregates>> =>
  renewSums(db, { sellers, month, rules }, new Map(sellers.map((seller) => [seller, {}])), feeds)

/** The facts with the sums of these feeds read, all others as they are given. */
export async function renewSums(
  db: Sql,
  asked: AskedOfSellers,
  facts: ReadonlyMap<number, Aggregates>,
  feeds: readonly Feed[],
): Promise<Map<number, Aggregates>> {
  const all = new Map(facts)
  const ordersOf = (seller: number) => Number(all.get(seller)?.orders ?? 0)
  for (const feed of ordersFirst(feeds))
    for (const { seller_id, ...sums } of await addUp(db, feed, asked, knownOrders(asked.sellers, ordersOf)))
      all.set(seller_id, withoutNone({ ...all.get(seller_id), ...sums }, sumsLeftOutOf(feed.name)))
  return all
}

/** The sums without those of what is left out where nothing is: absent means none. */
function withoutNone(sums: Aggregates, leftOut: string[]): Aggregates {
  for (const name of leftOut as AggregateName[]) if (sums[name] === null) delete sums[name]
  return sums
}

/** Sorts feeds that are compared with orders behind the orders. */
export const ordersFirst = (feeds: readonly Feed[]): FeedWithSums[] =>
  feeds.filter(isScored).toSorted((one, other) => placeOf(one) - placeOf(other))

const placeOf = ({ scored }: FeedWithSums) => (scored.comparedWithOrders ? 1 : 0)

/** The feeds that two sets of rules add up differently. */
export function changedFeeds(
  before: ScoringRules,
  after: ScoringRules,
  month: ScoredMonth,
  feeds: readonly Feed[],
): Feed[] {
  const valuesOf = ({ scored }: Feed, rules: ScoringRules) => scored?.values({ sellers: null, month, rules })
  return feeds.filter((feed) => !isDeepStrictEqual(valuesOf(feed, before), valuesOf(feed, after)))
}
