import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { chunksOf } from '../../src/domain/chunks.ts'
import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { factsDeletedOf } from '../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { engine } from '../../src/domain/scores/engine.ts'
import { scoreColumns } from '../../src/domain/scores/score-row.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { findFeedsInUse } from '../../src/feeds/sums-queries.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../src/runs/do-batch.ts'
import { failedJob } from '../../src/runs/failed-job.ts'
import { APPLYING, COMPUTING, CORRECTIONS, endRun, lockQueued, splitRun } from '../../src/runs/run-tables.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import { scoringProblem } from '../../src/scoring/scoring-problem.ts'
import { type ChangedScore, computeAgain, type Recomputation, readSellers } from './recompute.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 100

/** Fails a correction. What it has corrected by then stays, each score whole. */
export const failedCorrection = failedJob({
  name: 'failed-correction',
  data: Type.Object({
    correction_id: Id(),
    batch: Type.Optional(Type.Integer()),
    applies: Type.Optional(Type.Literal(true)),
  }),
  kind: CORRECTIONS,
  stepOf({ batch, applies }) {
    if (batch === undefined) return { step: 'It could not be started' }
    return applies
      ? { step: `Batch ${batch} could not be written, so ask for another correction of it`, round: APPLYING }
      : { step: `Batch ${batch} could not be computed`, round: COMPUTING }
  },
})

/** SQL of the rules of `month`, one of the months of correction `c`: where it keeps those of runs, each run is one. */
export const rulesOfMonth = (month: string) =>
  `coalesce(c.rules, (select rules from scoring_runs where id = (${month} -> 'runs' ->> 0)::int))`

/** A batch that is still to be computed, and what its correction has fixed. */
export interface Batch {
  correction_id: number
  batch: number
  dry_run: boolean
  facts_only: boolean
  seller_ids: number[]
  month: ScoredMonth & { feeds: FeedsInUse }
  rules: ScoringRules
}

type OfBatch = Pick<Batch, 'correction_id' | 'batch'>

const STEPS: BatchSteps<OfBatch, Batch, Recomputation[], void> = {
  round: () => COMPUTING,
  find: ({ db, env }, data) => findBatch(db, data, env.BUSINESS_TIMEZONE),
  read: ({ db, feeds }, batch) => readForJob(db, (tx) => readSellers(tx, batch, feeds)),
  async write(tx, batch, scores) {
    const rules = prepareRules(batch.rules)
    for (const chunk of chunksOf(scores, CHUNK_SELLERS)) {
      const changed = chunk.flatMap((score) => computeAgain(rules, score) ?? [])
      if (changed.length > 0) await writeChanged(tx, batch, changed)
      await setImmediate()
    }
  },
  count: (tx, { correction_id }) =>
    tx.row`
      update corrections set batches_done = batches_done + 1 where id = ${correction_id} and status = 'computing'
      returning batches_done = batches_total as is_last`,
  async follow(tx, _, { correction_id, month }, is_last) {
    if (!is_last) return
    const error = await factsDeletedOf(tx, month.period)
    if (error) await endRun(tx, CORRECTIONS, correction_id, { from: ['computing'], status: 'failed', error })
    else await markProposed(tx, correction_id)
  },
}

/** Computes what the final scores of a batch would be (doBatch), and keeps those that would be others. */
export const correctionBatch = defineJob({
  name: 'correction-batch',
  data: Type.Object({ correction_id: Id(), batch: Type.Integer({ minimum: 0 }) }),
  queue: { deadLetter: failedCorrection.name },
  handler: doBatch(STEPS),
})

async function findBatch(
  db: Sql,
  { correction_id, batch }: OfBatch,
  time_zone: string,
): Promise<Batch | undefined> {
  const row = await db.row<Omit<Batch, keyof OfBatch>>(
    `select c.dry_run, c.facts_only, b.seller_ids, it || jsonb_build_object('period', c.period) as month,
            ${rulesOfMonth('it')} as rules
     from correction_batches b join corrections c on c.id = b.correction_id, lateral (select c.months -> b.month as it) m
     where b.correction_id = $1 and b.batch = $2 and b.computed_at is null and c.status = 'computing'`,
    [correction_id, batch],
  )
  return row && { correction_id, batch, ...row, month: { ...row.month, time_zone } }
}

const writeChanged = (tx: Sql, { correction_id, batch, dry_run }: Batch, scores: ChangedScore[]) =>
  tx.run(
    'insert into correction_scores select * from json_populate_recordset(null::correction_scores, $1::json)',
    [
      JSON.stringify(
        scores.map(({ before, after, orders, inputs }) => ({
          ...{ correction_id, batch, seller_id: before.seller_id, revision: before.revision },
          ...{ total_before: before.total_sos, total_after: after.total_sos },
          ...{ tier_before: before.tier_name, tier_after: after.tier.name },
          ...{ is_rated_before: before.is_rated, is_rated_after: after.is_rated },
          raws: Object.fromEntries(
            COMPONENTS.map((name) => [
              name,
              { before: before[`${name}_raw`], after: after.components[name].raw },
            ]),
          ),
          ...(!dry_run && {
            score: { ...scoreColumns(after), orders },
            inputs,
            explanation: after.explanation,
          }),
        })),
      ),
    ],
  )

/** Ends the computing of a locked correction: it waits for a second person, unless there is nothing to approve. */
const markProposed = (tx: Sql, id: number) =>
  tx.run`
    with counted as (select count(*) as changed from correction_scores where correction_id = ${id})
    update corrections set
      computed_at = clock_timestamp(), changed = counted.changed,
      status = case when dry_run or counted.changed = 0 then 'computed' else 'proposed' end,
      open_period = case when dry_run or counted.changed = 0 then null else open_period end,
      finished_at = case when dry_run or counted.changed = 0 then clock_timestamp() end
    from counted where id = ${id}`

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
