import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../platform/database/connect/bounds.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Attempt } from '../platform/jobs/job.ts'
import { markDone, type OfBatch, type Round } from './run-tables.ts'

/** The work of a batch of one kind of run. Everything that it is computed from was fixed when its run started. */
export interface BatchSteps<Data extends OfBatch, Batch, Read, Counts> {
  round(data: Data): Round
  /** The batch, with what its run has fixed; undefined when it is done or its run has ended. */
  find(app: FastifyInstance, data: Data): Promise<Batch | undefined>
  /** Reads what the batch is computed from, before the transaction that writes. */
  read(app: FastifyInstance, batch: Batch, signal: AbortSignal): Promise<Read>
  write(tx: Transaction, batch: Batch, read: Read, app: FastifyInstance): Promise<Counts>
  /** Counts the batch with one update of the run's row, which locks it; undefined when the run has ended. */
  count(tx: Transaction, batch: Batch, counts: Counts): Promise<{ is_last: boolean } | undefined>
  /** Sends the next job, or ends the run and tells others, in the same transaction. */
  follow(tx: Transaction, app: FastifyInstance, batch: Batch, is_last: boolean): Promise<void>
  /** What comes once the last batch is committed. */
  afterLast?(app: FastifyInstance): Promise<void>
}

/**
 * The handler of the job of a batch. It may run twice, even at the same time: marking the batch done locks its row, so
 * that whoever does the same batch waits there, finds it done and writes nothing. Counting it locks the run's row until
 * the transaction ends, and an update that had to wait reads the row again: of two batches that end at the same time
 * exactly one is the last. A batch of a run that has ended meanwhile is left unwritten.
 */
export const doBatch =
  <Data extends OfBatch, Batch, Read, Counts>(steps: BatchSteps<Data, Batch, Read, Counts>) =>
  async (app: FastifyInstance, data: Data, { signal }: Pick<Attempt, 'signal'>): Promise<void> => {
    const batch = await steps.find(app, data)
    if (!batch) return
    const read = await steps.read(app, batch, signal)
    const write = async (tx: Transaction) => {
      if (!(await markDone(tx, steps.round(data), data))) return false
      const counts = await steps.write(tx, batch, read, app)
      const counted = await steps.count(tx, batch, counts)
      if (!counted) throw new RunHasEnded()
      await steps.follow(tx, app, batch, counted.is_last)
      return counted.is_last
    }
    try {
      if (await app.db.bulkTransaction(write, JOB_TRANSACTION)) await steps.afterLast?.(app)
    } catch (error) {
      if (!(error instanceof RunHasEnded)) throw error
      app.log.info({ batch: data }, 'its run has ended meanwhile, so this batch is left unwritten')
    }
  }

/** It has failed or was cancelled: there may be a newer run, whose results those just written must not replace. */
class RunHasEnded extends Error {}
