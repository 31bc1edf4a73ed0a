import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { applyBatch } from '../apply.ts'
import { failedCorrection } from './failed-correction.ts'

/**
 * Writes the next revision of the scores of a batch that an approved correction changes. It may run twice, even at the
 * same time: only the first transaction that marks the batch applied writes anything, and all of it.
 */
export const correctionApply = defineJob({
  name: 'correction-apply',
  data: Type.Object({
    correction_id: Id(),
    batch: Type.Integer({ minimum: 0 }),
    applies: Type.Literal(true),
  }),
  queue: { deadLetter: failedCorrection.name },
  async handler(app, { correction_id, batch }) {
    await app.db.bulkTransaction((tx) => applyBatch(tx, app, correction_id, batch), JOB_TRANSACTION)
  },
})
