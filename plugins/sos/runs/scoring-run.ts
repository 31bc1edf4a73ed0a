import type { FastifyInstance } from 'fastify'
import { factsDeletedOf } from '../../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { findFeedsInUse } from '../../../src/feeds/feeds-in-use-queries.ts'
import { monthUntilNow } from '../../../src/feeds/scored-month.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { serverIdentity } from '../../../src/platform/database/connect/server-identity.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { endRun, lockQueued, SCORING_RUNS } from '../../../src/runs/run-tables.ts'
import { scoringProblem } from '../../../src/scoring/scoring-problem.ts'
import { basisOf } from '../changes/basis.ts'
import { keepUnchanged, NONE_KEPT } from '../changes/kept-queries.ts'
import { failedScoring } from './failed-scoring.ts'
import { beginSnapshot, keepAggregates } from './keep-aggregates.ts'
import { STARTING, startNextRun } from './next-run.ts'
import { publishRunCompleted } from './run-completed.ts'
import { findRun, UNUSABLE_RULES } from './run-queries.ts'
import { scoringBatch } from './scoring-batch.ts'
import { startRun } from './start-queries.ts'

/** The sellers of a queued run; null stands for all active ones. */
interface Queued {
  sellers: number[] | null
}

const QUEUED = `nullif(seller_ids, '{}') as sellers`

/**
 * Starts a run (lockQueued): fixes what it is computed from (as_of, the feeds in use, the rules), adds up the facts of
 * its sellers as of one instant, splits them into batches and sends a job for each.
 */
export const scoringRun = defineJob({
  ...STARTING,
  queue: { deadLetter: failedScoring.name },
  async handler(app, { run_id }) {
    const { db } = app
    const run = await findRun(db, run_id)
    if (run?.finished_at) return sendNextRunAfter(app, run.period) // a start that was cut off before it could
    if (run?.status !== 'queued') return
    const rules = await scoringRulesOf(db, run.period)
    const unusable = scoringProblem(rules)
    // A process of a release before may have opened it without looking.
    const problem = unusable ? UNUSABLE_RULES + unusable : await factsDeletedOf(db, run.period)
    if (problem) {
      app.log.warn({ run_id, period: run.period, reason: problem }, 'the run failed')
      return db.transaction(async (tx) => {
        await endRun(tx, SCORING_RUNS, run_id, { from: ['queued'], status: 'failed', error: problem })
        await startNextRun(app.jobs, tx, run.period)
      }, JOB_TRANSACTION)
    }
    const server = await serverIdentity(db)
    const { period } = run
    const isDone = await db.bulkTransaction(async (tx) => {
      const { transaction, snapshot } = await beginSnapshot(tx)
      const queued = await lockQueued<Queued>(tx, SCORING_RUNS, run_id, QUEUED)
      if (!queued) return false
      const month = await monthUntilNow(tx, period, app.env.BUSINESS_TIMEZONE)
      const feeds = await findFeedsInUse(tx, month, app.feeds)
      // A run of selected sellers is never reused.
      const basis = queued.sellers ? null : basisOf({ month, rules, feeds, server })
      const { sellers, kept } = queued.sellers
        ? { sellers: queued.sellers, kept: NONE_KEPT }
        : await keepUnchanged(tx, period, basis)
      await keepAggregates(db, tx, { run_id, transaction, sellers, month, rules }, app.feeds)
      const batches = await startRun(tx, run_id, {
        ...{ month, rules, feeds, engine: engine(), snapshot, transaction, basis, sellers, kept },
      })
      if (batches === 0) {
        await publishRunCompleted(app.events, tx, run_id)
        if (kept.sellers.length > 0) await scoresChanged(app.jobs, tx, period)
      }
      await app.jobs.sendAll(
        tx,
        scoringBatch,
        Array.from({ length: batches }, (_, batch) => ({ run_id, batch, period })),
      )
      return batches === 0
    }, JOB_TRANSACTION)
    if (isDone) await sendNextRunAfter(app, period)
  },
})

/**
 * Sends the next run in a transaction of its own: the one that reads the facts sees one instant, and so none of the
 * runs that were queued while it read.
 */
const sendNextRunAfter = ({ db, jobs }: FastifyInstance, period: string) =>
  db.transaction((tx) => startNextRun(jobs, tx, period), JOB_TRANSACTION)
