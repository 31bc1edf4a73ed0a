import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Sql, Transaction } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Period } from '../../platform/schemas/schemas.ts'
import { firstDay } from '../../scoring/month.ts'
import { runningPeriod } from '../business-time.ts'

/** Sent when scores of a period have changed, queued once for each. The account-managers plugin has its handler. */
export const amKpi = {
  name: 'am-kpi',
  data: Type.Object({ period: Period() }),
  queue: { policy: 'short' },
} as const

/**
 * Announces that scores of a period have changed, at the end of the transaction that changed them.
 *
 * The race it closes: the period's one job may be queued already, and be taken before this transaction commits. It
 * would miss what has changed, and no other would come. So all who change scores share a lock until they commit, and
 * the job has the lock for itself while it reads (see afterScoreChanges).
 */
export async function scoresChanged(jobs: Pick<Jobs, 'sendAll'>, tx: Transaction, period: string) {
  await tx.run`select pg_advisory_xact_lock_shared(hashtextextended(${lockOf(period)}, 0))`
  await jobs.sendAll(tx, amKpi, [{ period }], () => ({ singletonKey: period }))
}

/** Waits until every change that this period's job may have been queued for is committed, and keeps others waiting. */
export const afterScoreChanges = (tx: Sql, period: string) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${lockOf(period)}, 0))`

const lockOf = (period: string) => `scores of ${period}`

/**
 * Makes everybody who opens or ends a run of the period, finalizes the whole period, or deletes facts that its scores
 * count, wait for each other until the transaction ends. Without it a run could open after finalize has looked for
 * one, and the period would become final half with the scores of before and half with those of the new run; or after
 * retention has looked for one, and would be computed from what is left. Of several periods the earliest comes first.
 */
export const lockPeriod = (tx: Sql, period: string) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended(${`scoring of ${period}`}, 0))`

type Service = Pick<FastifyInstance, 'clock' | 'env' | 'jobs'>

/**
 * Lets the scores of the running month count for who looks after their sellers now, but for final ones. Months that are
 * over stay with whom they counted for when they ended.
 *
 * A run reads who looks after its sellers before it writes their scores, and neither a hand-over nor a run waits for the
 * other. So both call this in their transaction, and send the job am-kpi, which calls it once they are committed.
 * @param sellers ids; null for all
 */
export async function followAssignments(
  service: Pick<Service, 'clock' | 'env'>,
  tx: Sql,
  period: string,
  sellers: number[] | null = null,
) {
  if (period !== runningPeriod(service)) return
  await tx.run`
    with moved as (
      select m.id, s.assigned_am_id from monthly_scores m join sellers s on s.id = m.seller_id
      where m.period = ${period} and m.status <> 'final' and m.am_id is distinct from s.assigned_am_id
        and (${sellers}::int[] is null or m.seller_id = any(${sellers}::int[]))
      order by m.seller_id for update of m
    )
    update monthly_scores m set am_id = moved.assigned_am_id
    from moved where m.id = moved.id and m.status <> 'final'`
}

/** Call it when sellers have been given to another account manager, or to none, in the transaction that does so. */
export async function handedOver(service: Service, tx: Transaction, sellers: number[]) {
  if (sellers.length === 0) return
  const running = runningPeriod(service)
  await followAssignments(service, tx, running, sellers)
  await scoresChanged(service.jobs, tx, running)
}

/**
 * The sellers of whom anything has changed that a finished month's scores are made of since `snapshot`, as far as the
 * transaction sees it; null when that may be anybody.
 *
 * Triggers log every change with its transaction's number, in that transaction (fact_changes): so a change is seen here
 * exactly when its facts are, and is new exactly when the snapshot has not seen its transaction. That says too much, never
 * too little: what is near the end of a month is logged for the months on either side.
 * @param snapshot the pg_snapshot of an earlier reading transaction of the same server
 * @param sources the tables whose changes are meant; null for all
 */
export async function sellersChangedSince(
  db: Sql,
  period: string,
  snapshot: string,
  sources: string[] | null = null,
): Promise<number[] | null> {
  const { anybody, sellers } = await db.one<{ anybody: boolean; sellers: number[] }>(
    `with change as (
       select seller_ids from fact_changes
       where period = $1 and ($4::text[] is null or source = any($4::text[]))
         and xact >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(xact, $2::pg_snapshot)
       union all
       select seller_ids from fact_changes
       where period is null and ($4::text[] is null or source = any($4::text[]))
         and xact >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(xact, $2::pg_snapshot)
         and case when campaign_id is null
                  then (from_period <= $1) is not false and (to_period >= $1) is not false
                  else campaign_id in (select id from campaigns
                                       where end_date >= $3::date and end_date < $3::date + interval '1 month') end
     )
     select exists (select from change where seller_ids is null) as anybody,
            array(select distinct unnest(seller_ids) from change) as sellers`,
    [period, snapshot, firstDay(period), sources],
  )
  return anybody ? null : sellers
}
