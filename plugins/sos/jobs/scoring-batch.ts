import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { bulkTransaction, type Statements } from '../../../src/platform/database/bulk-transaction.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import type { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { Id } from '../../../src/platform/schemas.ts'
import { scoresChanged } from '../../../src/platform/score-changes.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { announceRun, type RunStatus } from '../runs/run.sql.ts'
import { tellCompleted } from '../runs/run-completed.ts'
import { type Batch, findBatch } from './batch-input.sql.ts'
import { failedScoring } from './failed-scoring.ts'
import { readBatch, type SellerInput } from './read-batch.ts'
import { storeScores } from './store-scores.sql.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 100

/**
 * Scores one batch of a run's sellers. It may run twice, even at the same time: everything a score is made of was
 * fixed when the run started, and only the first transaction that marks the batch done writes anything.
 */
export const scoringBatch = defineJob({
  name: 'scoring-batch',
  data: Type.Object({ run_id: Id(), batch: Type.Integer({ minimum: 0 }) }),
  queue: { deadLetter: failedScoring.name },
  work: { localConcurrency: 2 },
  async handler(app, { run_id, batch }) {
    const found = await findBatch(app.db, run_id, batch, app.env.BUSINESS_TIMEZONE)
    if (!found) return
    const sellers = await readBatch(app.db, found)
    try {
      await bulkTransaction(app.db, (tx) => storeBatch(tx, app.jobs, found, sellers), JOB_TRANSACTION)
    } catch (error) {
      if (!(error instanceof RunHasEnded)) throw error
      app.log.warn(`${error.message}, so batch ${batch} is left unwritten`)
    }
  },
})

/**
 * Computes and writes the scores of a batch, once: marking it done locks its row, so that whoever scores the same
 * batch at the same time waits here, finds it done and writes nothing.
 */
async function storeBatch(tx: Statements, jobs: Jobs, { batch, run }: Batch, sellers: SellerInput[]) {
  const marked = await tx.$executeRaw`
    update scoring_batches set done_at = now() where run_id = ${run.id} and batch = ${batch} and done_at is null`
  if (marked === 0) return
  const rules = prepareRules(run.rules)
  let scored = 0
  for (let start = 0; start < sellers.length; start += CHUNK_SELLERS) {
    const chunk = sellers.slice(start, start + CHUNK_SELLERS)
    scored += await storeScores(
      tx,
      run,
      chunk.map(({ place, input }) => ({ ...place, score: scoreSeller(rules, input) })),
    )
  }
  const status = await countBatch(tx, run.id, { scored, final: sellers.length - scored })
  if (status !== 'completed') return
  await tellCompleted(tx, run.id)
  await scoresChanged(jobs, tx, run.period)
}

/**
 * Counts a batch, and completes the run with the last one; answers the run's status. The update locks the run's row
 * until the transaction ends, and one that had to wait reads the row again: two batches that end at the same time
 * can't both see the other one missing, so exactly one of them completes the run.
 * @throws RunHasEnded when the run has failed meanwhile: its period may have a newer run by now, whose scores those
 * just written must not replace
 */
async function countBatch(
  tx: Statements,
  runId: number,
  sellers: { scored: number; final: number },
): Promise<RunStatus> {
  const [run] = await tx.$queryRaw<{ status: RunStatus }[]>`
    update scoring_runs set
      batches_done = batches_done + 1,
      sellers_scored = sellers_scored + ${sellers.scored}::int,
      sellers_final = sellers_final + ${sellers.final}::int,
      status = case when batches_done + 1 = batches_total then 'completed' else status end,
      open_period = case when batches_done + 1 = batches_total then null else open_period end,
      finished_at = case when batches_done + 1 = batches_total then now() end
    where id = ${runId} and status = 'running'
    returning status`
  if (!run) throw new RunHasEnded(`Scoring run ${runId} has ended`)
  await announceRun(tx, runId)
  return run.status
}

class RunHasEnded extends Error {}
