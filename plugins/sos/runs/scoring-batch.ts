import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { forgetSums } from '../../../src/domain/metrics/sums.ts'
import { writeExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { countRated } from '../../../src/domain/scores/unrated.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { type SellerScore, scoreSeller } from '../../../src/scoring/score.ts'
import { type Batch, countBatch, findBatch, markBatchDone } from './batch-queries.ts'
import { failedScoring } from './failed-scoring.ts'
import { startNextRun } from './next-run.ts'
import { readBatch, type SellerInput } from './read-batch.ts'
import { publishRunCompleted } from './run-completed.ts'
import { announceRun } from './run-queries.ts'
import { type ScoredSeller, type StoredScore, storeScores } from './score-queries.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 250

/**
 * Scores one batch of a run's sellers. It may run twice, even at the same time: everything a score is made of was
 * fixed when the run started, and only the first transaction that marks the batch done writes anything.
 */
export const scoringBatch = defineJob({
  name: 'scoring-batch',
  data: Type.Object({
    run_id: Id(),
    batch: Type.Integer({ minimum: 0 }),
    period: Type.Optional(Type.String({ description: 'for the log alone' })),
  }),
  queue: { deadLetter: failedScoring.name },
  work: { localConcurrency: 2 },
  async handler(app, { run_id, batch }) {
    const found = await findBatch(app.db, run_id, batch, app.env.BUSINESS_TIMEZONE)
    if (!found) return
    const sellers = await readBatch(app.db, found)
    try {
      const status = await app.db.bulkTransaction(
        (tx) => storeBatch(tx, app, found, sellers),
        JOB_TRANSACTION,
      )
      if (status === 'completed') await forgetSums(app.db)
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
async function storeBatch(
  tx: Transaction,
  { events, jobs }: FastifyInstance,
  { batch, run }: Batch,
  sellers: SellerInput[],
) {
  if (!(await markBatchDone(tx, run.id, batch))) return
  const scored = await scoreAll(tx, run, sellers)
  const status = await countBatch(tx, run.id, {
    scored: scored.length,
    final: sellers.length - scored.length,
    ...countRated(scored),
  })
  if (!status) throw new RunHasEnded(`Scoring run ${run.id} has ended`)
  await announceRun(tx, run.id)
  if (status !== 'completed') return status
  await publishRunCompleted(events, tx, run.id)
  await startNextRun(jobs, tx, run.period)
  await scoresChanged(jobs, tx, run.period)
  return status
}

/** Scores sellers while those before them are being written. Answers how those came out that were written. */
async function scoreAll(tx: Transaction, run: Batch['run'], sellers: SellerInput[]) {
  const rules = prepareRules(run.rules)
  const scored: Pick<SellerScore, 'is_rated' | 'unrated'>[] = []
  let writing = Promise.resolve()
  for (let start = 0; start < sellers.length; start += CHUNK_SELLERS) {
    const scores = sellers
      .slice(start, start + CHUNK_SELLERS)
      .map(({ context, input }) => ({ ...context, score: scoreSeller(rules, input) }))
    await writing
    writing = write(scores)
    writing.catch(() => {}) // it is awaited in the next round
    await setImmediate()
  }
  await writing
  return scored

  async function write(scores: ScoredSeller[]) {
    const stored = await storeScores(tx, run, scores)
    const scoreOf = new Map(scores.map(({ seller_id, score }) => [seller_id, score]))
    const reviewed: StoredScore[] = []
    const texts: string[] = []
    for (const one of stored) {
      const score = scoreOf.get(one.seller_id)
      if (!score) continue
      scored.push({ is_rated: score.is_rated, unrated: score.unrated })
      if (one.status === 'draft') continue
      reviewed.push(one)
      texts.push(JSON.stringify(score.explanation))
    }
    if (reviewed.length > 0) await writeExplanations(tx, reviewed, texts)
  }
}

/** The run has failed meanwhile: its period may have a newer run, whose scores those just written must not replace. */
class RunHasEnded extends Error {}
