import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../platform/database/connect/bounds.ts'
import type { Tx } from '../platform/database/database.ts'
import { defineJob } from '../platform/jobs/job.ts'
import {
  endRun,
  isBatchOpen,
  lockQueued,
  type OfBatch,
  type Round,
  type RunTables,
  runOf,
} from './run-tables.ts'

interface Failure<Data extends TSchema> {
  name: string
  data: Data
  kind: RunTables
  /** What could not be done, and the round that it was in; none for the start. */
  stepOf(data: Static<Data>): { step: string; round?: Round }
  /** Continues in the same transaction, whether the run has failed or not. */
  follow?(tx: Tx, app: FastifyInstance, data: Static<Data>): Promise<void>
}

/**
 * Where the jobs of a run end that failed in every attempt: the run fails with the reason. Its other batches find it
 * failed and change nothing, and so does a second dead letter of the same run. A job whose last attempt has committed,
 * and lost its connection before it knew, has done its part: the run goes on.
 */
export const failedJob = <Data extends TSchema>({ name, data, kind, stepOf, follow }: Failure<Data>) =>
  defineJob({
    name,
    data,
    async handler(app, asked: Static<Data> & OfBatch, { failure }) {
      await app.db.transaction(async (tx) => {
        const id = runOf(kind, asked)
        const { step, round } = stepOf(asked)
        // The job after the last batch has none, and ends what is open only.
        const isOpen = !round
          ? await lockQueued(tx, kind, id, 'id')
          : asked.batch === undefined || (await isBatchOpen(tx, round, asked))
        const error = `${step}: ${failure ?? 'the reason is not known'}`
        if (isOpen) await endRun(tx, kind, id, { from: [round?.state ?? 'queued'], status: 'failed', error })
        await follow?.(tx, app, asked)
      }, JOB_TRANSACTION)
    },
  })
