import type { FastifyInstance } from 'fastify'
import type { NewEvent } from '../../src/domain/events/write-events.ts'
import { explainer } from '../../src/domain/scores/explainer.ts'
import { keepExplanations } from '../../src/domain/scores/keep-explanations.ts'
import { reasonsOfScores } from '../../src/domain/scores/reasons-of-scores.ts'
import { revisionEvents } from '../../src/domain/scores/revision-events.ts'
import { type NamedScoreRow, recordOf } from '../../src/domain/scores/score-row.ts'
import { finalScoresChanged } from '../../src/domain/transparency/certify-later.ts'
import { audit, auditAll } from '../../src/platform/database/audit.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import type { Reason } from '../../src/scoring/reasons.ts'
import {
  type Applied,
  completeCorrection,
  countApplied,
  explanationsOf,
  lockUnrevised,
  markApplied,
  noteResults,
  storeCorrected,
} from './apply-queries.ts'

/** Explanations that are held at a time: each is some ten kilobytes. */
const HELD = 50

/** A score before and after its correction. */
type Pair = readonly [before: NamedScoreRow, after: NamedScoreRow]

/** Writes a batch, with the audit rows and events of its scores: all of it in the transaction, and once. */
export async function applyBatch(
  tx: Transaction,
  { events, jobs }: FastifyInstance,
  correction_id: number,
  batch: number,
) {
  const applied = await markApplied(tx, correction_id, batch)
  if (!applied) return
  const pairs = await writeRevisions(tx, applied)
  await noteResults(
    tx,
    applied,
    pairs.map(([{ seller_id }]) => seller_id),
  )
  await auditAll(tx, null, pairs.map(correctedEntry(correction_id)))
  await events.publish(tx, await eventsOf(tx, applied, pairs))
  const counted = await countApplied(tx, applied)
  if (counted?.status === 'completed') {
    await completeCorrection(tx, correction_id)
    const { corrected, left_out } = counted
    await audit(tx, null, {
      action: 'correction.completed',
      entity: 'correction',
      entity_id: correction_id,
      after: { corrected, left_out },
    })
  }
  if (pairs.length > 0) await finalScoresChanged(jobs, tx, applied.period)
}

/** Writes the scores that are still as the correction found them, and that this code can explain as they are. */
async function writeRevisions(tx: Transaction, applied: Applied): Promise<Pair[]> {
  const locked = await lockUnrevised(tx, applied)
  const ids = locked.map(({ seller_id }) => seller_id)
  const others = new Set((await keepExplanations(tx, applied.period, ids)).map(({ seller_id }) => seller_id))
  const before = new Map(
    locked.filter(({ seller_id }) => !others.has(seller_id)).map((row) => [row.seller_id, row]),
  )
  const after = await storeCorrected(tx, applied, [...before.keys()])
  return after.map((row) => [before.get(row.seller_id) as NamedScoreRow, row] as const)
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
async function eventsOf(tx: Transaction, applied: Applied, pairs: Pair[]): Promise<NewEvent[]> {
  const moved = pairs.filter(([before, after]) => before.tier_name !== after.tier_name)
  const reasons = await reasonsFor(
    tx,
    applied,
    moved.map(([, after]) => after),
  )
  const { correction_id } = applied
  return pairs.flatMap(([before, after]) =>
    revisionEvents(before, after, { correction_id, reasons: reasons.get(after.seller_id) ?? [] }),
  )
}

async function reasonsFor(tx: Transaction, applied: Applied, rows: NamedScoreRow[]) {
  const known = explainer(tx)
  const reasons = new Map<number, Reason[]>()
  for (let start = 0; start < rows.length; start += HELD) {
    const explained = await explanationsOf(tx, applied, rows.slice(start, start + HELD))
    for (const [seller, found] of await reasonsOfScores(tx, known, explained))
      reasons.set(seller, found.reasons)
  }
  return reasons
}
