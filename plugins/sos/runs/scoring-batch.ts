import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { RATED_COUNTS, UNRATED_REASONS } from '../../../src/domain/scores/counted-scores.ts'
import { writeExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { renewTrends } from '../../../src/domain/scores/renew-trends.ts'
import { followAssignments, scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { takeUnnamed, unnamedBeside } from '../../../src/feeds/faults.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { aggregateFacts } from '../../../src/feeds/sums-queries.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { SCORING_RUNS, scoring } from '../../../src/runs/run-tables.ts'
import { readScoreInputs } from '../../../src/runs/score-inputs.ts'
import { readForJob } from '../../../src/runs/seller-queries.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import type { ScoreInput } from '../../../src/scoring/score-input.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { forgetSums, keptSums } from './keep-aggregates.ts'
import { findRun, publishRunCompleted, startNextRun } from './run-queries.ts'
import { type ScoredSeller, storeScores } from './score-queries.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 250

interface Batch {
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

type BatchSeller = Omit<ScoredSeller, 'score'> & { input: ScoreInput }

/** Facts pushed meanwhile are in all of a seller's numbers or in none: all is of one instant, as kept sums are. */
export const readBatch = (
  { db, feeds }: Pick<FastifyInstance, 'db' | 'feeds'>,
  { seller_ids, run, month }: Batch,
): Promise<BatchSeller[]> =>
  readForJob(db, async (tx) => {
    const facts =
      (await keptSums(tx, run.id, run.transaction, seller_ids)) ??
      (await aggregateFacts(tx, seller_ids, month, run.rules, feeds, unnamedBeside))
    const unnamed = new Map([...facts].map(([seller, sums]) => [seller, takeUnnamed(sums)]))
    const { feeds_in_use } = run
    const sellers = await readScoreInputs(tx, seller_ids, month, { facts, feeds_in_use })
    return sellers.map(({ input, ...seller }) => ({
      ...seller,
      input,
      orders: Number(input.aggregates.orders ?? 0),
      previous_rated: input.previous !== null || null,
      unnamed: unnamed.get(seller.seller_id) ?? null,
    }))
  })

type Counts = { scored: number; final: number }

const STEPS: BatchSteps<{ run_id: number; batch: number }, Batch, BatchSeller[], Counts> = {
  round: scoring,
  find: ({ db, env }, data) => findBatch(db, data, env.BUSINESS_TIMEZONE),
  read: readBatch,
  write: storeBatch,
  // The last one completes the run.
  count: (tx, { run, seller_ids }, { scored, final }) =>
    tx.row(
      `with counted as (
         select is_rated, unrated_reason, unrated_metric from monthly_scores
         where seller_id = any($1::int[]) and period = $2 and run_id = $3 and not before_contract
       ), batch as (
         select ${RATED_COUNTS}
       )
       update scoring_runs r set
         batches_done = batches_done + 1,
         sellers_scored = sellers_scored + $4::int,
         sellers_final = sellers_final + $5::int,
         rated = r.rated + batch.rated,
         unrated = r.unrated + batch.unrated,
         unrated_reasons = (
           select ${UNRATED_REASONS} from (
             select reason, metric, sum(sellers) as sellers
             from jsonb_to_recordset(r.unrated_reasons || batch.unrated_reasons)
               as counted(reason text, metric text, sellers int)
             group by reason, metric
           ) of_all),
         status = case when batches_done + 1 = batches_total then 'completed' else status end,
         open_period = case when batches_done + 1 = batches_total then null else open_period end,
         finished_at = case when batches_done + 1 = batches_total then clock_timestamp() end
       from batch
       where id = $3 and status = 'running'
       returning status = 'completed' as is_last`,
      [seller_ids, run.period, run.id, scored, final],
    ),
  async follow(tx, { events, jobs }, { run }, is_last) {
    if (!is_last) return
    await publishRunCompleted(events, tx, run.id)
    await startNextRun(jobs, tx, run.period)
    await scoresChanged(jobs, tx, run.period)
  },
  afterLast: ({ db }) => forgetSums(db),
}

/** Fails a run and starts the next of its period. Batches that were done before have changed scores. */
export const failedScoring = failedJob({
  name: 'failed-scoring',
  data: Type.Object({
    run_id: Id(),
    batch: Type.Optional(Type.Integer()),
    period: Type.Optional(Type.String()),
  }),
  kind: SCORING_RUNS,
  stepOf: ({ batch }) =>
    batch === undefined
      ? { step: 'The run could not be started' }
      : { step: `Batch ${batch} could not be scored`, round: scoring() },
  async follow(tx, { jobs }, { run_id }) {
    const run = await findRun(tx, run_id)
    if (run) await startNextRun(jobs, tx, run.period)
    if (run?.batches_done) await scoresChanged(jobs, tx, run.period)
  },
})

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

async function storeBatch(tx: Transaction, { run }: Batch, sellers: BatchSeller[], app: FastifyInstance) {
  const scored = await scoreAll(tx, run, sellers)
  const ids = sellers.map(({ seller_id }) => seller_id)
  await followAssignments(app, tx, run.period, ids)
  const compared = sellers.map(({ input }) => input.previous)
  await renewTrends(tx, app.jobs, { sellers: ids, period: run.period, compared })
  return { scored, final: sellers.length - scored }
}

/** Scores sellers while those before them are being written. Answers how many were written. */
async function scoreAll(tx: Transaction, run: Batch['run'], sellers: BatchSeller[]): Promise<number> {
  const rules = prepareRules(run.rules)
  let scored = 0
  let writing = Promise.resolve()
  for (const chunk of chunksOf(sellers, CHUNK_SELLERS)) {
    const scores = chunk.map(({ input, ...seller }) => ({ ...seller, score: scoreSeller(rules, input) }))
    await writing
    writing = write(scores)
    writing.catch(() => {}) // it is awaited in the next round
    await setImmediate()
  }
  await writing
  return scored

  async function write(scores: ScoredSeller[]) {
    const stored = await storeScores(tx, run, scores)
    scored += stored.length
    const reviewed = stored.filter(({ status }) => status !== 'draft')
    if (reviewed.length === 0) return
    const scoreOf = new Map(scores.map(({ seller_id, score }) => [seller_id, score]))
    const texts = reviewed.map(({ seller_id }) => JSON.stringify(scoreOf.get(seller_id)?.explanation))
    await writeExplanations(tx, reviewed, texts)
  }
}

async function findBatch(db: Sql, { run_id, batch }: { run_id: number; batch: number }, time_zone: string) {
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
