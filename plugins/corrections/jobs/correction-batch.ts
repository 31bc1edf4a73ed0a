import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { factsDeletedOf } from '../../../src/domain/facts/deleted-facts.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { type Batch, countComputed, findBatch, markComputed, markProposed } from '../batch-queries.ts'
import { computeAgain } from '../compute.ts'
import { endCorrection } from '../queries.ts'
import { type Again, readBatch } from '../read-batch.ts'
import { writeChanged } from '../score-queries.ts'
import { failedCorrection } from './failed-correction.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 100

/**
 * Computes what the final scores of a batch would be, and keeps those that would be others. It may run twice, even at the
 * same time: only the first transaction that marks the batch computed writes anything.
 */
export const correctionBatch = defineJob({
  name: 'correction-batch',
  data: Type.Object({ correction_id: Id(), batch: Type.Integer({ minimum: 0 }) }),
  queue: { deadLetter: failedCorrection.name },
  async handler(app, data) {
    const batch = await findBatch(app.db, data, app.env.BUSINESS_TIMEZONE)
    if (!batch) return
    const scores = await readBatch(app.db, batch)
    await app.db.bulkTransaction((tx) => storeBatch(tx, batch, scores), JOB_TRANSACTION)
  },
})

async function storeBatch(tx: Transaction, batch: Batch, scores: Again[]) {
  const { correction_id } = batch
  if (!(await markComputed(tx, batch))) return
  const rules = prepareRules(batch.rules)
  for (let start = 0; start < scores.length; start += CHUNK_SELLERS) {
    const changed = scores
      .slice(start, start + CHUNK_SELLERS)
      .flatMap((score) => computeAgain(rules, score) ?? [])
    if (changed.length > 0) await writeChanged(tx, batch, changed)
    await setImmediate()
  }
  const counted = await countComputed(tx, correction_id)
  if (!counted?.is_last) return
  const error = await factsDeletedOf(tx, counted.period)
  if (error) await endCorrection(tx, correction_id, { from: ['computing'], status: 'failed', error })
  else await markProposed(tx, correction_id)
}
