import type { FastifyInstance } from 'fastify'
import { periodOf } from '../../../src/domain/business-time.ts'
import { RATED_COUNTS, type RatedCounts } from '../../../src/domain/scores/counted-scores.ts'
import { code } from '../../../src/domain/scores/engine.ts'
import { sellersChangedSince } from '../../../src/domain/scores/score-changes.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'

/**
 * The newest completed run of all sellers of a period, if it has this basis and the code of this process has computed
 * all of its batches: those of a run may be done by processes of several releases.
 */
const baseOf = (db: Sql, period: string, basis: string) =>
  db.row<{ id: number; snapshot: string }>(
    `select id, snapshot from (
       select id, snapshot, basis from scoring_runs
       where period = $1 and status = 'completed' and seller_ids = '{}' order by id desc limit 1) newest
     where basis = $2 and not exists (
       select from scoring_batches b
       where b.run_id = newest.id and b.batch <> ${KEPT_BATCH} and b.code is distinct from $3)`,
    [period, basis, code()],
  )

/** The batch of the sellers who keep their scores: it is done from the start, and not counted. */
export const KEPT_BATCH = -1

interface Divided extends RatedCounts {
  /** null for all */
  sellers: number[] | null
  /** Those whose score the run would have written, in their order. */
  kept: number[]
  final: number
}

/**
 * Who has to be scored again by a run of all sellers of a period (null for all of them), and who keeps the score of the
 * run before it or of before, because nothing of it has changed since. All have to when there is no such run, when its
 * basis was another one, and when something has changed for all. A score that a later run has written, of some sellers
 * or in vain, may be made of other facts or rules.
 * @param tx reads no earlier than in the snapshot that is kept with the run, so that the next one misses nothing
 */
export async function keepUnchanged(tx: Sql, period: string, basis: string | null): Promise<Divided> {
  const base = basis === null ? undefined : await baseOf(tx, period, basis)
  const changed = base && (await sellersChangedSince(tx, period, base.snapshot))
  if (!changed) return { sellers: null, kept: [], final: 0, rated: 0, unrated: 0, unrated_reasons: [] }
  return tx.one<Divided>(
    `with seller as (
       select s.id, m.seller_id is null or c.id is not null as is_again,
              m.status <> 'final' and m.revision = 1 as is_open, m.is_rated, m.unrated_reason, m.unrated_metric,
              m.before_contract
       from sellers s
         left join monthly_scores m on m.seller_id = s.id and m.period = $1 and m.run_id <= $2
         left join unnest($3::int[]) as c(id) on c.id = s.id
       where s.status = 'active'
     ), open as (
       select * from seller where not is_again and is_open
     ), counted as (
       select * from open where not before_contract
     )
     select array(select id from seller where is_again order by id) as sellers,
            array(select id from open order by id) as kept,
            (select count(*) from seller where not is_again and not is_open) as final, ${RATED_COUNTS}`,
    [period, base.id, changed],
  )
}

/**
 * All that the scores of a run are made of, beside what fact_changes tells of: two runs with the same basis have the same
 * scores of all sellers of whom nothing has changed in between. Null when nothing is known of that: in a month that is
 * not over time itself changes facts.
 * @param month with the business time zone, the one setting that changes scores
 * @param server whose transactions fact_changes numbers; null when it does not say
 */
export function basisOf(month: ScoredMonth, rules: ScoringRules, feeds: FeedsInUse, server: string | null) {
  const isOver = periodOf(new Date(month.as_of), month.time_zone) > month.period
  return server !== null && isOver
    ? sha256(canonicalJson({ month, server, code: code(), rules, feeds }))
    : null
}

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
