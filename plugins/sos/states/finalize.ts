import type { FastifyRequest } from 'fastify'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import { renewRisks } from '../../../src/domain/projections/renew-risks.ts'
import { warnOfMismatches } from '../../../src/domain/scores/engine-mismatch.ts'
import {
  keepExplanations,
  type OnExplained,
  requireExplanations,
} from '../../../src/domain/scores/keep-explanations.ts'
import { lockPeriod } from '../../../src/domain/scores/period-lock.ts'
import { reasonsOfScores } from '../../../src/domain/scores/reasons-of-scores.ts'
import { finalScoresChanged } from '../../../src/domain/transparency/certify-later.ts'
import { auditAll } from '../../../src/platform/access/audit.ts'
import { BULK_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Transaction, Tx } from '../../../src/platform/database/database.ts'
import { requireMatch } from '../../../src/platform/http/answers/entity-tag.ts'
import { conflict, notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/requests/idempotency.ts'
import type { Reason } from '../../../src/scoring/reasons.ts'
import { openRunOf } from '../runs/run-queries.ts'
import { warnOfAppeals, warnOfNote } from './finalize-warnings.ts'
import { judgeBefore, passGate, requireReason } from './quality-gate.ts'
import {
  countFinal,
  type LockedScore,
  lockOpenScores,
  lockScoreById,
  markFinal,
  type Note,
  openAppeals,
  openPeriodOf,
  previousTiers,
} from './queries.ts'
import type { finalizePeriodRoute, finalizeRoute } from './schemas.ts'

export const finalizeScore: Handler<typeof finalizeRoute> = async (request) => {
  const { db, env } = request.server
  const { id } = request.params
  const { accept, ...note } = request.body ?? {}
  requireReason(request.server, undefined, { accept, ...note })
  const period = env.QUALITY_GATE === 'block' ? await openPeriodOf(db, id) : undefined
  const judged = period === undefined ? null : await judgeBefore(request, period)
  return change(request, async (tx) => {
    const score = await lockScoreById(tx, id)
    if (!score) throw notFound('score_not_found', `There is no monthly score ${id}.`)
    await requireMatch(tx, request, 'monthly_scores', id)
    if (score.status !== 'final') {
      await passGate(tx, request, judged, { period: score.period, score, scores: 1 }, { accept, ...note })
      const { reasons, look } = reasonsFinder(tx, env.CURRENCY)
      await requireExplanations(tx, score.period, [score.seller_id], look)
      await finalize(tx, request, { period: score.period, scores: [score], reasons }, note)
      await finalScoresChanged(request.server.jobs, tx, score.period)
    }
    const warnings = [
      ...warnOfAppeals(await openAppeals(tx, score.period, score.seller_id)),
      ...warnOfNote(score.status === 'final' ? 1 : 0, note),
    ]
    return { success: true, ...(warnings.length > 0 && { warnings }) }
  })
}

export const finalizePeriod: Handler<typeof finalizePeriodRoute> = async (request) => {
  const { period, accept, ...note } = request.body
  requireReason(request.server, period, { accept, ...note })
  const judged = request.server.env.QUALITY_GATE === 'off' ? null : await judgeBefore(request, period)
  return change(
    request,
    async (tx) => {
      await lockPeriod(tx, period)
      const run = await openRunOf(tx, period)
      if (run !== undefined)
        throw conflict(
          'run_not_done',
          `Scoring run ${run} of ${period} is not done yet; finalize when it is.`,
        )
      const locked = await lockOpenScores(tx, period)
      const scores = locked.length
      const quality = await passGate(
        tx,
        request,
        scores > 0 ? judged : null,
        { period, score: null, scores },
        { accept, ...note },
      )
      const { mismatches, ...explained } = await explainable(tx, request, period, locked)
      const already_final = await countFinal(tx, period)
      await finalize(tx, request, { period, ...explained }, note)
      await finalScoresChanged(request.server.jobs, tx, period)
      const warnings = [
        ...warnOfMismatches(mismatches),
        ...warnOfAppeals(await openAppeals(tx, period)),
        ...warnOfNote(already_final, note),
      ]
      const finalized = explained.scores.length
      const before_contract = explained.scores.filter((score) => score.before_contract).length
      return {
        success: true,
        period,
        finalized,
        ...(before_contract > 0 && { before_contract }),
        already_final,
        ...(quality && { quality }),
        ...(warnings.length > 0 && { warnings }),
      }
    },
    BULK_TRANSACTION,
  )
}

/**
 * Keeps the explanations of locked scores with their reasons, and tells those that have one from those that other code
 * has computed.
 */
async function explainable(
  tx: Transaction,
  { server }: FastifyRequest,
  period: string,
  locked: LockedScore[],
) {
  const { reasons, look } = reasonsFinder(tx, server.env.CURRENCY)
  const sellers = locked.map(({ seller_id }) => seller_id)
  const mismatches = await keepExplanations(tx, period, sellers, look)
  const others = new Set(mismatches.map(({ seller_id }) => seller_id))
  return { scores: locked.filter(({ seller_id }) => !others.has(seller_id)), reasons, mismatches }
}

/** Finds the reasons of scores, by seller, while their explanations are at hand. */
function reasonsFinder(tx: Transaction, currency: string | undefined) {
  const reasons = new Map<number, Reason[]>()
  const look: OnExplained = async (known, scores) => {
    for (const [seller, found] of await reasonsOfScores(tx, known, scores, currency))
      reasons.set(seller, found.reasons)
  }
  return { reasons, look }
}

/** Scores of a period, and why they are not 100, by seller. */
interface Explained {
  period: string
  scores: LockedScore[]
  reasons: ReadonlyMap<number, Reason[]>
}

/**
 * Makes scores final that the transaction has locked, found not final and kept the explanations of, with their audit
 * rows and events. The locks make it happen once for each score, whoever else finalizes or calculates at the same time.
 * They are of scores, and what the seller is does not count: one that is suspended meanwhile becomes final with the
 * others.
 */
async function finalize(tx: Tx, request: FastifyRequest, { period, scores, reasons }: Explained, note: Note) {
  const sellers = scores.map(({ seller_id }) => seller_id)
  const statusBefore = new Map(scores.map(({ seller_id, status }) => [seller_id, status]))
  const final = await markFinal(tx, period, sellers, note)
  const previous = await previousTiers(tx, period, sellers)
  await renewRisks(tx, sellers, period)
  await auditAll(
    tx,
    request,
    final.map(({ seller_id, record: { id, status, total_sos, is_rated, tier, reviewed_by, notes } }) => ({
      action: 'score.finalized',
      entity: 'monthly_score',
      entity_id: id,
      before: { status: statusBefore.get(seller_id) },
      after: { status, total_sos, is_rated, tier: tier.name, reviewed_by, notes },
    })),
  )
  await request.server.events.publish(
    tx,
    final.flatMap(({ seller_id, record }): NewEvent[] => {
      const status = statusBefore.get(seller_id)
      const before = previous.get(seller_id)
      const data = { ...record, reasons: reasons.get(seller_id) ?? [] }
      const finalized: NewEvent = {
        type: 'seller.score_finalized',
        seller_id,
        data: { ...data, previous: { status } },
      }
      if (!before || before.tier.name === record.tier.name) return [finalized]
      return [finalized, { type: 'seller.tier_changed', seller_id, data: { ...data, previous: before } }]
    }),
  )
}
