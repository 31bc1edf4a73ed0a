import type { FastifyInstance } from 'fastify'
import { periodsBetween } from '../../src/domain/business-time.ts'
import { chunksOf } from '../../src/domain/chunks.ts'
import { lockPeriod } from '../../src/domain/scores/score-changes.ts'
import type { Env } from '../../src/env.ts'
import { type Feed, monthOf } from '../../src/feeds/feed.ts'
import { KEPT } from '../../src/feeds/months.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import type { RetentionLine } from '../../src/platform/jobs/retention.ts'

/** How long rejected records are kept, and what facts were taken back. */
export function pushRetention({ KEEP_FACTS_MONTHS }: Env): RetentionLine[] {
  const period = `${KEEP_FACTS_MONTHS} months`
  const lines = [
    { table: 'fact_deletions', where: 'deleted_at < now() - $1::interval' },
    { table: 'sync_rejections', where: 'received_at < now() - $1::interval' },
    {
      table: 'sync_control_totals',
      where:
        'received_at < now() - $1::interval and (feed, period) in (select feed, period from retention_deletions)',
    },
  ]
  return lines.map((line) => ({ ...line, period }))
}

/**
 * Deletes the facts of months that are past their time, and records that it did. Facts stay as long as a month that
 * counts them has a score that is not final, and an invoice until it is paid.
 */
export async function deletePastFacts(app: FastifyInstance) {
  const kept: { period: string; feed: string }[] = []
  for (const feed of app.feeds)
    for (const period of await deleteFactsOf(app, feed)) kept.push({ period, feed: feed.name })
  for (const [period, some] of [...Map.groupBy(kept, ({ period }) => period)].sort())
    app.log.warn(
      { period, feeds: some.map(({ feed }) => feed) },
      `the facts of ${period} are past their time and kept, because it has scores that are not final or a run that is not done`,
    )
}

/** Deletes what may be deleted of one feed; answers the months for whose sake the rest stays. */
async function deleteFactsOf({ db, env, log }: FastifyInstance, feed: Feed): Promise<Set<string>> {
  const inUse = new Set<string>()
  const past = await db.bulkTransaction((tx) => pastFacts(tx, feed, env), JOB_TRANSACTION)
  for (const { sellers, ...months } of past) {
    let rows = 0
    for (const some of chunksOf(sellers, AT_ONCE)) {
      const batch = await db.bulkTransaction(
        (tx) => deleteFacts(tx, feed, months, some, env),
        JOB_TRANSACTION,
      )
      rows += batch.deleted
      for (const period of batch.inUse) inUse.add(period)
      if (batch.inUse.length > 0) break
    }
    if (rows > 0) log.info({ feed: feed.name, ...months, rows }, 'deleted facts that are past their time')
  }
  return inUse
}

/** Of so many sellers facts are deleted at a time: a calculation of their month waits for no longer than that. */
const AT_ONCE = 100

/** Facts that the same months count: the first and the last, and the one that they were counted for as pushed. */
interface Months {
  first: string
  last: string
  period: string
}

/** SQL and its first parameters: facts `f` that are past their time, and their months. */
function pastOf({ day, kept }: Feed, { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS }: Env) {
  const period = monthOf(day)
  const push = `with push as (select ${KEPT('$1', '$2')})`
  const settings = [BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS]
  const { past, first = day, last = day } = kept
  return { push, past, first: monthOf(first), last: monthOf(last), period, settings }
}

/**
 * The months whose facts are past their time, the earliest first, and whose facts these are. They are few or none on
 * most days, which the planner can't know: an index that has the time answers without reading the table.
 */
async function pastFacts(tx: Transaction, feed: Feed, env: Env) {
  const { push, past, first, last, period, settings } = pastOf(feed, env)
  await tx.run`set local enable_seqscan = off`
  return tx.rows<Months & { sellers: number[] }>(
    `${push}
     select ${first} as first, ${last} as last, ${period} as period, array_agg(distinct seller_id) as sellers
     from ${feed.table} f where ${past} group by 1, 2, 3 order by 1, 2, 3`,
    settings,
  )
}

/**
 * Deletes the facts of some sellers that these months count, records it for each of the months, and takes it from what is
 * counted as pushed. While a month is in use, which is answered, it deletes nothing. Whoever opens a run of one of the
 * months holds its lock, too: either the run is seen here, or the record is seen there.
 */
async function deleteFacts(tx: Transaction, feed: Feed, months: Months, sellers: number[], env: Env) {
  const periods = periodsBetween(months.first, months.last)
  for (const one of periods) await lockPeriod(tx, one)
  const inUse = await monthsInUse(tx, periods)
  if (inUse.length > 0) return { deleted: 0, inUse }
  const { push, past, first, last, period, settings } = pastOf(feed, env)
  // No run reads these months any more (requireFacts), so nobody needs to know.
  await tx.run`select set_config('sos.logs_changes', 'off', true)`
  const deleted = await tx.run(
    `${push}
     delete from ${feed.table} f
     where f.seller_id = any($6::int[]) and ${past} and ${first} = $3 and ${last} = $4 and ${period} = $5`,
    [...settings, months.first, months.last, months.period, sellers],
  )
  if (deleted > 0) await recordDeletion(tx, feed.name, months.period, periods, deleted)
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

/**
 * SQL that is true while the facts must stay that count in the months from `first` to `last`: one of these months has a
 * score that is not final, or a run that is not done. `first` and `last` are columns with the name of their table.
 */
export const factsInUse = (first: string, last: string) => `(
  exists (select from monthly_scores m where m.status <> 'final' and m.period between ${first} and ${last})
  or exists (select from scoring_runs r
             where r.status in ('queued', 'running') and r.period between ${first} and ${last}))`

const monthsInUse = (tx: Sql, periods: string[]) =>
  tx.column<string>(
    `select given.it from unnest($1::text[]) given(it)
     where ${factsInUse('given.it', 'given.it')} order by 1`,
    [periods],
  )
