import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas.ts'
import { scoresChanged } from '../../../src/platform/score-changes.ts'
import { failRun, findRun } from '../runs/run.sql.ts'

/**
 * Where the jobs of a run end that failed in every attempt: the run fails with the reason, which makes room for
 * the period's next one. The run's other batches find it failed and change nothing, and so does a second dead
 * letter of the same run. Batches that were done before have changed scores.
 */
export const failedScoring = defineJob({
  name: 'failed-scoring',
  data: Type.Object({ run_id: Id(), batch: Type.Optional(Type.Integer()) }),
  async handler(app, { run_id, batch }, { failure }) {
    const part = batch === undefined ? 'The run could not be started' : `Batch ${batch} could not be scored`
    const run = await findRun(app.db, run_id)
    await app.db.transaction(async (tx) => {
      await failRun(tx, run_id, `${part}: ${failure ?? 'the reason is not known'}`)
      if (run?.batches_done) await scoresChanged(app.jobs, tx, run.period)
    }, JOB_TRANSACTION)
  },
})
