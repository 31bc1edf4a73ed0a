import type { FastifyInstance } from 'fastify'
import { factsDeletedOf } from '../../../src/domain/facts/deleted-facts.ts'
import { findFeedsInUse } from '../../../src/domain/metrics/feeds-in-use-queries.ts'
import { monthUntilNow } from '../../../src/domain/metrics/scored-month.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import { scoresChanged } from '../../../src/domain/scores/score-changes.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { serverIdentity } from '../../../src/platform/database/server-identity.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { scoringProblem } from '../../../src/scoring/rule-set.ts'
import { basisOf } from '../changes/basis.ts'
import { keepUnchanged } from '../changes/keep-unchanged.ts'
import { NONE_KEPT } from '../changes/kept-queries.ts'
import { failedScoring } from './failed-scoring.ts'
import { beginReading, keepAggregates } from './keep-aggregates.ts'
import { STARTING, startNextRun } from './next-run.ts'
import { publishRunCompleted } from './run-completed.ts'
import { announceRun, failRun, findRun, UNUSABLE_RULES } from './run-queries.ts'
import { scoringBatch } from './scoring-batch.ts'
import { lockQueued, startRun } from './start-queries.ts'

/**
 * Starts a run: fixes what it is computed from (as_of, the feeds in use, the rules), adds up the facts of its sellers
 * as of one instant, splits them into batches and sends a job for each. All of it becomes visible in one transaction,
 * and only for a run that is still queued, whose row it locks first: of two that start the same run one waits, finds
 * it started and changes nothing.
 */
export const scoringRun = defineJob({
  ...STARTING,
  queue: { deadLetter: failedScoring.name },
  async handler(app, { run_id }) {
    const { db, env } = app
    const run = await findRun(db, run_id)
    if (run?.finished_at) return letNextStart(app, run.period) // a start that was cut off before it could
    if (run?.status !== 'queued') return
    const rules = await scoringRulesOf(db, run.period)
    const unusable = scoringProblem(rules)
    // A process of a release before may have opened it without looking.
    const problem = unusable ? UNUSABLE_RULES + unusable : await factsDeletedOf(db, run.period)
    if (problem) {
      app.log.warn({ run_id, period: run.period, reason: problem }, 'the run failed')
      return db.transaction(async (tx) => {
        if (await lockQueued(tx, run_id)) await failRun(tx, run_id, problem)
        await startNextRun(app.jobs, tx, run.period)
      }, JOB_TRANSACTION)
    }
    const server = await serverIdentity(db)
    const isDone = await db.bulkTransaction(async (tx) => {
      const { reading, snapshot } = await beginReading(tx)
      const queued = await lockQueued(tx, run_id)
      if (!queued) return false
      const month = await monthUntilNow(tx, run.period, env.BUSINESS_TIMEZONE)
      const feeds = await findFeedsInUse(tx, month)
      // No run goes on from one of some sellers.
      const basis = queued.sellers ? null : basisOf({ month, rules, feeds, server })
      const { sellers, kept } = queued.sellers
        ? { sellers: queued.sellers, kept: NONE_KEPT }
        : await keepUnchanged(tx, run.period, basis)
      await keepAggregates(db, tx, { run_id, reading, sellers, month, rules })
      const batches = await startRun(tx, run_id, {
        month,
        rules,
        feeds,
        engine: engine(),
        snapshot,
        reading,
        basis,
        sellers,
        kept,
      })
      await announceRun(tx, run_id)
      if (batches === 0) {
        await publishRunCompleted(app.events, tx, run_id)
        if (kept.sellers.length > 0) await scoresChanged(app.jobs, tx, run.period)
      }
      await app.jobs.sendAll(
        tx,
        scoringBatch,
        Array.from({ length: batches }, (_, batch) => ({ run_id, batch, period: run.period })),
      )
      return batches === 0
    }, JOB_TRANSACTION)
    if (isDone) await letNextStart(app, run.period)
  },
})

/**
 * Lets the next run start, in a transaction of its own: the one that reads the facts sees one instant, and so none of
 * the runs that began to wait while it read.
 */
const letNextStart = ({ db, jobs }: FastifyInstance, period: string) =>
  db.transaction((tx) => startNextRun(jobs, tx, period), JOB_TRANSACTION)
