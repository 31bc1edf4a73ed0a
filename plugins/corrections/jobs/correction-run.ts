import { Type } from '@sinclair/typebox'
import { rulesHash } from '../../../src/domain/config/rules-hash.ts'
import { factsDeletedOf } from '../../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { findFeedsInUse } from '../../../src/feeds/feeds-in-use-queries.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { CORRECTIONS, endRun, lockQueued } from '../../../src/runs/run-tables.ts'
import { scoringProblem } from '../../../src/scoring/scoring-problem.ts'
import { type CorrectionMonth, lateFactsOf } from '../queries.ts'
import { instantsOf, QUEUED, type Queued, startCorrection } from '../start-queries.ts'
import { correctionBatch } from './correction-batch.ts'
import { failedCorrection } from './failed-correction.ts'

/**
 * Starts a correction (lockQueued): fixes the rules that are effective for its month today and the instants that its
 * scores are as of, splits the sellers into batches and sends a job for each.
 */
export const correctionRun = defineJob({
  name: 'correction-run',
  data: Type.Object({ correction_id: Id() }),
  queue: { deadLetter: failedCorrection.name },
  async handler({ db, env, jobs, feeds }, { correction_id: id }) {
    await db.bulkTransaction(async (tx) => {
      const queued = await lockQueued<Queued>(tx, CORRECTIONS, id, QUEUED)
      if (!queued) return
      const { period, seller_ids } = queued
      const rules = await scoringRulesOf(tx, period)
      const months = await monthsOf(tx, { period, seller_ids }, env.BUSINESS_TIMEZONE, feeds)
      const error = await problemOf(tx, period, scoringProblem(rules), months)
      if (error)
        return void (await endRun(tx, CORRECTIONS, id, { from: ['queued'], status: 'failed', error }))
      const batches = await startCorrection(tx, id, {
        ...{ period, seller_ids, rules, months, engine: engine() },
        rules_sha256: rulesHash(rules),
        late: await lateFactsOf(tx, period),
      })
      await jobs.sendAll(
        tx,
        correctionBatch,
        Array.from({ length: batches }, (_, batch) => ({ correction_id: id, batch })),
      )
    }, JOB_TRANSACTION)
  },
})

async function problemOf(
  tx: Transaction,
  period: string,
  unusable: string | null | undefined,
  months: CorrectionMonth[],
) {
  if (unusable) return `The configuration can't be used: ${unusable}`
  if (months.length === 0) return `${period} has no final scores any more that runs have made`
  return factsDeletedOf(tx, period)
}

/**
 * The month at each instant that its scores are as of, with the feeds that are in use of it as they are known today.
 */
async function monthsOf(
  tx: Transaction,
  { period, seller_ids }: Pick<Queued, 'period' | 'seller_ids'>,
  time_zone: string,
  feeds: readonly Feed[],
) {
  const months: CorrectionMonth[] = []
  for (const instant of await instantsOf(tx, period, seller_ids))
    months.push({ ...instant, feeds: await findFeedsInUse(tx, { ...instant, period, time_zone }, feeds) })
  return months
}
