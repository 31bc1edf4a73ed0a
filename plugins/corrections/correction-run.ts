import { Type } from '@sinclair/typebox'
import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { factsDeletedOf } from '../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { engine } from '../../src/domain/scores/engine.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { findFeedsInUse } from '../../src/feeds/sums-queries.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'
import { CORRECTIONS, endRun, lockQueued, splitRun } from '../../src/runs/run-tables.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import { scoringProblem } from '../../src/scoring/scoring-problem.ts'
import { correctionBatch, failedCorrection } from './correction-batch.ts'

/** Sellers of a batch: what is computed, and later written, in one transaction. */
const BATCH_SELLERS = 1_000

/** The month as scores of these runs are computed again, the feeds in use of it, and whose scores these are. */
type CorrectionMonth = Omit<ScoredMonth, 'time_zone' | 'period'> & {
  runs: number[]
  feeds: FeedsInUse
  seller_ids: number[]
}

/** What a queued correction is of; null stands for all sellers with a final score. */
interface Queued {
  period: string
  seller_ids: number[] | null
  facts_only: boolean
}

/**
 * Starts a correction (lockQueued): fixes the rules that are effective for its month today, the instants that its
 * scores are as of and the feeds that are in use as they are known today, and splits the sellers into batches (splitRun)
 * whose scores are as of one instant. One of facts alone keeps the rules and the feeds in use of each run.
 */
export const correctionRun = defineJob({
  name: 'correction-run',
  data: Type.Object({ correction_id: Id() }),
  queue: { deadLetter: failedCorrection.name },
  async handler({ db, env, jobs, feeds }, { correction_id }) {
    await db.bulkTransaction(async (tx) => {
      const columns = 'period, seller_ids, facts_only'
      const queued = await lockQueued<Queued>(tx, CORRECTIONS, correction_id, columns)
      if (!queued) return
      const { period, facts_only } = queued
      const rules = facts_only ? null : await scoringRulesOf(tx, period)
      const groups = await instantsOf(tx, queued)
      const time_zone = env.BUSINESS_TIMEZONE
      if (rules)
        for (const group of groups)
          group.feeds = await findFeedsInUse(tx, { month: { ...group, period, time_zone }, rules }, feeds)
      const error = await problemOf(tx, period, rules && scoringProblem(rules), groups)
      if (error) return void (await endRun(tx, CORRECTIONS, correction_id, { status: 'failed', error }))
      const months = groups.map(({ seller_ids: _, ...month }) => month)
      const parts = groups.map(({ seller_ids }, month) => ({ month, seller_ids }))
      const split = { of: { correction_id }, groups: parts, size: BATCH_SELLERS, job: correctionBatch }
      const batches = await splitRun(tx, jobs, CORRECTIONS, split)
      await tx.run`
        update corrections set
          status = 'computing', rules = ${rules && JSON.stringify(rules)}::jsonb, rules_sha256 = ${rules && rulesHash(rules)},
          engine = ${engine()}, late = ${await lateFactsOf(tx, period)}::bigint, months = ${JSON.stringify(months)}::jsonb,
          sellers = ${groups.flatMap(({ seller_ids }) => seller_ids).length}, batches_total = ${batches}
        where id = ${correction_id}`
    }, JOB_TRANSACTION)
  },
})

/** All facts of a month that came late so far. */
export const lateFactsOf = (db: Sql, period: string) =>
  db.value<number>`select coalesce(sum(late), 0)::bigint from sync_feed_periods where period = ${period}`

async function problemOf(
  tx: Sql,
  period: string,
  unusable: string | null | undefined,
  months: CorrectionMonth[],
) {
  if (unusable) return `The configuration can't be used: ${unusable}`
  if (months.length === 0) return `${period} has no final scores any more that runs have made`
  return factsDeletedOf(tx, period)
}

/** One, unless the month was scored in between. Where the rules of runs are kept, each run has its own. */
const instantsOf = (tx: Sql, { period, seller_ids, facts_only }: Queued) =>
  tx.rows<CorrectionMonth>`
    select r.month_start, r.as_of, r.as_of_date, r.counting, array_agg(distinct r.id) as runs,
           (array_agg(r.feeds_in_use order by r.id))[1] as feeds, array_agg(m.seller_id order by m.seller_id) as seller_ids
    from monthly_scores m join scoring_runs r on r.id = m.run_id
    where m.period = ${period} and m.status = 'final'
      and (${seller_ids}::int[] is null or m.seller_id = any(${seller_ids}::int[]))
      and r.as_of is not null and r.month_start is not null and r.as_of_date is not null and (r.rules is not null or not ${facts_only})
    group by r.month_start, r.as_of, r.as_of_date, r.counting, case when ${facts_only} then r.id end
    order by r.as_of, runs`
