import type { FastifyInstance } from 'fastify'
import type { Sql, Transaction } from '../../platform/database/database.ts'
import { runningPeriod } from '../business-time.ts'
import { scoresChanged } from './score-changes.ts'

type Service = Pick<FastifyInstance, 'clock' | 'env' | 'jobs'>

/**
 * Lets the scores of the running month count for who looks after their sellers now, but for final ones. Months that are
 * over stay with whom they counted for when they ended.
 *
 * A run reads who looks after its sellers before it writes their scores, and neither a hand-over nor a run waits for
 * the other. So both call this in their transaction, and both send the job am-kpi, which calls it once they are
 * committed.
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
