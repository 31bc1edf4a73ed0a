import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { factsDeletedOf } from '../../../src/domain/facts/retention-deletions.ts'
import { hasNumbers } from '../../../src/domain/scores/score-numbers.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { CORRECTIONS, endRun } from '../../../src/runs/run-tables.ts'
import { type PreparedRules, prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { decisionsOf, revised } from '../../../src/scoring/simulation/world.ts'
import { type Batch, COMPUTING, countComputed, findBatch, markProposed } from '../batch-queries.ts'
import { type Recomputation, readBatch } from '../read-batch.ts'
import { type ChangedScore, writeChanged } from '../score-queries.ts'
import { failedCorrection } from './failed-correction.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 100

const STEPS: BatchSteps<{ correction_id: number; batch: number }, Batch, Recomputation[], void> = {
  round: () => COMPUTING,
  find: ({ db, env }, data) => findBatch(db, data, env.BUSINESS_TIMEZONE),
  read: readBatch,
  write: writeBatch,
  count: countComputed,
  async follow(tx, _, { correction_id, month }, is_last) {
    if (!is_last) return
    const error = await factsDeletedOf(tx, month.period)
    if (error) await endRun(tx, CORRECTIONS, correction_id, { from: ['computing'], status: 'failed', error })
    else await markProposed(tx, correction_id)
  },
}

/** Computes what the final scores of a batch would be (doBatch), and keeps those that would be others. */
export const correctionBatch = defineJob({
  name: 'correction-batch',
  data: Type.Object({ correction_id: Id(), batch: Type.Integer({ minimum: 0 }) }),
  queue: { deadLetter: failedCorrection.name },
  async handler(app, data, { signal }) {
    await doBatch(app, STEPS, data, signal)
  },
})

async function writeBatch(tx: Transaction, batch: Batch, scores: Recomputation[]) {
  const rules = prepareRules(batch.rules)
  for (const chunk of chunksOf(scores, CHUNK_SELLERS)) {
    const changed = chunk.flatMap((score) => computeAgain(rules, score) ?? [])
    if (changed.length > 0) await writeChanged(tx, batch, changed)
    await setImmediate()
  }
}

/** What a final score would be, with the appeals that were approved on top; undefined when that is what it is. */
function computeAgain(rules: PreparedRules, { before, input }: Recomputation): ChangedScore | undefined {
  const scored = scoreSeller(rules, input)
  const appeals = before.appeals ? decisionsOf(before.appeals) : []
  const after = revised({ rules, appeals }, scored)
  if (hasNumbers(after, before)) return undefined
  return { before, after, orders: Number(input.aggregates.orders ?? 0), inputs: scored.inputs }
}
