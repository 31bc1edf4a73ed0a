import { periodsBetween } from '../../../src/domain/business-time.ts'
import { lockPeriod } from '../../../src/domain/scores/period-lock.ts'
import type { Env } from '../../../src/env.ts'
import { type Feed, keyColumns } from '../../../src/feeds/feed.ts'
import { KEPT } from '../../../src/feeds/months.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import { monthsInUse } from './facts-in-use.ts'

type Settings = Pick<Env, 'BUSINESS_TIMEZONE' | 'KEEP_FACTS_MONTHS'>

/**
 * Facts that the same months count: the first and the last of them, and the one that they were counted for as pushed.
 */
interface Months {
  first: string
  last: string
  period: string
}

/** Such facts, by their sellers: the ids in order, and how many facts each has. */
interface PastFacts extends Months {
  sellers: number[]
  facts: number[]
}

/** Sellers whose ids lie next to each other: the first and the last. */
export type Range = [from: number, to: number]

/** So many facts are deleted at a time: a calculation of their month waits for no longer than that. */
export const BATCH = 10_000

const PUSH = `with push as (select $1::text as zone, ${KEPT('$1', '$2')})`

const settingsOf = ({ BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS }: Settings) => [
  BUSINESS_TIMEZONE,
  KEEP_FACTS_MONTHS,
]

/**
 * The months whose facts are past their time, the earliest first, and whose facts these are. They are few or none on
 * most days, which the planner can't know: an index that has the time answers without reading the table.
 */
export async function pastFacts(
  tx: Transaction,
  { table, period, kept }: Feed,
  env: Settings,
): Promise<PastFacts[]> {
  const { past, first = period, last = period } = kept
  await tx.run`set local enable_seqscan = off`
  return tx.rows<PastFacts>(
    `${PUSH}
     select first, last, period, array_agg(seller_id order by seller_id) as sellers,
            array_agg(facts order by seller_id) as facts
     from (select ${first} as first, ${last} as last, ${period} as period, seller_id, count(*)::int as facts
           from ${table} f where ${past} group by 1, 2, 3, 4) of_sellers
     group by 1, 2, 3 order by 1, 2, 3`,
    settingsOf(env),
  )
}

/** The sellers in ranges with at most BATCH facts each; who has more is a range alone. */
export function rangesOf({ sellers, facts }: Pick<PastFacts, 'sellers' | 'facts'>): Range[] {
  const ranges: Range[] = []
  let room = 0
  for (const [at, seller] of sellers.entries()) {
    const count = facts[at] as number
    const range = ranges.at(-1)
    if (range && count <= room) range[1] = seller
    else {
      ranges.push([seller, seller])
      room = BATCH
    }
    room -= count
  }
  return ranges
}

/**
 * Deletes a batch of the facts that these months count of the sellers of a range, records it for each of the months,
 * and takes it from what is counted as pushed. While a month is in use, which is answered, it deletes nothing. Whoever
 * opens a run of one of the months holds its lock, too: either the run is seen here, or the record is seen there.
 */
export async function deleteFacts(
  tx: Transaction,
  { name, table, period, kept, ...feed }: Feed,
  months: Months,
  range: Range,
  env: Settings,
): Promise<{ deleted: number; inUse: string[] }> {
  const periods = periodsBetween(months.first, months.last)
  for (const one of periods) await lockPeriod(tx, one)
  const inUse = await monthsInUse(tx, periods)
  if (inUse.length > 0) return { deleted: 0, inUse }
  const { past, first = period, last = period } = kept
  const keys = keyColumns(feed)
  // No run reads these months any more (requireFacts), so nobody needs to know.
  await tx.run`select set_config('sos.logs_changes', 'off', true)`
  const deleted = await tx.run(
    `${PUSH}, batch as materialized (
       select ${keys.map((name) => `f.${name}`).join(', ')} from ${table} f
       where f.seller_id between $6 and $7
         and ${past} and ${first} = $3 and ${last} = $4 and ${period} = $5 limit ${BATCH})
     delete from ${table} f using batch where ${keys.map((name) => `f.${name} = batch.${name}`).join(' and ')}`,
    [...settingsOf(env), months.first, months.last, months.period, ...range],
  )
  if (deleted > 0) await recordDeletion(tx, name, months.period, periods, deleted)
  return { deleted, inUse }
}

async function recordDeletion(tx: Sql, feed: string, counted: string, periods: string[], deleted: number) {
  await tx.run`
    insert into retention_deletions as r (feed, period, deleted)
    select ${feed}, period, ${deleted}::bigint from unnest(${periods}::text[]) period order by period
    on conflict (feed, period) do update set deleted = r.deleted + excluded.deleted, deleted_at = now()`
  await tx.run`
    update sync_feed_periods set created = created - ${deleted}::bigint
    where feed = ${feed} and period = ${counted}`
}
