import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../../src/platform/database/database.ts'

/** How long a later run may reuse the scores of a run: changes of facts have to be kept for as long. */
const BASIS_DAYS = 62

/** Gives up all runs to go on from but the newest of each month, and that one when it is old. */
export const giveUpBases = (db: Sql) =>
  db.run(
    `update scoring_runs r set basis = null
     where basis is not null and status = 'completed'
       and (finished_at < now() - make_interval(days => ${BASIS_DAYS})
         or exists (select from scoring_runs n
                    where n.period = r.period and n.id > r.id and n.basis is not null and n.status = 'completed'))`,
  )

/**
 * Deletes the changes that no run will ask for: those that every run of their months has seen that a later one may go
 * on from, and those that another server has numbered, from which this database was restored. Answers how many.
 *
 * The race it closes: a run may have read its facts and not yet said in which snapshot. Its row is there before it
 * reads. So of a month with an unfinished run nothing is deleted; and a run that this statement does not see yet reads
 * later than this statement, which deletes only changes of transactions that have ended before it.
 */
export const forgetChanges = (db: Sql) =>
  db.run(
    `with needed as (
       select period, min(case when status = 'completed' then pg_snapshot_xmin(snapshot::pg_snapshot) else '0' end) as since
       from scoring_runs
       where status in ('queued', 'running') or status = 'completed' and basis is not null
       group by period
     ), present as (
       select pg_snapshot_xmin(pg_current_snapshot()) as oldest, pg_snapshot_xmax(pg_current_snapshot()) as next
     )
     delete from fact_changes c using present
     where c.xact >= present.next
        or c.xact < present.oldest and c.xact < coalesce(
             (select min(since) from needed where c.period is null or needed.period = c.period), present.oldest)`,
  )

/** Deletes what is logged of changes and no run will ask for. */
export async function forgetSeenChanges({ db, log }: FastifyInstance) {
  await giveUpBases(db.bulk)
  const rows = await forgetChanges(db.bulk)
  if (rows > 0) log.info({ table: 'fact_changes', rows }, 'deleted changes that no run will ask for')
}
