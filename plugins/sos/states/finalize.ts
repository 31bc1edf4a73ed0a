import type { FastifyRequest } from 'fastify'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import {
  keepExplanations,
  type Look,
  requireExplanations,
} from '../../../src/domain/scores/keep-explanations.ts'
import { warnOfOtherCode } from '../../../src/domain/scores/other-code.ts'
import { lockPeriod } from '../../../src/domain/scores/period-lock.ts'
import { reasonsOfScores } from '../../../src/domain/scores/reasons-of-scores.ts'
import { finalScoresChanged } from '../../../src/domain/transparency/certify-later.ts'
import { auditAll } from '../../../src/platform/database/audit.ts'
import { BULK_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction, Tx } from '../../../src/platform/database/database.ts'
import { requireMatch } from '../../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/idempotency.ts'
import { conflict, notFound } from '../../../src/platform/http/problems.ts'
import type { Reason } from '../../../src/scoring/reasons.ts'
import { openRunOf } from '../runs/run-queries.ts'
import { warnOfAppeals } from './open-appeals.ts'
import { judgeBefore, passGate } from './quality-gate.ts'
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
import type { finalizePeriodSchema, finalizeSchema } from './schemas.ts'

export const finalizeScore: Handler<typeof finalizeSchema> = async (request) => {
  const { db, env } = request.server
  const { id } = request.params
  const { accept, ...note } = request.body ?? {}
  const period = env.QUALITY_GATE === 'block' ? await openPeriodOf(db, id) : undefined
  const judged = period && (await judgeBefore(request, period, { accept, ...note }))
  return change(request, async (tx) => {
    const score = await lockScoreById(tx, id)
    if (!score) throw notFound('score_not_found', `There is no monthly score ${id}.`)
    await requireMatch(tx, request, 'monthly_scores', id)
    if (score.status !== 'final') {
      if (env.QUALITY_GATE === 'block')
        await passGate(tx, request, judged || undefined, { period: score.period, score }, { accept, ...note })
      const { reasons, look } = reasonsFinder(tx)
      await requireExplanations(tx, score.period, [score.seller_id], look)
      await finalize(tx, request, { period: score.period, scores: [score], reasons }, note)
      await finalScoresChanged(request.server.jobs, tx, score.period)
    }
    const warnings = warnOfAppeals(await openAppeals(tx, score.period, score.seller_id))
    return { success: true, ...(warnings.length > 0 && { warnings }) }
  })
}

export const finalizePeriod: Handler<typeof finalizePeriodSchema> = async (request) => {
  const { period, accept, ...note } = request.body
  const isJudged = request.server.env.QUALITY_GATE !== 'off'
  const judged = isJudged ? await judgeBefore(request, period, { accept, ...note }) : undefined
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
      const quality =
        isJudged && locked.length > 0
          ? await passGate(tx, request, judged, { period, score: null }, { accept, ...note })
          : undefined
      const { ofOtherCode, ...explained } = await explainable(tx, period, locked)
      const already_final = await countFinal(tx, period)
      await finalize(tx, request, { period, ...explained }, note)
      await finalScoresChanged(request.server.jobs, tx, period)
      const warnings = [...warnOfOtherCode(ofOtherCode), ...warnOfAppeals(await openAppeals(tx, period))]
      const finalized = explained.scores.length
      return {
        success: true,
        period,
        finalized,
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
async function explainable(tx: Transaction, period: string, locked: LockedScore[]) {
  const { reasons, look } = reasonsFinder(tx)
  const sellers = locked.map(({ seller_id }) => seller_id)
  const ofOtherCode = await keepExplanations(tx, period, sellers, look)
  const others = new Set(ofOtherCode.map(({ seller_id }) => seller_id))
  return { scores: locked.filter(({ seller_id }) => !others.has(seller_id)), reasons, ofOtherCode }
}

/** Finds the reasons of scores, by seller, while their explanations are at hand. */
function reasonsFinder(tx: Transaction) {
  const reasons = new Map<number, Reason[]>()
  const look: Look = async (known, scores) => {
    for (const [seller, found] of await reasonsOfScores(tx, known, scores)) reasons.set(seller, found.reasons)
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
 */
async function finalize(tx: Tx, request: FastifyRequest, { period, scores, reasons }: Explained, note: Note) {
  const sellers = scores.map(({ seller_id }) => seller_id)
  const statusBefore = new Map(scores.map(({ seller_id, status }) => [seller_id, status]))
  const final = await markFinal(tx, period, sellers, note)
  const previous = await previousTiers(tx, period, sellers)
  await auditAll(
    tx,
    request,
    final.map(({ seller_id, record: { id, status, total_sos, tier, reviewed_by, notes } }) => ({
      action: 'score.finalized',
      entity: 'monthly_score',
      entity_id: id,
      before: { status: statusBefore.get(seller_id) },
      after: { status, total_sos, tier: tier.name, reviewed_by, notes },
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
