import { setImmediate as breathe } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { Tx } from '../../../src/platform/database.ts'
import { defineJob } from '../../../src/platform/jobs.ts'
import { Id } from '../../../src/platform/schemas.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { aggregateFacts } from '../metrics/aggregate.ts'
import { elapsedDays, type Reader } from '../metrics/scored-month.ts'
import { announceRun } from '../runs/run.sql.ts'
import { type Batch, exceptionsOf, findBatch, previousScores, sellersOf } from './batch-input.sql.ts'
import { failedScoring } from './failed-scoring.ts'
import { type ScoredSeller, storeScores } from './store-scores.sql.ts'

/** After how many sellers other work of the process gets its turn. */
const BREATHE_EVERY = 50

/**
 * Scores one batch of a run's sellers. It may run twice, even at the same time: everything a score is made of was
 * fixed when the run started, so the second writes the same scores again, and it is not counted again.
 */
export const scoringBatch = defineJob({
  name: 'scoring-batch',
  data: Type.Object({ run_id: Id(), batch: Type.Integer({ minimum: 0 }) }),
  queue: { deadLetter: failedScoring.name },
  work: { localConcurrency: 2 },
  async handler(app, { run_id, batch }) {
    const found = await findBatch(app.db, run_id, batch, app.env.BUSINESS_TIMEZONE)
    if (!found) return
    const scores = await scoreBatch(app.db, found)
    try {
      await app.db.transaction((tx) => storeBatch(tx, found, scores))
    } catch (error) {
      if (!(error instanceof RunHasEnded)) throw error
      app.log.warn(`${error.message}, so batch ${batch} is left unwritten`)
    }
  },
})

/** Reads what the batch's scores are made of and computes them. Writes nothing. */
export async function scoreBatch(db: Reader, { seller_ids, run, month }: Batch): Promise<ScoredSeller[]> {
  const [facts, sellers, exceptions, previous] = [
    await aggregateFacts(db, seller_ids, month, run.rules),
    await sellersOf(db, seller_ids, month.time_zone),
    await exceptionsOf(db, seller_ids, month.period),
    await previousScores(db, seller_ids, month.period),
  ]
  const rules = prepareRules(run.rules)
  const scores: ScoredSeller[] = []
  for (const { id, am_id, warehouse_id, ...seller } of sellers) {
    const score = scoreSeller(rules, {
      seller,
      period: month.period,
      aggregates: facts.get(id) ?? {},
      feeds_in_use: run.feeds_in_use,
      elapsed_days: elapsedDays(month),
      exceptions: exceptions.get(id) ?? [],
      previous: previous.get(id) ?? null,
    })
    scores.push({ seller_id: id, am_id, warehouse_id, score })
    if (scores.length % BREATHE_EVERY === 0) await breathe()
  }
  return scores
}

/**
 * Writes the scores of a batch, once: marking it done locks its row, so that whoever scored the same batch at the
 * same time waits here, finds it done and writes nothing.
 */
async function storeBatch(tx: Tx, { batch, run, seller_ids }: Batch, scores: ScoredSeller[]) {
  const marked = await tx.$executeRaw`
    update scoring_batches set done_at = now() where run_id = ${run.id} and batch = ${batch} and done_at is null`
  if (marked === 0) return
  const stored = await storeScores(tx, run, scores)
  await countBatch(tx, run.id, { scored: stored, final: seller_ids.length - stored })
}

/**
 * Counts a batch, and closes the run with the last one. The update locks the run's row until the transaction ends,
 * and one that had to wait reads the row again: two batches that end at the same time can't both see the other one
 * missing, so exactly one of them closes the run.
 * @throws RunHasEnded when the run has failed meanwhile: its period may have a newer run by now, whose scores those
 * just written must not replace
 */
async function countBatch(tx: Tx, runId: number, sellers: { scored: number; final: number }) {
  const counted = await tx.$executeRaw`
    update scoring_runs set
      batches_done = batches_done + 1,
      sellers_scored = sellers_scored + ${sellers.scored}::int,
      sellers_final = sellers_final + ${sellers.final}::int,
      status = case when batches_done + 1 = batches_total then 'completed' else status end,
      open_period = case when batches_done + 1 = batches_total then null else open_period end,
      finished_at = case when batches_done + 1 = batches_total then now() end
    where id = ${runId} and status = 'running'`
  if (counted === 0) throw new RunHasEnded(`Scoring run ${runId} has ended`)
  await announceRun(tx, runId)
}

class RunHasEnded extends Error {}
