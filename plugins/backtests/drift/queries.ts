import { APPEAL_IS_OPEN } from '../../../src/domain/appeals/open-appeals.ts'
import { COUNTED_SCORES } from '../../../src/domain/scores/counted-scores.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql, Tx } from '../../../src/platform/database/database.ts'
import type { Drift } from './score-drift.ts'

/** A score that drifts, and who appeals for its seller. */
export interface DriftedScore {
  seller_id: number
  seller_code: string
  period: string
  am_id: number | null
  total_before: number
  total_after: number
  tier_before: string
  tier_after: string
  drift: Drift
}

/** The scores of a drift that come out otherwise: those of these sellers, or those whose total rises. In one order. */
export const driftedScores = (tx: Tx, id: number, codes: string[] | null, limit: number) =>
  tx.rows<DriftedScore>`
    select b.seller_id, s.seller_code, b.period, s.assigned_am_id as am_id,
           b.before_total as total_before, b.after_total as total_after,
           b.before_tier as tier_before, b.after_tier as tier_after, b.drift
    from backtest_scores b join sellers s on s.id = b.seller_id
    where b.backtest_id = ${id} and b.drift is not null
      and (b.before_total <> b.after_total or b.before_tier <> b.after_tier)
      and case when ${codes}::text[] is null then b.after_total > b.before_total
               else s.seller_code = any(${codes}::text[]) end
    order by b.seller_id, b.period limit ${limit}`

/** The first of these codes that no seller has. */
export const unknownCode = async (tx: Tx, codes: string[]) =>
  (
    await tx.row<{ code: string }>`
    select code from unnest(${codes}::text[]) with ordinality c(code, position)
    where not exists (select from sellers where seller_code = code) order by position limit 1`
  )?.code

/** The open appeal of a seller's score, whatever it is against. */
export const openAppealOf = (tx: Tx, seller_id: number, period: string) =>
  tx.row<{ id: number }>(
    `select a.id from appeals a
     where a.seller_id = $1 and a.period = $2 and ${APPEAL_IS_OPEN} order by a.id limit 1`,
    [seller_id, period],
  )

/** A month as each of these runs saw it, by run. */
export async function monthsOfRuns(db: Sql, runs: number[], time_zone: string) {
  const rows = await db.rows<Omit<ScoredMonth, 'time_zone'> & { id: number }>(
    'select id, period, month_start, as_of, as_of_date, counting from scoring_runs where id = any($1::int[]) order by id',
    [runs],
  )
  return new Map(rows.map(({ id, ...month }): [number, ScoredMonth] => [id, { ...month, time_zone }]))
}

/** The first of these months without a final score, or whose final scores were all made before inputs were kept. */
export const undriftableMonth = (db: Sql, months: string[]) =>
  db.row<{ month: string; is_final: boolean }>(
    `select month, is_final
     from unnest($1::text[]) month, lateral (
       select exists (select from ${COUNTED_SCORES} m where period = month and status = 'final') as is_final) final
     where not is_final or not exists (
       select from ${COUNTED_SCORES} m join score_explanations e using (seller_id, period, revision)
       where m.period = month and m.status = 'final' and e.inputs is not null)
     order by month limit 1`,
    [months],
  )

/**
 * Months with final scores and late facts of which more have come since the newest drift of the month, the newest
 * months first, and after them those whose drift has failed within the week: months that always fail keep no other
 * waiting. A month whose drift is under way waits; one whose facts retention has deleted, or whose final scores were
 * all made before inputs were kept, has no drift any more.
 */
export const monthsWithLateFacts = async (
  db: Sql,
  { from, before, most }: { from: string; before: string; most: number },
) =>
  (
    await db.rows<{ period: string }>(
      `with counted as (
         select period, sum(late) as late from sync_feed_periods
         where period >= $1 and period < $2 group by period having sum(late) > 0
       )
       select period from counted c
       where not exists (select from retention_deletions d where d.period = c.period)
         and not exists (
           select from backtests b
           where b.kind = 'drift' and c.period between b.from_period and b.to_period
             and (b.status in ('queued', 'running')
                  or b.status = 'completed' and (b.late ->> c.period)::numeric >= c.late))
         and exists (
           select from ${COUNTED_SCORES} m join score_explanations e using (seller_id, period, revision)
           where m.period = c.period and m.status = 'final' and e.inputs is not null)
       order by exists (
           select from backtests b
           where b.kind = 'drift' and b.status = 'failed' and c.period between b.from_period and b.to_period
             and b.finished_at > now() - interval '7 days'),
         period desc limit $3`,
      [from, before, most],
    )
  ).map(({ period }) => period)
