import { type Static, Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { CORRECTIONS, endRun, isBatchDone, lockQueued } from '../../../src/runs/run-tables.ts'

const DATA = Type.Object({
  correction_id: Id(),
  batch: Type.Optional(Type.Integer()),
  applies: Type.Optional(Type.Literal(true)),
})

/** Fails a correction. What it has corrected by then stays, each score whole. */
export const failedCorrection = failedJob({
  name: 'failed-correction',
  data: DATA,
  async openStep(tx, { correction_id, batch, applies }) {
    if (batch === undefined)
      return (await lockQueued(tx, CORRECTIONS, correction_id, 'id')) && 'It could not be started'
    const done = applies ? 'applied_at is not null' : 'computed_at is not null'
    if (await isBatchDone(tx, CORRECTIONS, correction_id, batch, done)) return undefined
    return applies
      ? `Batch ${batch} could not be written, so ask for another correction of it`
      : `Batch ${batch} could not be computed`
  },
  fail: (tx, data, error) =>
    endRun(tx, CORRECTIONS, data.correction_id, { from: [stateOf(data)], status: 'failed', error }),
})

/** The state of a correction that a job of it is for. */
const stateOf = ({ batch, applies }: Static<typeof DATA>) =>
  batch === undefined ? 'queued' : applies ? 'applying' : 'computing'
