import { publish } from '../../../src/domain/events/publish.ts'
import type { Statements } from '../../../src/platform/database/bulk-transaction.ts'

/** Tells that a run is completed, at the end of the transaction that completed it. */
export async function tellCompleted(tx: Statements, runId: number) {
  const [run] = await tx.$queryRaw<object[]>`
    select id, period, status, sellers_total, sellers_scored, sellers_final, started_at, finished_at
    from scoring_runs where id = ${runId}`
  if (run) await publish(tx, { type: 'scoring.run_completed', seller_id: null, data: run })
}
