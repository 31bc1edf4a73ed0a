import { aggregateFacts } from '../../../src/feeds/aggregate.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { findFeedsInUse } from '../../../src/feeds/feeds-in-use-queries.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { lastDayOf } from '../../../src/scoring/month.ts'
import {
  addPast,
  addPasts,
  leftOutOfMonth,
  nothingPast,
  type Past,
} from '../../../src/scoring/projection/past.ts'
import type { Delays } from '../../../src/scoring/projection/payments.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { daily, readPasts } from './pasts.ts'
import { delaysOf } from './queries.ts'
import type { Times } from './times.ts'

/** What all sellers together say of a seller that has not shown much itself. */
export interface Population {
  past: Past
  delays: Delays
  /** The feeds that were in use in the month before */
  feeds_before: FeedsInUse
}

/** So many sellers stand for all: their rates differ from those of all by less than a prior of 20 orders can show. */
const MOST_SELLERS = 300

/** Reads the population: active sellers, evenly taken by id, in the past months and in the running one so far. */
export async function readPopulation(
  tx: Sql,
  month: ScoredMonth,
  { past }: Times,
  rules: ScoringRules,
  feeds: readonly Feed[],
): Promise<Population> {
  const sellers = await sampleOfSellers(tx)
  const pasts = await readPasts(tx, sellers, month, { past, rules })
  const now = await monthSoFar(tx, sellers, month, rules)
  const delays = await delaysOf(tx, sellers, month)
  const before = past[0] ?? { ...month, month_end: month.as_of }
  const { period, month_start, month_end: as_of } = before
  const monthBefore = { ...month, period, month_start, as_of, as_of_date: lastDayOf(period) }
  const feeds_before = await findFeedsInUse(tx, monthBefore, feeds)
  return { past: addPasts([...pasts.values(), now]), delays: addDelays(delays.values()), feeds_before }
}

const sampleOfSellers = (tx: Sql) =>
  tx.column<number>(
    `select id from (
       select id, row_number() over (order by id) as place, count(*) over () as sellers
       from sellers where status = 'active') s
     where place % greatest(1, ceil(sellers / $1::numeric))::int = 0 order by id`,
    [MOST_SELLERS],
  )

/** The running month is as good a witness as those before it. */
async function monthSoFar(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
): Promise<Past> {
  const all = nothingPast()
  const facts = await aggregateFacts(tx, sellers, month, rules, daily)
  for (const sums of facts.values() as Iterable<Partial<Record<keyof Past, string | number | null>>>)
    addPast(all, { ...sums, ...leftOutOfMonth(sums) })
  return all
}

function addDelays(all: Iterable<Delays>): Delays {
  const sum = new Map<number | null, number>()
  for (const delays of all) for (const [delay, count] of delays) sum.set(delay, (sum.get(delay) ?? 0) + count)
  return sum
}
