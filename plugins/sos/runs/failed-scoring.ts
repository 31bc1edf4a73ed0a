import { Type } from '@sinclair/typebox'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { SCORING_RUNS, scoring } from '../../../src/runs/run-tables.ts'
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
  kind: SCORING_RUNS,
  stepOf: ({ batch }) =>
    batch === undefined
      ? { step: 'The run could not be started' }
      : { step: `Batch ${batch} could not be scored`, round: scoring() },
  async follow(tx, { jobs }, { run_id }) {
    const run = await findRun(tx, run_id)
    if (run) await startNextRun(jobs, tx, run.period)
    if (run?.batches_done) await scoresChanged(jobs, tx, run.period)
  },
})
