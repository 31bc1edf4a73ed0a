import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { followAssignments } from '../../../src/domain/scores/follow-assignments.ts'
import { writeExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { renewTrends } from '../../../src/domain/scores/renew-trends.ts'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { type CountedScore, countRated, type RatedCounts } from '../../../src/domain/scores/unrated.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { scoring } from '../../../src/runs/run-tables.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { failedScoring } from './failed-scoring.ts'
import { forgetSums } from './kept-sums.ts'
import { publishRunCompleted, startNextRun } from './next-run.ts'
import { type BatchSeller, readBatch } from './read-batch.ts'
import { type ScoredSeller, type StoredScore, storeScores } from './score-queries.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 250

/** A batch that is still to be scored, with what its run has fixed. */
export interface Batch {
  batch: number
  seller_ids: number[]
  month: ScoredMonth
  run: {
    id: number
    period: string
    started_at: string
    feeds_in_use: FeedsInUse
    rules: ScoringRules
    /** The transaction that read its facts: the kept sums carry its number. null in runs of earlier releases. */
    transaction: number | null
  }
}

/** The counts of the scores of a batch. */
type Counts = { scored: number; final: number } & RatedCounts

const STEPS: BatchSteps<{ run_id: number; batch: number }, Batch, BatchSeller[], Counts> = {
  round: scoring,
  find: ({ db, env }, data) => findBatch(db, data, env.BUSINESS_TIMEZONE),
  read: readBatch,
  write: storeBatch,
  // The last one completes the run.
  count: (tx, { run }, counts) =>
    tx.row`
      update scoring_runs set
        batches_done = batches_done + 1,
        sellers_scored = sellers_scored + ${counts.scored}::int,
        sellers_final = sellers_final + ${counts.final}::int,
        rated = rated + ${counts.rated}::int,
        unrated = unrated + ${counts.unrated}::int,
        unrated_reasons = (
          select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                                    order by sellers desc, reason), '[]')
          from (
            select reason, metric, sum(sellers) as sellers
            from jsonb_to_recordset(unrated_reasons || ${JSON.stringify(counts.unrated_reasons)}::jsonb)
              as counted(reason text, metric text, sellers int)
            group by reason, metric
          ) of_all),
        status = case when batches_done + 1 = batches_total then 'completed' else status end,
        open_period = case when batches_done + 1 = batches_total then null else open_period end,
        finished_at = case when batches_done + 1 = batches_total then clock_timestamp() end
      where id = ${run.id} and status = 'running'
      returning status = 'completed' as is_last`,
  async follow(tx, { events, jobs }, { run }, is_last) {
    if (!is_last) return
    await publishRunCompleted(events, tx, run.id)
    await startNextRun(jobs, tx, run.period)
    await scoresChanged(jobs, tx, run.period)
  },
  afterLast: ({ db }) => forgetSums(db),
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
  handler: doBatch(STEPS),
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

/** The batch, or undefined when it is done or its run does not run. */
async function findBatch(
  db: Sql,
  { run_id, batch }: { run_id: number; batch: number },
  time_zone: string,
): Promise<Batch | undefined> {
  const row = await db.row<Batch['run'] & Omit<ScoredMonth, 'time_zone'> & { seller_ids: number[] }>(
    `select r.id, r.period, r.started_at, r.feeds_in_use, r.rules, r.reading as transaction, r.month_start, r.as_of, r.as_of_date,
            r.counting, b.seller_ids
     from scoring_batches b join scoring_runs r on r.id = b.run_id
     where b.run_id = $1 and b.batch = $2 and b.done_at is null and r.status = 'running'`,
    [run_id, batch],
    'scoring-batch',
  )
  if (!row) return undefined
  const { seller_ids, month_start, as_of, as_of_date, counting, ...run } = row
  const month = { period: run.period, month_start, as_of, as_of_date, counting, time_zone }
  return { batch, seller_ids, run, month }
}
