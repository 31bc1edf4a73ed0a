import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { NewEvent } from '../../src/domain/events/write-events.ts'
import { renewRisks } from '../../src/domain/projections/renew-risks.ts'
import { keepAndTell, keepExplanations } from '../../src/domain/scores/keep-explanations.ts'
import { renewTrends } from '../../src/domain/scores/renew-trends.ts'
import {
  type NamedScoreRow,
  recordOf,
  revisionEvents,
  SCORE_COLUMNS,
} from '../../src/domain/scores/score-row.ts'
import { finalScoresChanged } from '../../src/domain/transparency/certify-later.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { audit, auditAll } from '../../src/platform/http/requests/change.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../src/runs/do-batch.ts'
import { APPLYING } from '../../src/runs/run-tables.ts'
import { failedCorrection } from './compute.ts'

interface Applied {
  correction_id: number
  batch: number
  period: string
  run_id: number
}

type Pair = readonly [before: NamedScoreRow, after: NamedScoreRow]

const STEPS: BatchSteps<{ correction_id: number; batch: number }, Applied, undefined, void> = {
  round: () => APPLYING,
  find: ({ db }, { correction_id, batch }) =>
    db.row<Applied>`
      select b.correction_id, b.batch, c.period, c.run_ids[b.month + 1] as run_id
      from correction_batches b join corrections c on c.id = b.correction_id
      where b.correction_id = ${correction_id} and b.batch = ${batch} and b.applied_at is null and c.status = 'applying'`,
  read: async () => undefined,
  async write(tx, applied, _, { events, jobs, env }) {
    const pairs = await writeRevisions(tx, jobs, applied)
    const { correction_id, batch, period } = applied
    const sellers = pairs.map(([{ seller_id }]) => seller_id)
    // What was kept to write them is in their new revisions now.
    await tx.run`
      update correction_scores set
        result = case when seller_id = any(${sellers}::int[]) then 'corrected' else 'left_out' end,
        score = null, inputs = null, explanation = null
      where correction_id = ${correction_id} and batch = ${batch}`
    await auditAll(
      tx,
      null,
      pairs.map(([before, after]) => ({
        action: 'score.corrected',
        entity: 'monthly_score',
        entity_id: after.id,
        before: recordOf(before),
        after: { ...recordOf(after), correction_id },
      })),
    )
    await events.publish(tx, await eventsOf(tx, applied, pairs, env.CURRENCY))
    if (sellers.length > 0) await finalScoresChanged(jobs, tx, period)
  },
  count: (tx, { correction_id, batch }) =>
    tx.row`
      with counted as (
        select count(*) filter (where result = 'corrected') as corrected, count(*) filter (where result = 'left_out') as left_out
        from correction_scores where correction_id = ${correction_id} and batch = ${batch}
      )
      update corrections c set corrected = c.corrected + counted.corrected, left_out = c.left_out + counted.left_out
      from counted where c.id = ${correction_id} and c.status = 'applying'
      returning c.corrected + c.left_out = c.changed as is_last`,
  async follow(tx, _, { correction_id: entity_id }, is_last) {
    if (!is_last) return
    const after = await tx.one<{ period: string; corrected: number; left_out: number }>`
      update corrections set status = 'completed', open_period = null, finished_at = clock_timestamp()
      where id = ${entity_id} returning period, corrected, left_out`
    await audit(tx, null, { action: 'correction.completed', entity_id, after })
  },
}

/** Writes the next revision of the scores of a batch that an approved correction changes, once (doBatch). */
export const correctionApply = defineJob({
  name: 'correction-apply',
  data: Type.Object({
    correction_id: Id(),
    batch: Type.Integer({ minimum: 0 }),
    applies: Type.Literal(true),
  }),
  queue: { deadLetter: failedCorrection.name },
  handler: doBatch(STEPS),
})

/** Writes those that are still as the correction found them, and that this code can explain, and renews trends. */
async function writeRevisions(
  tx: Transaction,
  jobs: FastifyInstance['jobs'],
  applied: Applied,
): Promise<Pair[]> {
  const { period } = applied
  const locked = await lockUnrevised(tx, applied)
  const ids = locked.map(({ seller_id }) => seller_id)
  const others = new Set((await keepExplanations(tx, period, ids)).map(({ seller_id }) => seller_id))
  const before = new Map(locked.map((row) => [row.seller_id, row]))
  const sellers = ids.filter((seller) => !others.has(seller))
  const after = await storeCorrected(tx, applied, sellers)
  const renewed = await renewTrends(tx, jobs, { sellers, period })
  const trends = new Map(renewed.filter((one) => one.period === period).map((one) => [one.seller_id, one]))
  await renewRisks(tx, sellers, period)
  return after.map((row) => [
    before.get(row.seller_id) as NamedScoreRow,
    { ...row, ...trends.get(row.seller_id) },
  ])
}

/** Locked in the order of sellers. One that is revised while this waits for its row is checked again, and left out. */
const lockUnrevised = (tx: Sql, { correction_id, batch, period }: Applied) =>
  tx.rows<NamedScoreRow>`
    select m.*, s.seller_code, s.company_name, a.name as am_name
    from correction_scores c
      join monthly_scores m on m.seller_id = c.seller_id and m.period = ${period} and m.revision = c.revision
      join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
    where c.correction_id = ${correction_id} and c.batch = ${batch} and m.status = 'final'
    order by m.seller_id for update of m`

/** Keeps the revision that it replaces as it was. State, review, account manager and the day of finalizing stay. */
const storeCorrected = (tx: Sql, { correction_id, period, run_id }: Applied, sellers: number[]) =>
  tx.rows<NamedScoreRow>(
    `with correction as (
      select * from correction_scores where correction_id = $1 and seller_id = any($2::int[])
    ), kept as (
      insert into score_revisions (seller_id, period, revision, score, correction_id)
      select m.seller_id, m.period, m.revision, to_jsonb(m), $1::int
      from monthly_scores m join correction c using (seller_id) where m.period = $3
    ), explained as (
      insert into score_explanations (seller_id, period, revision, run_id, inputs, explanation)
      select seller_id, $3, revision + 1, $4::int, inputs, explanation from correction
    ), revised as (
      update monthly_scores m set
        revision = m.revision + 1, run_id = $4::int, calculated_at = now(),
        (orders, ${SCORE_COLUMNS}) = (
          select orders, ${SCORE_COLUMNS} from jsonb_populate_record(null::monthly_scores, c.score))
      from correction c where m.seller_id = c.seller_id and m.period = $3
      returning m.*
    )
    select r.*, s.seller_code, s.company_name, a.name as am_name
    from revised r join sellers s on s.id = r.seller_id left join account_managers a on a.id = r.am_id
    order by r.seller_id`,
    [correction_id, sellers, period, run_id],
  )

/** The events of corrected scores; reasons are told of those whose tier moves. */
async function eventsOf(
  tx: Transaction,
  { correction_id, period }: Applied,
  pairs: Pair[],
  currency: string | undefined,
): Promise<NewEvent[]> {
  const moved = pairs.filter(([before, after]) => before.tier_name !== after.tier_name)
  const sellers = moved.map(([{ seller_id }]) => seller_id)
  const { reasons } = await keepAndTell(tx, period, sellers, currency)
  return pairs.flatMap(([before, after]) =>
    revisionEvents(before, after, { correction_id, reasons: reasons.get(after.seller_id) ?? [] }),
  )
}
