import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../platform/database/connect/bounds.ts'
import type { Tx } from '../platform/database/database.ts'
import { defineJob } from '../platform/jobs/job.ts'

/** The failure of one kind of run. */
interface Failure<Data extends TSchema> {
  name: string
  data: Data
  /** Answers a sentence of the work that failed, or undefined when it is done. Waits for a process that does it now. */
  openStep(tx: Tx, data: Static<Data>): Promise<string | undefined>
  /** Ends the run with the reason, if it is still open. */
  fail(tx: Tx, data: Static<Data>, error: string): Promise<unknown>
  /** Continues in the same transaction, whether the run has failed or not. */
  follow?(tx: Tx, app: FastifyInstance, data: Static<Data>): Promise<void>
}

/**
 * Where the jobs of a run end that failed in every attempt: the run fails with the reason. Its other batches find it
 * failed and change nothing, and so does a second dead letter of the same run. A job whose last attempt has committed,
 * and lost its connection before it knew, has done its part: the run goes on.
 */
export const failedJob = <Data extends TSchema>({ name, data, openStep, fail, follow }: Failure<Data>) =>
  defineJob({
    name,
    data,
    async handler(app, asked, { failure }) {
      await app.db.transaction(async (tx) => {
        const step = await openStep(tx, asked)
        if (step) await fail(tx, asked, `${step}: ${failure ?? 'the reason is not known'}`)
        await follow?.(tx, app, asked)
      }, JOB_TRANSACTION)
    },
  })
