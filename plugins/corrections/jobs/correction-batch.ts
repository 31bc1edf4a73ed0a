import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { factsDeletedOf } from '../../../src/domain/facts/retention-deletions.ts'
import { hasNumbers } from '../../../src/domain/scores/score-numbers.ts'
import { scoreColumns } from '../../../src/domain/scores/score-row.ts'
import { storedWorld } from '../../../src/domain/scores/stored-world.ts'
import { aggregateFacts } from '../../../src/feeds/aggregate.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { COMPUTING, CORRECTIONS, endRun } from '../../../src/runs/run-tables.ts'
import { readScoreInputs } from '../../../src/runs/score-inputs.ts'
import { readForJob } from '../../../src/runs/seller-queries.ts'
import { type Aggregates, feedsThatDiffer } from '../../../src/scoring/aggregates.ts'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import { type PreparedRules, prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { type Score, scoreSeller } from '../../../src/scoring/score.ts'
import type { ScoreInput } from '../../../src/scoring/score-input.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { decisionsOf, revised } from '../../../src/scoring/simulation/world.ts'
import { type FinalScore, finalScores, keptInput } from '../final-scores.ts'
import { type CorrectionMonth, rulesOfMonth } from '../queries.ts'
import { failedCorrection } from './failed-correction.ts'

/** Sellers whose scores are computed and written at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 100

/** A batch that is still to be computed, and what its correction has fixed. */
interface Batch {
  correction_id: number
  batch: number
  dry_run: boolean
  facts_only: boolean
  seller_ids: number[]
  month: ScoredMonth
  feeds: FeedsInUse
  rules: ScoringRules
}

/** A final score, and what it is computed from again; undefined where this code does not come to the stored one. */
interface Recomputation {
  before: FinalScore
  input: () => ScoreInput | undefined
}

/** A score that a correction changes: what it is, and what it would be. */
interface ChangedScore {
  before: FinalScore
  after: Score
  /** the orders of the month, as they were counted again */
  orders: number
  inputs: string
}

const STEPS: BatchSteps<{ correction_id: number; batch: number }, Batch, Recomputation[], void> = {
  round: () => COMPUTING,
  find: ({ db, env }, data) => findBatch(db, data, env.BUSINESS_TIMEZONE),
  read: ({ db, feeds }, batch) => readForJob(db, (tx) => readSellers(tx, batch, feeds)),
  write: writeBatch,
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

/** The batch, or undefined when it is computed or its correction has ended. */
async function findBatch(
  db: Sql,
  { correction_id, batch }: Pick<Batch, 'correction_id' | 'batch'>,
  time_zone: string,
): Promise<Batch | undefined> {
  const row = await db.row<
    Omit<Batch, 'correction_id' | 'batch' | 'feeds' | 'month'> & { period: string; month: CorrectionMonth }
  >(
    `select c.period, c.dry_run, c.facts_only, b.seller_ids, it as month, ${rulesOfMonth('it')} as rules
     from correction_batches b join corrections c on c.id = b.correction_id, lateral (select c.months -> b.month as it) m
     where b.correction_id = $1 and b.batch = $2 and b.computed_at is null and c.status = 'computing'`,
    [correction_id, batch],
  )
  if (!row) return undefined
  const { period, month, ...more } = row
  const { feeds, runs: _, ...ends } = month
  return { correction_id, batch, ...more, feeds, month: { ...ends, period, time_zone } }
}

/**
 * Reads what the final scores of a batch are computed from again. Facts, feeds and exceptions are today's. The seller
 * and its previous total are those that the score was made with: a contract that has changed since, or a correction of
 * the month before, is no mistake of this month.
 */
async function readSellers(
  db: Sql,
  { seller_ids, month, feeds: feeds_in_use, rules, facts_only }: Batch,
  feeds: readonly Feed[],
): Promise<Recomputation[]> {
  const scores = await finalScores(db, seller_ids, month.period)
  const ids = scores.map(({ seller_id }) => seller_id)
  const facts = await aggregateFacts(db, ids, month, rules, feeds)
  if (facts_only) return withFacts(scores, facts, prepareRules(rules))
  const sellers = await readScoreInputs(db, ids, month, { facts, feeds_in_use })
  const inputOf = new Map(sellers.map(({ seller_id, input }) => [seller_id, input]))
  return scores.flatMap((before) => {
    const today = inputOf.get(before.seller_id)
    if (!today) return []
    const { seller, previous } = keptInput(before) ?? today
    return [{ before, input: () => ({ ...today, seller, previous }) }]
  })
}

/** Scores whose facts have changed, with all else that they were made of. */
const withFacts = (scores: FinalScore[], facts: Map<number, Aggregates>, rules: PreparedRules) =>
  scores.flatMap((before) => {
    const aggregates = facts.get(before.seller_id) ?? {}
    const kept = keptInput(before)
    if (!kept || feedsThatDiffer(kept.aggregates, aggregates).length === 0) return []
    const { inputs, appeals: explanation } = before
    const input = () => {
      const world = storedWorld(rules, { inputs, explanation }, before)
      return world && { ...world.input, aggregates }
    }
    return [{ before, input }]
  })

async function writeBatch(tx: Transaction, batch: Batch, scores: Recomputation[]) {
  const rules = prepareRules(batch.rules)
  for (const chunk of chunksOf(scores, CHUNK_SELLERS)) {
    const changed = chunk.flatMap((score) => computeAgain(rules, score) ?? [])
    if (changed.length > 0) await writeChanged(tx, batch, changed)
    await setImmediate()
  }
}

/** What a final score would be, with the appeals that were approved on top; undefined when that is what it is. */
function computeAgain(
  rules: PreparedRules,
  { before, input: inputOf }: Recomputation,
): ChangedScore | undefined {
  const input = inputOf()
  if (!input) return undefined
  const scored = scoreSeller(rules, input)
  const appeals = before.appeals ? decisionsOf(before.appeals) : []
  const after = revised({ rules, appeals }, scored)
  if (hasNumbers(after, before)) return undefined
  return { before, after, orders: Number(input.aggregates.orders ?? 0), inputs: scored.inputs }
}

/** Writes changed scores; of a dry run only what is shown. */
const writeChanged = (tx: Sql, { correction_id, batch, dry_run }: Batch, scores: ChangedScore[]) =>
  tx.run(
    `insert into correction_scores (
       correction_id, batch, seller_id, revision, total_before, total_after, tier_before, tier_after,
       is_rated_before, is_rated_after, raws, score, inputs, explanation)
     select $1, $2, * from unnest(
       $3::int[], $4::int[], $5::numeric[], $6::numeric[], $7::text[], $8::text[], $9::bool[], $10::bool[],
       $11::jsonb[], $12::jsonb[], $13::text[], $14::json[])`,
    [
      correction_id,
      batch,
      scores.map(({ before }) => before.seller_id),
      scores.map(({ before }) => before.revision),
      scores.map(({ before }) => before.total_sos),
      scores.map(({ after }) => after.total_sos),
      scores.map(({ before }) => before.tier_name),
      scores.map(({ after }) => after.tier.name),
      scores.map(({ before }) => before.is_rated),
      scores.map(({ after }) => after.is_rated),
      scores.map((score) => JSON.stringify(rawsOf(score))),
      scores.map(({ after, orders }) =>
        dry_run ? null : JSON.stringify({ ...scoreColumns(after), orders }),
      ),
      scores.map(({ inputs }) => (dry_run ? null : inputs)),
      scores.map(({ after }) => (dry_run ? null : JSON.stringify(after.explanation))),
    ],
  )

const rawsOf = ({ before, after }: ChangedScore) =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name, { before: before[`${name}_raw`], after: after.components[name].raw }]),
  )

/** Ends the computing of a locked correction: it waits for a second person, unless there is nothing to approve. */
async function markProposed(tx: Sql, id: number) {
  await tx.run`
    with counted as (select count(*) as changed from correction_scores where correction_id = ${id})
    update corrections set
      computed_at = clock_timestamp(), changed = counted.changed,
      status = case when dry_run or counted.changed = 0 then 'computed' else 'proposed' end,
      open_period = case when dry_run or counted.changed = 0 then null else open_period end,
      finished_at = case when dry_run or counted.changed = 0 then clock_timestamp() end
    from counted where id = ${id}`
}
