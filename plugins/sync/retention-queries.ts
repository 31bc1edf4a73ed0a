import { monthsInUse } from '../../src/domain/facts/facts-in-use.ts'
import { lockPeriod } from '../../src/domain/scores/period-lock.ts'
import type { Env } from '../../src/env.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import type { Feed } from './feed.ts'
import { KEPT } from './kept-months.ts'

export type FactTable = { feed: string } & NonNullable<Feed['facts']>
type Settings = Pick<Env, 'BUSINESS_TIMEZONE' | 'KEEP_FACTS_MONTHS'>

/** Facts that the same months count: the first and the last of them, and the one that they were counted for as pushed. */
interface Months {
  first: string
  last: string
  period: string
}

/** Such facts, and the first and the last page of their table that has any. */
interface PastFacts extends Months {
  first_page: number
  last_page: number
}

/** So many facts are deleted at a time: a calculation of their month waits for no longer than that. */
export const BATCH = 10_000

/**
 * So many pages of a table are looked through at a time (8 MB), so that no batch has to pass by all that those before
 * it have deleted.
 */
export const PAGES = 1_000

const PUSH = `with push as (select $1::text as zone, ${KEPT('$1', '$2')})`

const settingsOf = ({ BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS }: Settings) => [
  BUSINESS_TIMEZONE,
  KEEP_FACTS_MONTHS,
]

/**
 * The months whose facts are past their time, the earliest first, and where these facts lie. They are few or none on
 * most days, which the planner can't know: an index that has the time answers without reading the table.
 */
export async function pastFacts(
  tx: Transaction,
  { table, period, kept }: FactTable,
  env: Settings,
): Promise<PastFacts[]> {
  const { past, first = period, last = period } = kept
  await tx.run`set local enable_seqscan = off`
  return tx.rows<PastFacts>(
    `${PUSH}
     select ${first} as first, ${last} as last, ${period} as period,
            (min(f.ctid)::text::point)[0]::bigint as first_page, (max(f.ctid)::text::point)[0]::bigint as last_page
     from ${table} f where ${past}
     group by 1, 2, 3 order by 1, 2, 3`,
    settingsOf(env),
  )
}

/**
 * Deletes a batch of the facts of these months that lie in PAGES pages of their table from `page` on, records it for
 * each of them, and takes it from what is counted as pushed. While a month is in use, which is answered, it deletes nothing. Whoever opens a run of one of the months
 * holds its lock, too: either the run is seen here, or the record is seen there.
 */
export async function deleteFacts(
  tx: Transaction,
  { feed, table, period, kept }: FactTable,
  months: Months,
  page: number,
  env: Settings,
): Promise<{ deleted: number; inUse: string[] }> {
  const periods = await periodsBetween(tx, months)
  for (const one of periods) await lockPeriod(tx, one)
  const inUse = await monthsInUse(tx, periods)
  if (inUse.length > 0) return { deleted: 0, inUse }
  const { past, first = period, last = period } = kept
  // No run reads these months any more (requireFacts), so nobody needs to know.
  await tx.run`select set_config('sos.logs_changes', 'off', true)`
  const deleted = await tx.run(
    `${PUSH}
     delete from ${table} where ctid = any(array(
       select f.ctid from ${table} f
       where f.ctid >= $6::tid and f.ctid < $7::tid
         and ${past} and ${first} = $3 and ${last} = $4 and ${period} = $5 limit ${BATCH}))`,
    [...settingsOf(env), months.first, months.last, months.period, `(${page},0)`, `(${page + PAGES},0)`],
  )
  if (deleted > 0) await recordDeletion(tx, feed, months.period, periods, deleted)
  return { deleted, inUse }
}

async function periodsBetween(tx: Sql, { first, last }: Months): Promise<string[]> {
  const rows = await tx.rows<{ period: string }>`
    select to_char(month, 'YYYY-MM') as period
    from generate_series(to_date(${first}, 'YYYY-MM')::timestamp, to_date(${last}, 'YYYY-MM')::timestamp,
                         interval '1 month') month
    order by 1`
  return rows.map(({ period }) => period)
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
