import { Type } from '@sinclair/typebox'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { endRun, isBatchDone, lockQueued, SCORING_RUNS } from '../../../src/runs/run-tables.ts'
import { startNextRun } from './next-run.ts'
import { findRun } from './run-queries.ts'

/**
 * Fails a run, which makes room for the period's next one, and starts it if one waits. Batches that were done before
 * have changed scores.
 */
export const failedScoring = failedJob({
  name: 'failed-scoring',
  data: Type.Object({
    run_id: Id(),
    batch: Type.Optional(Type.Integer()),
    period: Type.Optional(Type.String()),
  }),
  async openStep(tx, { run_id, batch }) {
    if (batch === undefined)
      return (await lockQueued(tx, SCORING_RUNS, run_id, 'id')) && 'The run could not be started'
    const isDone = await isBatchDone(tx, SCORING_RUNS, run_id, batch, 'done_at is not null')
    return isDone ? undefined : `Batch ${batch} could not be scored`
  },
  fail: (tx, { run_id }, error) => endRun(tx, SCORING_RUNS, run_id, { status: 'failed', error }),
  async follow(tx, { jobs }, { run_id }) {
    const run = await findRun(tx, run_id)
    if (run) await startNextRun(jobs, tx, run.period)
    if (run?.batches_done) await scoresChanged(jobs, tx, run.period)
  },
})
