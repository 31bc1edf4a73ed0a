import { Type } from '@sinclair/typebox'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import { scoringProblem } from '../../../src/scoring/rule-set.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { findFeedsInUse } from '../metrics/feeds-in-use.sql.ts'
import type { Reader, ScoredMonth } from '../metrics/scored-month.ts'
import { scoringRulesOf } from '../rules.sql.ts'
import { announceRun, failRun, findRun, UNUSABLE_RULES } from '../runs/run.sql.ts'
import { tellCompleted } from '../runs/run-completed.ts'
import { failedScoring } from './failed-scoring.ts'
import { scoringBatch } from './scoring-batch.ts'

/**
 * Sellers of a batch. Facts lie in the order in which they came, not by seller, so every batch reads most pages of
 * the month again: few large batches cost less than many small ones, and two at a time keep both sides busy.
 */
const BATCH_SELLERS = 2_500

/**
 * Starts a run: fixes what it is computed from (as_of, the feeds in use, the rules), splits the active sellers
 * into batches and sends a job for each. All of it becomes visible in one transaction, and only for a run that is
 * still queued, so that a second run of this job changes nothing.
 */
export const scoringRun = defineJob({
  name: 'scoring-run',
  data: Type.Object({ run_id: Id() }),
  queue: { deadLetter: failedScoring.name },
  async handler(app, { run_id }) {
    const run = await findRun(app.db, run_id)
    if (run?.status !== 'queued') return
    const month = await monthUntilNow(app.db, run.period, app.env.BUSINESS_TIMEZONE)
    const rules = await scoringRulesOf(app.db, run.period)
    const problem = scoringProblem(rules)
    if (problem)
      return void (await app.db.transaction(
        (tx) => failRun(tx, run_id, UNUSABLE_RULES + problem),
        JOB_TRANSACTION,
      ))
    const feeds = await findFeedsInUse(app.db, month)
    await app.db.transaction(async (tx) => {
      const batches = await startRun(tx, run_id, { month, rules, feeds })
      await app.jobs.sendAll(
        tx,
        scoringBatch,
        Array.from({ length: batches }, (_, batch) => ({ run_id, batch })),
      )
    }, JOB_TRANSACTION)
  },
})

/** A period's month up to now, or up to its end when that is past. */
async function monthUntilNow(db: Reader, period: string, time_zone: string): Promise<ScoredMonth> {
  const [month] = await db.rows<Omit<ScoredMonth, 'period' | 'time_zone'>>(
    `select first_day::timestamp at time zone $2 as month_start,
            least(next_first_day::timestamp at time zone $2, date_trunc('milliseconds', now())) as as_of,
            least(next_first_day - 1, (now() at time zone $2)::date) as as_of_date
     from (select $1::date as first_day, ($1::date + interval '1 month')::date as next_first_day) given`,
    [`${period}-01`, time_zone],
  )
  return { ...(month as Omit<ScoredMonth, 'period' | 'time_zone'>), period, time_zone }
}

/** Moves a queued run to running, or straight to completed when there is no seller. Answers its number of batches. */
async function startRun(
  tx: Tx,
  runId: number,
  { month, rules, feeds }: { month: ScoredMonth; rules: ScoringRules; feeds: FeedsInUse },
): Promise<number> {
  const [run] = await tx.$queryRaw<{ batches_total: number }[]>`
    with seller as (
      select id, (row_number() over (order by id) - 1) / ${BATCH_SELLERS}::int as batch from sellers where status = 'active'
    ), started as (
      update scoring_runs set
        status = case when exists (select from seller) then 'running' else 'completed' end,
        open_period = case when exists (select from seller) then open_period end,
        started_at = now(),
        finished_at = case when exists (select from seller) then null else now() end,
        month_start = ${month.month_start}::timestamptz,
        as_of = ${month.as_of}::timestamptz,
        as_of_date = ${month.as_of_date}::date,
        feeds_in_use = ${JSON.stringify(feeds)}::jsonb,
        rules = ${JSON.stringify(rules)}::jsonb,
        sellers_total = (select count(*) from seller),
        batches_total = (select count(distinct batch) from seller)
      where id = ${runId} and status = 'queued'
      returning id, batches_total
    ), batch as (
      insert into scoring_batches (run_id, batch, seller_ids)
      select started.id, seller.batch, array_agg(seller.id order by seller.id)
      from started, seller group by started.id, seller.batch
    )
    select batches_total from started`
  await announceRun(tx, runId)
  if (run?.batches_total === 0) await tellCompleted(tx, runId)
  return run?.batches_total ?? 0
}
