import { Type } from '@sinclair/typebox'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { isBatchDone } from './batch-queries.ts'
import { startNextRun } from './next-run.ts'
import { failRun, findRun } from './run-queries.ts'
import { lockQueued } from './start-queries.ts'

/**
 * Where the jobs of a run end that failed in every attempt: the run fails with the reason, which makes room for the
 * period's next one, and starts it if one waits. The run's other batches find it failed and change nothing, and so does
 * a second dead letter of the same run. Batches that were done before have changed scores. A job whose last attempt has
 * committed, and lost its connection before it knew, has done its part: the run goes on.
 */
export const failedScoring = defineJob({
  name: 'failed-scoring',
  data: Type.Object({
    run_id: Id(),
    batch: Type.Optional(Type.Integer()),
    period: Type.Optional(Type.String()),
  }),
  async handler(app, { run_id, batch }, { failure }) {
    const part = batch === undefined ? 'The run could not be started' : `Batch ${batch} could not be scored`
    const run = await findRun(app.db, run_id)
    await app.db.transaction(async (tx) => {
      const isDone =
        batch === undefined ? !(await lockQueued(tx, run_id)) : await isBatchDone(tx, run_id, batch)
      if (!isDone) await failRun(tx, run_id, `${part}: ${failure ?? 'the reason is not known'}`)
      if (run) await startNextRun(app.jobs, tx, run.period)
      if (run?.batches_done) await scoresChanged(app.jobs, tx, run.period)
    }, JOB_TRANSACTION)
  },
})
