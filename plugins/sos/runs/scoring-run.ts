import { factsDeletedOf } from '../../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { monthUntilNow } from '../../../src/feeds/scored-month.ts'
import { findFeedsInUse } from '../../../src/feeds/sums-queries.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { serverIdentity } from '../../../src/platform/database/connect/server-identity.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { endRun, lockQueued, SCORING_RUNS, splitRun } from '../../../src/runs/run-tables.ts'
import { scoringProblem } from '../../../src/scoring/scoring-problem.ts'
import { beginSnapshot, keepAggregates } from './keep-aggregates.ts'
import { findRun, publishRunCompleted, STARTING, startNextRun, UNUSABLE_RULES } from './run-queries.ts'
import { failedScoring, scoringBatch } from './scoring-batch.ts'
import { basisOf, KEPT_BATCH, keepUnchanged } from './unchanged-sellers.ts'

/** Sellers of a batch: what is lost when a worker dies, and what two workers share. */
const BATCH_SELLERS = 2_500

/** Starts a run (lockQueued): fixes what it is computed from, adds its facts up at one instant, sends the batches. */
export const scoringRun = defineJob({
  ...STARTING,
  queue: { deadLetter: failedScoring.name },
  async handler(app, { run_id }) {
    const { db } = app
    const run = await findRun(db, run_id)
    if (!run) return
    const { period } = run
    const server = await serverIdentity(db)
    const isOver = await db.bulkTransaction(async (tx) => {
      const { transaction, snapshot } = await beginSnapshot(tx)
      // null stands for all active sellers
      const asked = `nullif(seller_ids, '{}') as sellers`
      const queued = await lockQueued<{ sellers: number[] | null }>(tx, SCORING_RUNS, run_id, asked)
      // One that has ended may have been cut off before it could send the next.
      if (!queued) return run.finished_at !== null
      const rules = await scoringRulesOf(tx, period)
      const unusable = scoringProblem(rules)
      // A process of a release before may have opened it without looking.
      const error = unusable ? UNUSABLE_RULES + unusable : await factsDeletedOf(tx, period)
      if (error) {
        app.log.warn({ run_id, period, reason: error }, 'the run failed')
        return endRun(tx, SCORING_RUNS, run_id, { status: 'failed', error })
      }
      const month = await monthUntilNow(tx, period, app.env.BUSINESS_TIMEZONE)
      const feeds = await findFeedsInUse(tx, { month, rules }, app.feeds)
      // A run of selected sellers is never reused.
      const basis = queued.sellers ? null : basisOf(month, rules, feeds, server)
      const { kept, final, rated, unrated, ...again } = await keepUnchanged(tx, period, basis)
      const sellers = queued.sellers ?? again.sellers
      await keepAggregates(db, tx, { run_id, transaction, sellers, month, rules }, app.feeds)
      const seller_ids = await tx.value<number[]>`
        select array(
          select id from sellers
          where status = 'active' and (${sellers}::int[] is null or id = any(${sellers}::int[])) order by id)`
      const of = { run_id, period }
      const split = { of, groups: [{ seller_ids }], size: BATCH_SELLERS, job: scoringBatch }
      const batches = await splitRun(tx, app.jobs, SCORING_RUNS, split)
      await tx.run`
        with batch as (
          insert into scoring_batches (run_id, batch, seller_ids, done_at)
          select ${run_id}::int, ${KEPT_BATCH}::int, ${kept}::int[], now() where ${kept.length}::int > 0
        )
        update scoring_runs set
          status = case when ${batches}::int > 0 then 'running' else 'completed' end,
          open_period = case when ${batches}::int > 0 then open_period end,
          started_at = now(),
          finished_at = case when ${batches}::int = 0 then clock_timestamp() end,
          month_start = ${month.month_start}::timestamptz,
          as_of = ${month.as_of}::timestamptz,
          as_of_date = ${month.as_of_date}::date,
          counting = ${month.counting ?? null}::text,
          feeds_in_use = ${JSON.stringify(feeds)}::jsonb,
          rules = ${JSON.stringify(rules)}::jsonb,
          engine = ${engine()},
          snapshot = ${snapshot},
          reading = ${transaction},
          basis = ${basis},
          sellers_total = ${seller_ids.length + kept.length + final},
          sellers_scored = ${kept.length},
          sellers_final = ${final},
          rated = ${rated},
          unrated = ${unrated},
          unrated_reasons = ${JSON.stringify(again.unrated_reasons)}::jsonb,
          batches_total = ${batches}
        where id = ${run_id}`
      if (batches === 0) {
        await publishRunCompleted(app.events, tx, run_id)
        if (kept.length > 0) await scoresChanged(app.jobs, tx, period)
      }
      return batches === 0
    }, JOB_TRANSACTION)
    // In a transaction of its own: the one that reads the facts sees one instant, and so none of the runs that were
    // queued while it read.
    if (isOver) await db.transaction((tx) => startNextRun(app.jobs, tx, period), JOB_TRANSACTION)
  },
})
