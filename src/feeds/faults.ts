import type { Sql } from '../platform/database/database.ts'
import { FEEDS_WITH_FAULT, type FeedWithFault, OTHERS } from '../scoring/left-out.ts'
import type { ScoringRules } from '../scoring/rules.ts'
import type { Feed } from './feed.ts'
import type { ScoredMonth } from './scored-month.ts'
import { type FeedWithSums, factsOfMonth } from './sums-queries.ts'

/** Whether a fault is another's than the seller's: one that is not said is not. */
export const isAnothers = (column: string) =>
  `${column} in (${OTHERS.map((other) => `'${other}'`).join(', ')})`

/** Whether rows of a feed that name no fault are nobody's (FaultRule). */
export const isNobodys = ({ fault }: Partial<ScoringRules>, feed: FeedWithFault): boolean =>
  fault?.some((record) => record.feed === feed && record.counts_as === 'nobody') ?? false

export type FeedWithFaults = FeedWithSums & {
  name: FeedWithFault
  scored: { fault: NonNullable<FeedWithSums['scored']['fault']> }
}

export const hasFaults = (feed: Feed): feed is FeedWithFaults => feed.scored?.fault !== undefined

/** How many facts of each feed went wrong and name no fault, without those feeds in which none did. */
export type Unnamed = Partial<Record<FeedWithFault, number>>

const PREFIX = 'unnamed_'

/** What a run counts of a feed beside its sums: it is no part of a score. */
export const unnamedBeside = (feed: FeedWithSums): Record<string, string> =>
  hasFaults(feed)
    ? { [PREFIX + feed.name]: `nullif(count(*) filter (where ${feed.scored.fault.unnamed}), 0)` }
    : {}

/** Takes what was counted beside sums out of them; null where there is nothing. */
export function takeUnnamed(sums: Record<string, unknown>): Unnamed | null {
  const unnamed: Unnamed = {}
  for (const feed of FEEDS_WITH_FAULT) {
    const count = sums[PREFIX + feed]
    delete sums[PREFIX + feed]
    if (count) unnamed[feed] = Number(count)
  }
  return Object.keys(unnamed).length > 0 ? unnamed : null
}

/** How many facts of all sellers together went wrong in a month, so that a fault is asked, and how many name none. */
export function countFaults(db: Sql, feed: FeedWithFaults, month: ScoredMonth, rules: ScoringRules) {
  const { asked, unnamed } = feed.scored.fault
  const { text, values } = factsOfMonth(feed, { sellers: null, month, rules })
  return db.one<{ went_wrong: number; unnamed: number }>(
    `${text} select count(*) filter (where ${asked}) as went_wrong, count(*) filter (where ${unnamed}) as unnamed
     from facts_of_month`,
    values,
  )
}
