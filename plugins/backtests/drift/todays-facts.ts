import { type FinalScore, finalScores, keptInput } from '../../../src/domain/scores/final-scores.ts'
import { rulesOfRuns } from '../../../src/domain/scores/rules-of-runs.ts'
import { aggregateFacts } from '../../../src/feeds/aggregate.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { forecasts as forecastFeed } from '../../../src/feeds/forecasts.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { addUp, knownOrders } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import { feedsThatDiffer, withFeeds } from '../../../src/scoring/aggregates.ts'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import type { PreparedRules } from '../../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { ScoredFeed } from '../../../src/scoring/scored-feeds.ts'
import { monthsOfRuns } from './queries.ts'

/** A final score whose facts have changed since it was made. */
export interface Changed {
  /** today's, as of the instant of its run */
  facts: Aggregates
  /** what each feed alone makes of the kept facts, of those that differ */
  byFeed: Partial<Record<ScoredFeed, Aggregates>>
}

export interface Read {
  score: FinalScore
  /** undefined when it is not known any more what it was made of */
  made: Made | undefined
}

export interface Made {
  rules: PreparedRules
  /** null when its facts are still those that it was made of */
  changed: Changed | null
}

/**
 * The final scores of some sellers in a month that count, each with its facts as they are known today as of the instant
 * of its run.
 */
export async function readFinal(
  db: Sql,
  sellers: number[],
  { period, time_zone }: Pick<ScoredMonth, 'period' | 'time_zone'>,
  feeds: readonly Feed[],
): Promise<Read[]> {
  const final = await finalScores(db, sellers, period)
  const scores = final.filter(({ before_contract }) => !before_contract)
  const known = scores.filter((score): score is Known => score.run_id !== null && score.inputs !== null)
  const made = new Map<number, Made>()
  for (const group of await groupsOf(db, known, time_zone, feeds)) await readGroup(db, group, made, feeds)
  return scores.map((score) => ({ score, made: made.get(score.seller_id) }))
}

type Known = FinalScore & { run_id: number }

/** Scores whose facts are added up in the same way, as of one instant. */
interface Group {
  month: ScoredMonth
  rules: ScoringRules
  scores: { score: Known; prepared: PreparedRules; kept: Aggregates }[]
}

async function groupsOf(
  db: Sql,
  scores: Known[],
  time_zone: string,
  feeds: readonly Feed[],
): Promise<Group[]> {
  const rulesOf = rulesOfRuns(db)
  const months = await monthsOfRuns(db, [...new Set(scores.map(({ run_id }) => run_id))], time_zone)
  const groups = new Map<string, Group>()
  for (const score of scores) {
    const month = months.get(score.run_id)
    const { rules, prepared } = await rulesOf(score.run_id)
    const kept = keptInput(score)?.aggregates
    if (!month || !prepared || !kept) continue
    const key = canonicalJson({
      month,
      values: feeds.map(({ scored }) => scored?.values({ sellers: null, month, rules }) ?? []),
    })
    const group = groups.get(key) ?? { month, rules, scores: [] }
    group.scores.push({ score, prepared, kept })
    groups.set(key, group)
  }
  return [...groups.values()]
}

async function readGroup(
  db: Sql,
  { month, rules, scores }: Group,
  made: Map<number, Made>,
  feeds: readonly Feed[],
) {
  const ids = scores.map(({ score }) => score.seller_id)
  const facts = await aggregateFacts(db, ids, month, rules, feeds)
  const differing = scores.flatMap(({ score: { seller_id }, kept, prepared }) => {
    const today = facts.get(seller_id) ?? {}
    const differing = feedsThatDiffer(kept, today)
    made.set(seller_id, { rules: prepared, changed: null })
    return differing.length === 0 ? [] : [{ seller_id, kept, today, feeds: differing, prepared }]
  })
  const alone = await forecastsAlone(db, differing, month, rules)
  for (const { seller_id, kept, today, feeds, prepared } of differing) {
    const byFeed = eachAlone(kept, today, feeds, alone.get(seller_id))
    made.set(seller_id, { rules: prepared, changed: { facts: today, byFeed } })
  }
}

interface Differing {
  seller_id: number
  kept: Aggregates
  today: Aggregates
  feeds: ScoredFeed[]
}

/**
 * The facts that each feed alone makes of the kept ones. Forecasts are compared with the month's orders, so late orders
 * change their sums: where no forecast has changed that counts for the orders, else for the forecasts.
 * @param forecasts the sums of today's forecasts against the kept number of orders, where both feeds differ
 */
function eachAlone(
  kept: Aggregates,
  today: Aggregates,
  feeds: ScoredFeed[],
  forecasts: Aggregates | undefined,
) {
  const byOrders =
    forecasts !== undefined &&
    !feedsThatDiffer(kept, withFeeds(kept, ['forecasts'], forecasts)).includes('forecasts')
  const byFeed: Changed['byFeed'] = {}
  for (const feed of feeds) {
    if (feed === 'forecasts' && byOrders) continue
    byFeed[feed] = withFeeds(kept, feed === 'orders' && byOrders ? ['orders', 'forecasts'] : [feed], today)
  }
  return byFeed
}

/**
 * The sums of today's forecasts against the orders that a score counted, of those whose orders and forecasts differ.
 */
async function forecastsAlone(db: Sql, differing: Differing[], month: ScoredMonth, rules: ScoringRules) {
  const both = differing.filter(({ feeds }) => feeds.includes('orders') && feeds.includes('forecasts'))
  if (both.length === 0) return new Map<number, Aggregates>()
  const sellers = both.map(({ seller_id }) => seller_id)
  const keptOf = new Map(both.map(({ seller_id, kept }) => [seller_id, Number(kept.orders ?? 0)]))
  const orders = knownOrders(sellers, (seller) => keptOf.get(seller) ?? 0)
  const rows = await addUp(db, forecastFeed, { sellers, month, rules }, orders)
  const sums = new Map<number, Aggregates>(sellers.map((seller) => [seller, {}]))
  for (const { seller_id, ...row } of rows) sums.set(seller_id, row)
  return sums
}
