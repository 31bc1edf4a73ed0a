import { factsDeletedOf } from '../../../src/domain/facts/deleted-facts.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { scoringProblem } from '../../../src/scoring/rule-set.ts'
import { serverIdentity } from '../../../src/platform/database/server-identity.ts'
import { basisOf } from '../changes/basis.ts'
import { keepUnchanged } from '../changes/keep-unchanged.ts'
import { findFeedsInUse } from '../metrics/feeds-in-use-queries.ts'
import { failedScoring } from './failed-scoring.ts'
import { STARTING, startNextRun } from './next-run.ts'
import { publishRunCompleted } from './run-completed.ts'
import { announceRun, failRun, findRun, UNUSABLE_RULES } from './run-queries.ts'
import { scoringBatch } from './scoring-batch.ts'
import { monthUntilNow, startRun } from './start-queries.ts'

/**
 * Starts a run: fixes what it is computed from (as_of, the feeds in use, the rules), splits its active sellers
 * into batches and sends a job for each. All of it becomes visible in one transaction, and only for a run that is
 * still queued, so that a second run of this job changes nothing.
 */
export const scoringRun = defineJob({
  ...STARTING,
  queue: { deadLetter: failedScoring.name },
  async handler(app, { run_id }) {
    const run = await findRun(app.db, run_id)
    if (run?.status !== 'queued') return
    const month = await monthUntilNow(app.db, run.period, app.env.BUSINESS_TIMEZONE)
    const rules = await scoringRulesOf(app.db, run.period)
    const unusable = scoringProblem(rules)
    // A process of a release before may have opened it without looking.
    const problem = unusable ? UNUSABLE_RULES + unusable : await factsDeletedOf(app.db, run.period)
    if (problem) {
      app.log.warn({ run_id, period: run.period, reason: problem }, 'the run failed')
      return app.db.transaction(async (tx) => {
        await failRun(tx, run_id, problem)
        await startNextRun(app.jobs, tx, run.period)
      }, JOB_TRANSACTION)
    }
    const feeds = await findFeedsInUse(app.db, month)
    const server = await serverIdentity(app.db)
    await app.db.transaction(async (tx) => {
      const { snapshot } = await tx.one<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
      const basis = basisOf({ month, rules, feeds, code: '', server })
      const divided = run.seller_codes ? null : await keepUnchanged(tx, run.period, basis)
      const batches = await startRun(tx, run_id, { month, rules, feeds, snapshot, basis, ...divided })
      await announceRun(tx, run_id)
      if (batches === undefined) return
      if (batches === 0) {
        await publishRunCompleted(app.events, tx, run_id)
        await startNextRun(app.jobs, tx, run.period)
      }
      await app.jobs.sendAll(
        tx,
        scoringBatch,
        Array.from({ length: batches }, (_, batch) => ({ run_id, batch, period: run.period })),
      )
    }, JOB_TRANSACTION)
  },
})
