import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { isPartDone } from '../part-queries.ts'
import { endBacktest } from '../queries.ts'
import { lockQueued } from '../start-queries.ts'

/**
 * Where the jobs of a backtest end that failed in every attempt: the backtest fails with the reason. Its other parts
 * find it failed and change nothing, and so does a second dead letter. A job whose last attempt has committed, and lost
 * its connection before it knew, has done its part: the backtest goes on.
 */
export const failedBacktest = defineJob({
  name: 'failed-backtest',
  data: Type.Object({
    backtest_id: Id(),
    batch: Type.Optional(Type.Integer()),
    months_done: Type.Optional(Type.Integer()),
  }),
  async handler({ db }, { backtest_id, batch, months_done }, { failure }) {
    const isStart = batch === undefined || months_done === undefined
    const part = isStart ? 'It could not be started' : `Batch ${batch} could not be scored`
    await db.transaction(async (tx) => {
      const isDone = isStart
        ? !(await lockQueued(tx, backtest_id))
        : await isPartDone(tx, { backtest_id, batch, months_done })
      if (isDone) return
      const error = `${part}: ${failure ?? 'the reason is not known'}`
      await endBacktest(tx, backtest_id, { status: 'failed', error })
    }, JOB_TRANSACTION)
  },
})
