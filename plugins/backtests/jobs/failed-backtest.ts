import { type Static, Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { isPartDone } from '../part-queries.ts'
import { endBacktest } from '../queries.ts'
import { lockQueued } from '../start-queries.ts'

const DATA = Type.Object({
  backtest_id: Id(),
  batch: Type.Optional(Type.Integer()),
  months_done: Type.Optional(Type.Integer()),
  step: Type.Optional(Type.Literal('report')),
})
type Data = Static<typeof DATA>

/**
 * Where the jobs of a backtest end that failed in every attempt: the backtest fails with the reason. Its other parts
 * find it failed and change nothing, and so does a second dead letter. A job whose last attempt has committed, and lost
 * its connection before it knew, has done its part: the backtest goes on.
 */
export const failedBacktest = defineJob({
  name: 'failed-backtest',
  data: DATA,
  async handler({ db }, data, { failure }) {
    const { backtest_id } = data
    await db.transaction(async (tx) => {
      const step = await openStep(tx, data)
      if (!step) return
      const error = `${step}: ${failure ?? 'the reason is not known'}`
      await endBacktest(tx, backtest_id, { status: 'failed', error })
    }, JOB_TRANSACTION)
  },
})

/** What could not be done, in words; undefined when it has been done. A report ends what is open only. */
async function openStep(
  tx: Sql,
  { backtest_id, batch, months_done, step }: Data,
): Promise<string | undefined> {
  if (step === 'report') return 'It could not be summed up'
  if (batch === undefined || months_done === undefined)
    return (await lockQueued(tx, backtest_id)) && 'It could not be started'
  const isDone = await isPartDone(tx, { backtest_id, batch, months_done })
  return isDone ? undefined : `Batch ${batch} could not be scored`
}
