import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import { renewRisks } from '../../../src/domain/projections/renew-risks.ts'
import { explainer } from '../../../src/domain/scores/explainer.ts'
import { keepExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { reasonsOfScores } from '../../../src/domain/scores/reasons-of-scores.ts'
import { renewTrends } from '../../../src/domain/scores/renew-trends.ts'
import { revisionEvents } from '../../../src/domain/scores/revision-events.ts'
import { type NamedScoreRow, recordOf } from '../../../src/domain/scores/score-row.ts'
import { finalScoresChanged } from '../../../src/domain/transparency/certify-later.ts'
import { audit, auditAll } from '../../../src/platform/access/audit.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { type BatchSteps, doBatch } from '../../../src/runs/do-batch.ts'
import { APPLYING } from '../../../src/runs/run-tables.ts'
import type { Reason } from '../../../src/scoring/reasons.ts'
import {
  type Applied,
  completeCorrection,
  countApplied,
  explanationsOf,
  findApplied,
  lockUnrevised,
  noteResults,
  storeCorrected,
} from '../apply-queries.ts'
import { failedCorrection } from './failed-correction.ts'

/** Explanations that are held at a time: each is some ten kilobytes. */
const HELD = 50

/** A score before and after its correction. */
type Pair = readonly [before: NamedScoreRow, after: NamedScoreRow]

const STEPS: BatchSteps<{ correction_id: number; batch: number }, Applied, undefined, void> = {
  round: () => APPLYING,
  find: ({ db }, data) => findApplied(db, data),
  read: async () => undefined,
  write: applyBatch,
  count: countApplied,
  async follow(tx, _, { correction_id }, is_last) {
    if (!is_last) return
    await audit(tx, null, {
      action: 'correction.completed',
      entity_id: correction_id,
      after: await completeCorrection(tx, correction_id),
    })
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

/** Writes a batch, with the audit rows and events of its scores. */
async function applyBatch(
  tx: Transaction,
  applied: Applied,
  _: undefined,
  { events, jobs, env: { CURRENCY } }: FastifyInstance,
) {
  const pairs = await writeRevisions(tx, jobs, applied)
  const sellers = pairs.map(([{ seller_id }]) => seller_id)
  await noteResults(tx, applied, sellers)
  await auditAll(tx, null, pairs.map(correctedEntry(applied.correction_id)))
  await events.publish(tx, await eventsOf(tx, applied, pairs, CURRENCY))
  if (sellers.length > 0) await finalScoresChanged(jobs, tx, applied.period)
}

/**
 * Writes the scores that are still as the correction found them, and that this code can explain as they are, and renews
 * the trends that stand on them.
 */
async function writeRevisions(
  tx: Transaction,
  jobs: FastifyInstance['jobs'],
  applied: Applied,
): Promise<Pair[]> {
  const locked = await lockUnrevised(tx, applied)
  const ids = locked.map(({ seller_id }) => seller_id)
  const others = new Set((await keepExplanations(tx, applied.period, ids)).map(({ seller_id }) => seller_id))
  const before = new Map(
    locked.filter(({ seller_id }) => !others.has(seller_id)).map((row) => [row.seller_id, row]),
  )
  const { period } = applied
  const sellers = [...before.keys()]
  const after = await storeCorrected(tx, applied, sellers)
  const trends = new Map(
    (await renewTrends(tx, jobs, { sellers, period })).map((trend) => [
      `${trend.seller_id} ${trend.period}`,
      trend,
    ]),
  )
  await renewRisks(tx, sellers, period)
  return after.map((row) => {
    const renewed = { ...row, ...trends.get(`${row.seller_id} ${period}`) }
    return [before.get(row.seller_id) as NamedScoreRow, renewed] as const
  })
}

const correctedEntry =
  (correction_id: number) =>
  ([before, after]: Pair) => ({
    action: 'score.corrected',
    entity: 'monthly_score',
    entity_id: after.id,
    before: recordOf(before),
    after: { ...recordOf(after), correction_id },
  })

/** The events of corrected scores; reasons are told of those whose tier moves. */
async function eventsOf(
  tx: Transaction,
  applied: Applied,
  pairs: Pair[],
  currency: string | undefined,
): Promise<NewEvent[]> {
  const moved = pairs.filter(([before, after]) => before.tier_name !== after.tier_name)
  const reasons = await reasonsFor(
    tx,
    applied,
    moved.map(([, after]) => after),
    currency,
  )
  const { correction_id } = applied
  return pairs.flatMap(([before, after]) =>
    revisionEvents(before, after, { correction_id, reasons: reasons.get(after.seller_id) ?? [] }),
  )
}

async function reasonsFor(
  tx: Transaction,
  applied: Applied,
  rows: NamedScoreRow[],
  currency: string | undefined,
) {
  const known = explainer(tx)
  const reasons = new Map<number, Reason[]>()
  for (const some of chunksOf(rows, HELD)) {
    const explained = await explanationsOf(tx, applied, some)
    for (const [seller, found] of await reasonsOfScores(tx, known, explained, currency))
      reasons.set(seller, found.reasons)
  }
  return reasons
}
