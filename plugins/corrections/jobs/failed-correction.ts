import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { APPLYING, COMPUTING, CORRECTIONS } from '../../../src/runs/run-tables.ts'

/** Fails a correction. What it has corrected by then stays, each score whole. */
export const failedCorrection = failedJob({
  name: 'failed-correction',
  data: Type.Object({
    correction_id: Id(),
    batch: Type.Optional(Type.Integer()),
    applies: Type.Optional(Type.Literal(true)),
  }),
  kind: CORRECTIONS,
  stepOf({ batch, applies }) {
    if (batch === undefined) return { step: 'It could not be started' }
    return applies
      ? { step: `Batch ${batch} could not be written, so ask for another correction of it`, round: APPLYING }
      : { step: `Batch ${batch} could not be computed`, round: COMPUTING }
  },
})
