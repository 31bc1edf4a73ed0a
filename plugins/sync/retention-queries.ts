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

/** So many facts are deleted at a time: a calculation of their month waits for no longer than that. */
const BATCH = 10_000

const PUSH = `with push as (select $1::text as zone, ${KEPT('$1', '$2')})`

const settingsOf = ({ BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS }: Settings) => [
  BUSINESS_TIMEZONE,
  KEEP_FACTS_MONTHS,
]

/** The months whose facts are past their time, the earliest first. */
export const pastFacts = (db: Sql, { table, period, kept }: FactTable, env: Settings) => {
  const { past, first = period, last = period } = kept
  return db.rows<Months>(
    `${PUSH}
     select ${first} as first, ${last} as last, ${period} as period from ${table} f where ${past}
     group by 1, 2, 3 order by 1, 2, 3`,
    settingsOf(env),
  )
}

/**
 * Deletes a batch of the facts of these months, records it for each of them, and takes it from what is counted as
 * pushed. While a month is in use, which is answered, it deletes nothing. Whoever opens a run of one of the months
 * holds its lock, too: either the run is seen here, or the record is seen there.
 */
export async function deleteFacts(
  tx: Transaction,
  { feed, table, period, kept }: FactTable,
  months: Months,
  env: Settings,
): Promise<{ deleted: number; inUse: string[] }> {
  const periods = await periodsBetween(tx, months)
  for (const one of periods) await lockPeriod(tx, one)
  const inUse = await monthsInUse(tx, periods)
  if (inUse.length > 0) return { deleted: 0, inUse }
  const { past, first = period, last = period } = kept
  const deleted = await tx.run(
    `${PUSH}
     delete from ${table} where ctid = any(array(
       select f.ctid from ${table} f
       where ${past} and ${first} = $3 and ${last} = $4 and ${period} = $5 limit ${BATCH}))`,
    [...settingsOf(env), months.first, months.last, months.period],
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
