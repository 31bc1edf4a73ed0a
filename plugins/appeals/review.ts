import { decidedEvent } from '../../src/domain/appeals/appeal-events.ts'
import { explainer } from '../../src/domain/scores/explainer.ts'
import { reasonsOfScore } from '../../src/domain/scores/reasons-of-scores.ts'
import { revisionEvents } from '../../src/domain/scores/revision-events.ts'
import { type NamedScoreRow, recordOf } from '../../src/domain/scores/score-row.ts'
import { shownScore } from '../../src/domain/scores/shown-score.ts'
import { finalScoresChanged } from '../../src/domain/transparency/certify-later.ts'
import { type AuditEntry, audit, auditAll } from '../../src/platform/access/audit.ts'
import { loadPrismaCode } from '../../src/platform/database/prisma/prisma-pool.ts'
import { requireMatch } from '../../src/platform/http/answers/entity-tag.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { adjusted, requireCents } from './adjustment.ts'
import { lockScore } from './file-queries.ts'
import { changeAppeal, closeAppeal, findAppeal, lockAppeal, type PlainAppeal } from './queries.ts'
import type { Review, reviewAmRoute, reviewOpsRoute, withdrawRoute } from './review-schemas.ts'
import { type ExplainedScore, explainedScore, storeRevision } from './score-queries.ts'
import { DECIDED, isWithdrawn, requireSecondUser, requireStatus } from './states.ts'

/** The first review: kept as a recommendation. */
export const reviewAsOps: Handler<typeof reviewOpsRoute> = async (request) => {
  const { actor, body, params, server } = request
  const appeal = await findAppeal(request, params.id)
  const proposed = adjustmentOf(body)
  return change(request, async (tx) => {
    const before = await lockAppeal(tx, appeal)
    await requireMatch(tx, request, 'appeals', appeal.id)
    await requireStatus(tx, before, 'pending')
    const at = server.clock.now()
    const after = await changeAppeal(tx, appeal, {
      status: 'under_review',
      ...(proposed && { score_adjustment: proposed }),
      ops_decision: body.decision,
      ops_notes: body.notes ?? null,
      ops_reviewed_by: body.reviewed_by ?? actor.username,
      ...{ ops_user_id: actor.id, ops_reviewed_at: at, updated_at: at },
    })
    await audit(tx, request, { action: 'appeal.reviewed', entity_id: appeal.id, before, after })
    return { success: true }
  })
}

/**
 * The second review: decides. The score is locked before the appeal, as in every change that touches both, and read
 * once it is, so that what a run, a finalize or another appeal has made of it meanwhile counts.
 */
export const reviewAsAmHead: Handler<typeof reviewAmRoute> = async (request) => {
  const { actor, body, params, server } = request
  const appeal = await findAppeal(request, params.id)
  const given = adjustmentOf(body)
  return change(request, async (tx) => {
    await lockScore(tx, appeal)
    const before = await lockAppeal(tx, appeal)
    await requireMatch(tx, request, 'appeals', appeal.id)
    await requireStatus(tx, before, 'under_review')
    requireSecondUser(before, actor)
    const found = await explainedScore(tx, appeal)
    const score_adjustment = given ?? proposalOf(before, found, body)
    const revised = score_adjustment && adjusted(found, appeal.component_appealed, score_adjustment)
    const stored = revised && (await storeRevision(tx, server.jobs, appeal, revised, appeal.id))
    const at = server.clock.now()
    const { Prisma } = await loadPrismaCode()
    const after = await closeAppeal(tx, appeal, {
      status: DECIDED[body.decision],
      score_adjustment: score_adjustment ?? Prisma.DbNull,
      score_before: { ...shownScore(found.score) },
      score_after: stored ? { ...shownScore(stored) } : Prisma.DbNull,
      am_decision: body.decision,
      am_notes: body.notes ?? null,
      am_reviewed_by: body.reviewed_by ?? actor.username,
      ...{ am_user_id: actor.id, am_reviewed_at: at, updated_at: at },
    })
    const entries: AuditEntry[] = [{ action: 'appeal.decided', entity_id: appeal.id, before, after }]
    const events = [decidedEvent(after, before.status)]
    if (revised && stored) {
      entries.unshift(adjustedEntry(found.score, stored))
      const { explanation } = revised
      const about = { ...stored, explanation }
      const { reasons } = await reasonsOfScore(tx, explainer(tx), about, server.env.CURRENCY)
      events.unshift(...revisionEvents(found.score, stored, { appeal_id: appeal.id, reasons }))
    }
    await auditAll(tx, request, entries)
    await server.events.publish(tx, events)
    if (stored) await finalScoresChanged(server.jobs, tx, appeal.period)
    return { success: true }
  })
}

const adjustedEntry = (before: NamedScoreRow, after: NamedScoreRow): AuditEntry => ({
  action: 'score.adjusted',
  entity: 'monthly_score',
  entity_id: after.id,
  before: recordOf(before),
  after: recordOf(after),
})

/** What the decision sets, or a recommendation proposes, or null. @throws 400 for what it can't set */
function adjustmentOf({ decision, score_adjustment }: Review) {
  if (!score_adjustment) return null
  if (decision === 'reject')
    throw badRequest('adjustment_not_allowed', 'score_adjustment is not allowed with reject')
  requireCents(score_adjustment, 'score_adjustment.')
  return score_adjustment
}

/**
 * What an appeal proposes itself, which an approval without an adjustment takes.
 * @throws 409 when the score has another revision than the proposal is about
 */
function proposalOf(
  { id, score_adjustment, score_before }: PlainAppeal,
  { score }: ExplainedScore,
  { decision }: Review,
) {
  if (decision !== 'approve' || !score_adjustment) return null
  if (score_before?.revision !== score.revision)
    throw conflict(
      'proposal_outdated',
      `The score has another revision than appeal ${id} proposes to change: give score_adjustment, or reject it.`,
    )
  return score_adjustment
}

/** Takes a pending appeal back. */
export const withdrawAppeal: Handler<typeof withdrawRoute> = async (request) => {
  const { actor, params, server } = request
  const appeal = await findAppeal(request, params.id)
  return change(request, async (tx) => {
    const before = await lockAppeal(tx, appeal)
    await requireMatch(tx, request, 'appeals', appeal.id)
    if (isWithdrawn(before)) return { success: true }
    await requireStatus(tx, before, 'pending')
    const closed = { status: 'expired', closed_reason: 'withdrawn', closed_by: actor.id }
    const after = await closeAppeal(tx, appeal, closed)
    await audit(tx, request, { action: 'appeal.withdrawn', entity_id: appeal.id, before, after })
    await server.events.publish(tx, [decidedEvent(after, before.status)])
    return { success: true }
  })
}
