import type { Sql } from '../platform/database/database.ts'
import type { Aggregates } from '../scoring/aggregates.ts'
import type { SumName } from '../scoring/scored-feeds.ts'
import type { FactsAsked, Feed, Scored } from './feed.ts'
import { sumsLeftOut } from './left-out.ts'

/** A feed that scores are made of. */
export type FeedWithSums = Feed & { scored: Scored }

export const isScored = (feed: Feed): feed is FeedWithSums => feed.scored !== undefined

/** A whole statement and its values. */
export interface Statement {
  text: string
  values: unknown[]
}

/** The orders of each seller in the month: a statement of `seller_id` and `orders`, which reads `value` as $2. */
export interface OrdersOfSellers {
  text: string
  value: unknown
}

/** The orders of some sellers, which are known. */
export const knownOrders = (sellers: number[], ordersOf: (seller: number) => number): OrdersOfSellers => ({
  text: 'select * from unnest($1::int[], $2::bigint[]) as s(seller_id, orders)',
  value: sellers.map(ordersOf),
})

/**
 * A statement that reads the facts of the month, up to `facts_of_month`.
 * @param orders what the facts are compared with, for a feed that is compared with orders
 */
export function factsOfMonth(
  { scored }: FeedWithSums,
  asked: FactsAsked,
  orders?: OrdersOfSellers,
): Statement {
  const values = scored.values(asked)
  if (!scored.comparedWithOrders) return { text: `with ${scored.rows}`, values: [asked.sellers, ...values] }
  if (!orders) throw new Error('The orders are missing that the facts are compared with')
  return {
    text: `with seller as (${orders.text}), ${scored.rows}`,
    values: [asked.sellers, orders.value, ...values],
  }
}

/**
 * The statement that adds up the facts of a feed: a row for each seller that has any.
 * @param beside what else is counted of them: SQL by name
 */
export function sumsOf(
  feed: FeedWithSums,
  asked: FactsAsked,
  orders?: OrdersOfSellers,
  beside: Record<string, string> = {},
): Statement {
  const { text, values } = factsOfMonth(feed, asked, orders)
  const { sums: judged, leftOut = {} } = feed.scored
  const added = Object.entries({ ...judged, ...sumsLeftOut(leftOut) }).map(([name, { all }]) => [name, all])
  const sums = [...added, ...Object.entries(beside)].map(([name, all]) => `${all} as ${name}`)
  return {
    text: `${text} select seller_id, ${sums.join(', ')} from facts_of_month group by seller_id`,
    values,
  }
}

/** The sums of one seller: whole numbers, and decimals as text. */
export type SumsOfSeller<Name extends SumName = SumName> = { seller_id: number } & Pick<Aggregates, Name>

/** Per seller the facts of a feed in the month, added up. */
export const addUp = <Name extends string>(
  db: Sql,
  feed: Feed & { scored?: Scored<Name> },
  asked: FactsAsked,
  orders?: OrdersOfSellers,
) => {
  const { text, values } = sumsOf(feed as FeedWithSums, asked, orders)
  return db.rows<SumsOfSeller<Name & SumName>>(text, values)
}
