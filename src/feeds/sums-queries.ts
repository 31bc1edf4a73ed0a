import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../platform/database/database.ts'
import type { AggregateName, Aggregates } from '../scoring/aggregates.ts'
import { type LeftOut, REASONS, sumOfLeftOut, sumsLeftOutOf } from '../scoring/left-out.ts'
import { firstDay } from '../scoring/month.ts'
import type { ScoringRules } from '../scoring/rules.ts'
import type { FeedsInUse, SumName } from '../scoring/scored-feeds.ts'
import type { FactsAsked, Feed, Scored } from './feed.ts'
import type { ScoredMonth } from './scored-month.ts'

/** A feed that scores are made of. */
export type FeedWithSums = Feed & { scored: Scored }

export const isScored = (feed: Feed): feed is FeedWithSums => feed.scored !== undefined

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
export function factsOfMonth({ scored }: FeedWithSums, asked: FactsAsked, orders?: OrdersOfSellers) {
  const values = scored.values(asked)
  if (!scored.comparedWithOrders) return { text: `with ${scored.rows}`, values: [asked.sellers, ...values] }
  if (!orders) throw new Error('The orders are missing that the facts are compared with')
  return {
    text: `with seller as (${orders.text}), ${scored.rows}`,
    values: [asked.sellers, orders.value, ...values],
  }
}

/** How the rows are counted that a feed leaves out, by reason; null where there are none. They are few: taken out first. */
const countsLeftOut = ({ leftOut = {} }: Scored): [name: string, sql: string][] =>
  Object.entries(leftOut).flatMap(([what, column]) =>
    REASONS.map((reason) => [
      sumOfLeftOut(what as LeftOut, reason),
      `nullif(cardinality(array_positions(array_agg(${column}) filter (where ${column} is not null), '${reason}')), 0)`,
    ]),
  )

/**
 * The statement that adds up the facts of a feed: a row for each seller that has any.
 * @param beside what else is counted of them: SQL by name
 */
export function sumsOf(
  feed: FeedWithSums,
  asked: FactsAsked,
  orders?: OrdersOfSellers,
  beside: Record<string, string> = {},
) {
  const { text, values } = factsOfMonth(feed, asked, orders)
  const judged = Object.entries(feed.scored.sums).map(([name, { all }]) => [name, all])
  const added = [...judged, ...countsLeftOut(feed.scored), ...Object.entries(beside)]
  const sums = added.map(([name, all]) => `${all} as ${name}`)
  return {
    text: `${text} select seller_id, ${sums.join(', ')} from facts_of_month group by seller_id`,
    values,
  }
}

/** Per seller the facts of a feed in the month, added up: whole numbers, and decimals as text. */
export const addUp = <Name extends string>(
  db: Sql,
  feed: Feed & { scored?: Scored<Name> },
  asked: FactsAsked,
  orders?: OrdersOfSellers,
  beside?: Record<string, string>,
) => {
  const { text, values } = sumsOf(feed as FeedWithSums, asked, orders, beside)
  return db.rows<{ seller_id: number } & Pick<Aggregates, Name & SumName>>(text, values)
}

/**
 * The facts of the month of a set of sellers, added up: a statement for each feed.
 * @param besideOf what else is counted of a feed (`sumsOf`)
 */
export const aggregateFacts = (
  db: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
  feeds: readonly Feed[],
  besideOf?: (feed: FeedWithSums) => Record<string, string>,
): Promise<Map<number, Aggregates>> =>
  renewSums(db, { sellers, month, rules }, new Map(sellers.map((seller) => [seller, {}])), feeds, besideOf)

/** The facts with the sums of these feeds read, of those without facts of a feed none, all others as they are given. */
export async function renewSums(
  db: Sql,
  asked: FactsAsked & { sellers: number[] },
  facts: ReadonlyMap<number, Aggregates>,
  feeds: readonly Feed[],
  besideOf?: (feed: FeedWithSums) => Record<string, string>,
): Promise<Map<number, Aggregates>> {
  const all = new Map(facts)
  const ordersOf = (seller: number) => Number(all.get(seller)?.orders ?? 0)
  for (const feed of ordersFirst(feeds)) {
    const leftOut = sumsLeftOutOf(feed.name)
    const names = [...Object.keys(feed.scored.sums), ...leftOut]
    const rows = await addUp(db, feed, asked, knownOrders(asked.sellers, ordersOf), besideOf?.(feed))
    for (const seller of asked.sellers) all.set(seller, without(all.get(seller), names))
    for (const { seller_id, ...sums } of rows)
      all.set(seller_id, withoutNone({ ...all.get(seller_id), ...sums }, leftOut))
  }
  return all
}

const without = (sums: Aggregates = {}, names: string[]): Aggregates =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !names.includes(name)))

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

/**
 * Which feeds any seller at all, active or not, has a fact of that the month's metrics read. Each seller's index is looked
 * into until the first is found; of a feed without such a probe the month's rows are read until there is one.
 */
export async function findFeedsInUse(db: Sql, asked: Omit<FactsAsked, 'sellers'>, feeds: readonly Feed[]) {
  const { month_start, as_of, period, as_of_date } = asked.month
  const scored = feeds.filter(isScored)
  const probes = scored.flatMap(({ name, scored: { inUse } }) =>
    inUse ? `exists (select from sellers s, lateral (select ${inUse} limit 1) fact) as "${name}"` : [],
  )
  const values = [month_start, as_of, firstDay(period), as_of_date, period]
  const found = await db.one<FeedsInUse>(`select ${probes.join(', ')}`, values)
  for (const feed of scored.filter(({ scored }) => !scored.inUse)) {
    const { text, values } = factsOfMonth(feed, { ...asked, sellers: null })
    Object.assign(
      found,
      await db.one(`${text} select exists (select from facts_of_month) as "${feed.name}"`, values),
    )
  }
  return found
}
