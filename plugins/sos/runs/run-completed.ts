import type { Events } from '../../../src/domain/events/events.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'

/** Publishes that a run is completed, at the end of the transaction that completed it. */
export async function publishRunCompleted(events: Events, tx: Transaction, runId: number) {
  const run = await tx.row<object>`
    select id, period, status, sellers_total, sellers_scored, sellers_final, started_at, finished_at
    from scoring_runs where id = ${runId}`
  if (run) await events.publish(tx, [{ type: 'scoring.run_completed', seller_id: null, data: run }])
}
