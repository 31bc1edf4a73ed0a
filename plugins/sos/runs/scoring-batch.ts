import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { followAssignments } from '../../../src/domain/scores/follow-assignments.ts'
import { writeExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { renewTrends } from '../../../src/domain/scores/renew-trends.ts'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { type CountedScore, countRated } from '../../../src/domain/scores/unrated.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { type Batch, type Counts, countBatch, findBatch, scoring } from './batch-queries.ts'
import { failedScoring } from './failed-scoring.ts'
import { forgetSums } from './kept-sums.ts'
import { startNextRun } from './next-run.ts'
import { type BatchSeller, readBatch } from './read-batch.ts'
import { publishRunCompleted } from './run-completed.ts'
import { type ScoredSeller, type StoredScore, storeScores } from './score-queries.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 250

const STEPS: BatchSteps<{ run_id: number; batch: number }, Batch, BatchSeller[], Counts> = {
  round: scoring,
  find: ({ db, env }, data) => findBatch(db, data, env.BUSINESS_TIMEZONE),
  read: readBatch,
  write: storeBatch,
  count: countBatch,
  async follow(tx, { events, jobs }, { run }, is_last) {
    if (!is_last) return
    await publishRunCompleted(events, tx, run.id)
    await startNextRun(jobs, tx, run.period)
    await scoresChanged(jobs, tx, run.period)
  },
}

/** Scores one batch of a run's sellers, once (doBatch). */
export const scoringBatch = defineJob({
  name: 'scoring-batch',
  data: Type.Object({
    run_id: Id(),
    batch: Type.Integer({ minimum: 0 }),
    period: Type.Optional(Type.String({ description: 'for the log alone' })),
  }),
  queue: { deadLetter: failedScoring.name },
  work: { localConcurrency: 2 },
  async handler(app, data, { signal }) {
    if (await doBatch(app, STEPS, data, signal)) await forgetSums(app.db)
  },
})

/** Computes and writes the scores of a batch, and renews the trends that stand on them. */
async function storeBatch(
  tx: Transaction,
  { run }: Batch,
  sellers: BatchSeller[],
  app: FastifyInstance,
): Promise<Counts> {
  const scored = await scoreAll(tx, run, sellers)
  const ids = sellers.map(({ context }) => context.seller_id)
  await followAssignments(app, tx, run.period, ids)
  await renewTrends(tx, app.jobs, { sellers: ids, period: run.period })
  return { scored: scored.length, final: sellers.length - scored.length, ...countRated(scored) }
}

/** Scores sellers while those before them are being written. Answers how those came out that were written. */
async function scoreAll(tx: Transaction, run: Batch['run'], sellers: BatchSeller[]) {
  const rules = prepareRules(run.rules)
  const scored: CountedScore[] = []
  let writing = Promise.resolve()
  for (const chunk of chunksOf(sellers, CHUNK_SELLERS)) {
    const scores = chunk.map(({ context, input, unnamed }) => ({
      ...context,
      unnamed,
      score: scoreSeller(rules, input),
    }))
    await writing
    writing = write(scores)
    writing.catch(() => {}) // it is awaited in the next round
    await setImmediate()
  }
  await writing
  return scored

  async function write(scores: ScoredSeller[]) {
    const stored = await storeScores(tx, run, scores)
    const sellerOf = new Map(scores.map((seller) => [seller.seller_id, seller]))
    const reviewed: StoredScore[] = []
    const texts: string[] = []
    for (const one of stored) {
      const seller = sellerOf.get(one.seller_id)
      if (!seller) continue
      const { score, before_contract } = seller
      scored.push({ is_rated: score.is_rated, unrated: score.unrated, before_contract })
      if (one.status === 'draft') continue
      reviewed.push(one)
      texts.push(JSON.stringify(score.explanation))
    }
    if (reviewed.length > 0) await writeExplanations(tx, reviewed, texts)
  }
}
