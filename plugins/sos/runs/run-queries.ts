import { Type } from '@sinclair/typebox'
import type { Events } from '../../../src/domain/events/events.ts'
import { requireFacts } from '../../../src/domain/facts/retention-deletions.ts'
import { lockPeriod } from '../../../src/domain/scores/score-changes.ts'
import type { Scope } from '../../../src/domain/sellers/scope.ts'
import type { Sql, Transaction, Tx } from '../../../src/platform/database/database.ts'
import type { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import type { Run, RunStatus } from './runs.ts'

/** The beginning of the error of a run that could not start because of its configuration. */
export const UNUSABLE_RULES = "The configuration can't be used: "

/** SQL: a run as it is shown, with the codes of those of its sellers that are in the scope of `$1` to `$3`. */
export const SHOWN = `
  select r.id, r.period, r.status, r.requested_by, r.created_at, r.started_at, r.finished_at, r.as_of, r.as_of_date,
         r.feeds_in_use, r.batches_total, r.batches_done, r.sellers_total, r.sellers_scored, r.sellers_final, r.rated,
         r.unrated, r.unrated_reasons, r.error, r.correction_id,
         (select full_name from users where id = r.requested_by) as requested_by_name,
         case when r.seller_ids <> '{}' then array(
           select seller_code from sellers
           where id = any(r.seller_ids)
             and ($1::int is null or assigned_am_id = $1) and ($2::int is null or primary_warehouse_id = $2)
             and ($3::int is null or id = $3)
           order by seller_code) end as seller_codes
  from scoring_runs r`

const EVERYBODY: Scope = { am_id: null, warehouse_id: null, seller_id: null }

/** The run with this id, with the codes of sellers in scope, or undefined. */
export const findRun = (db: Sql, id: number, { am_id, warehouse_id, seller_id } = EVERYBODY) =>
  db.row<Run>(`${SHOWN} where r.id = $4`, [am_id, warehouse_id, seller_id, id], 'scoring-run')

/**
 * Finds the unfinished run of the same sellers, or makes one. The new one is open when no other run of the period is;
 * else it waits until those before it have ended (see startNextRun). open_period is unique, so that of two callers
 * one opens it.
 * @throws 409 when retention has deleted facts of the period
 */
export async function openRun(
  tx: Tx,
  { period, seller_ids, requested_by }: { period: string; seller_ids: number[]; requested_by: number | null },
): Promise<{ id: number; is: 'joined' | 'opened' | 'waiting' }> {
  await lockPeriod(tx, period)
  const unfinished = await tx.prisma.scoring_run.findMany({
    where: { period, status: { in: ['queued', 'running'] } },
    select: { id: true, seller_ids: true },
  })
  const same = unfinished.find((run) => String(run.seller_ids) === String(seller_ids))
  if (same) return { id: same.id, is: 'joined' }
  await requireFacts(tx, period)
  const waits = unfinished.length > 0
  const { id } = await tx.prisma.scoring_run.create({
    data: { period, open_period: waits ? null : period, seller_ids, requested_by },
    select: { id: true },
  })
  return { id, is: waits ? 'waiting' : 'opened' }
}

/** The open run of a period and its progress, for those who wait behind it. */
export const openRunOf = (db: Sql, period: string) =>
  db.row<{ id: number; status: RunStatus; batches_done: number }>(
    'select id, status, batches_done from scoring_runs where open_period = $1',
    [period],
  )

/** Whether a period has scores and all of them are final. */
export const isFinal = (db: Sql, period: string) =>
  db.value<boolean>`
    select coalesce(bool_and(status = 'final'), false) from monthly_scores where period = ${period}`

/** The data of the job that starts a run. The period is for the log alone. */
export const STARTING = {
  name: 'scoring-run',
  data: Type.Object({ run_id: Id(), period: Type.Optional(Type.String()) }),
} as const

/**
 * Lets the run start that has waited longest for its period, in the transaction that ends the run before it.
 *
 * The race it closes: a run may be asked for while this transaction ends the one that it would wait behind. Whoever
 * opens a run and this take the period's lock, so either the new run sees none open, or this sees it waiting.
 */
export async function startNextRun(jobs: Pick<Jobs, 'send'>, tx: Transaction, period: string) {
  await lockPeriod(tx, period)
  const next = await tx.row<{ run_id: number }>`
    update scoring_runs set open_period = period
    where id = (select min(id) from scoring_runs where period = ${period} and status = 'queued' and open_period is null)
      and not exists (select from scoring_runs where open_period = ${period})
    returning id as run_id`
  if (next) await jobs.send(tx, STARTING, { ...next, period })
}

/** Publishes that a run is completed, at the end of the transaction that completed it. */
export async function publishRunCompleted(events: Events, tx: Transaction, runId: number) {
  const run = await tx.row<object>`
    select id, period, status, sellers_total, sellers_scored, sellers_final, started_at, finished_at
    from scoring_runs where id = ${runId}`
  if (run) await events.publish(tx, [{ type: 'scoring.run_completed', seller_id: null, data: run }])
}
