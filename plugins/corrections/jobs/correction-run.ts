import { Type } from '@sinclair/typebox'
import { rulesHash } from '../../../src/domain/config/rules-hash.ts'
import { factsDeletedOf } from '../../../src/domain/facts/deleted-facts.ts'
import { findFeedsInUse } from '../../../src/domain/metrics/feeds-in-use-queries.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { scoringProblem } from '../../../src/scoring/rule-set.ts'
import { type CorrectionMonth, endCorrection, lateFactsOf } from '../queries.ts'

import { instantsOf, lockQueued, startCorrection } from '../start-queries.ts'
import { correctionBatch } from './correction-batch.ts'
import { failedCorrection } from './failed-correction.ts'

/**
 * Starts a correction: fixes the rules that are effective for its month today and the instants that its scores are as of,
 * splits the sellers into batches and sends a job for each. All of it becomes visible in one transaction, and only for a
 * correction that is still queued, whose row it locks first: of two that start the same one waits and changes nothing.
 */
export const correctionRun = defineJob({
  name: 'correction-run',
  data: Type.Object({ correction_id: Id() }),
  queue: { deadLetter: failedCorrection.name },
  async handler({ db, env, jobs }, { correction_id: id }) {
    await db.bulkTransaction(async (tx) => {
      const queued = await lockQueued(tx, id)
      if (!queued) return
      const { period, seller_ids } = queued
      const rules = await scoringRulesOf(tx, period)
      const months = await monthsOf(tx, period, seller_ids, env.BUSINESS_TIMEZONE)
      const error = await problemOf(tx, period, scoringProblem(rules), months)
      if (error) return void (await endCorrection(tx, id, { from: ['queued'], status: 'failed', error }))
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

/** The month at each instant that its scores are as of, with the feeds that are in use of it as they are known today. */
async function monthsOf(tx: Transaction, period: string, sellers: number[] | null, time_zone: string) {
  const months: CorrectionMonth[] = []
  for (const instant of await instantsOf(tx, period, sellers))
    months.push({ ...instant, feeds: await findFeedsInUse(tx, { ...instant, period, time_zone }) })
  return months
}
