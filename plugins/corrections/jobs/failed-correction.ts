import { type Static, Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { isBatchDone } from '../batch-queries.ts'
import { type CorrectionStatus, endCorrection } from '../queries.ts'

const DATA = Type.Object({
  correction_id: Id(),
  batch: Type.Optional(Type.Integer()),
  applies: Type.Optional(Type.Literal(true)),
})

/**
 * Where the jobs of a correction end that failed in every attempt: the correction fails with the reason. What it has
 * corrected by then stays, each score whole. A job whose last attempt has committed, and lost its connection before it
 * knew, has done its part: the correction goes on.
 */
export const failedCorrection = defineJob({
  name: 'failed-correction',
  data: DATA,
  async handler({ db }, data, { failure }) {
    await db.transaction(async (tx) => {
      const step = await openStep(tx, data)
      if (!step) return
      const error = `${step.what}: ${failure ?? 'the reason is not known'}`
      await endCorrection(tx, data.correction_id, { from: [step.from], status: 'failed', error })
    }, JOB_TRANSACTION)
  },
})

/** What could not be done, and in which state; undefined when it has been done. */
async function openStep(
  tx: Sql,
  { correction_id, batch, applies }: Static<typeof DATA>,
): Promise<{ what: string; from: CorrectionStatus } | undefined> {
  if (batch === undefined) return { what: 'It could not be started', from: 'queued' }
  const isDone = await isBatchDone(tx, correction_id, batch, applies ? 'applied' : 'computed')
  if (isDone) return undefined
  return applies
    ? { what: `Batch ${batch} could not be written, so ask for another correction of it`, from: 'applying' }
    : { what: `Batch ${batch} could not be computed`, from: 'computing' }
}
