import { type Static, Type } from '@sinclair/typebox'
import { type AppealStatus, DECISIONS, Decision } from '../../src/domain/appeals/appeal-record.ts'
import { decidedEvent } from '../../src/domain/appeals/appeal-row.ts'
import { reasonsOfScores } from '../../src/domain/scores/reasons-of-scores.ts'
import { recordOf, revisionEvents, shownScore } from '../../src/domain/scores/score-row.ts'
import { finalScoresChanged } from '../../src/domain/transparency/certify-later.ts'
import { APPEAL_STATUS_WORDS } from '../../src/domain/words/states.ts'
import { mayActAlone } from '../../src/platform/access/roles.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { loadPrismaCode } from '../../src/platform/database/prisma/prisma-pool.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { type AuditEntry, audit, auditAll, change } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../src/platform/http/route.ts'
import { Closed, Nullable, readAs, Text } from '../../src/platform/schemas/schemas.ts'
import { wordKey } from '../../src/scoring/open-word.ts'
import type { Reasons } from '../../src/scoring/reasons.ts'
import {
  adjusted,
  explainedScore,
  proposalOf,
  requireCents,
  ScoreAdjustment,
  storeRevision,
} from './adjustment.ts'
import { changeAppeal, closeAppeal, findAppeal, lockAppeal, lockScore, params } from './queries.ts'

/** What a decision is also called. */
const DECISION_OF = new Map<string, Decision>([
  ['approved', 'approve'],
  ['partial', 'partially_approve'],
  ['partially_approved', 'partially_approve'],
  ['rejected', 'reject'],
])

const GivenDecision = readAs(
  Decision({
    description:
      'approved, partial, partially_approved and rejected are taken too, and stored as the decision that they mean',
  }),
  (value) => {
    if (typeof value !== 'string') return value
    const word = wordKey(value)
    return DECISION_OF.get(word) ?? (DECISIONS.includes(word as Decision) ? word : value)
  },
)

const body = Closed({
  decision: GivenDecision,
  notes: Type.Optional(
    Nullable(
      Text(5000, {
        description: 'Who sees the appeal reads them, the seller too',
        examples: ['The outage is confirmed by the carrier'],
      }),
    ),
  ),
  reviewed_by: Type.Optional(
    Text(200, {
      description:
        'Who reviewed it; default: the username of the caller, who is in the audit log in any case',
      examples: ['Olga Brandt'],
    }),
  ),
  score_adjustment: Type.Optional(Nullable(ScoreAdjustment)),
})
type Review = Static<typeof body>

/** The score that it proposes to change is locked before the appeal, as in every change of both, and kept as it is. */
export const reviewAsOps = endpoint('PATCH', '/api/appeals/:id/review-ops', 'appeals.review-ops', {
  operationId: 'reviewAppealAsOps',
  summary: 'Recommend a decision on an appeal, as operations head',
  description:
    'pending → under_review. The decision is kept as a recommendation that binds nobody. An appeal in another state is a 409. With a score_adjustment that is what the appeal proposes from then on: it shows it, and an approval that names none takes it. Advice to reject takes none.',
  params,
  ...ifUnchanged,
  body,
})(async (request) => {
  const { actor, body, params, server } = request
  const appeal = await findAppeal(request, params.id)
  const proposed = adjustmentOf(body)
  return change(request, async (tx) => {
    const score = proposed && (await lockScore(tx, appeal))
    const before = await lockAppeal(tx, request, appeal)
    await requireStatus(tx, before, 'pending')
    const at = server.clock.now()
    const after = await changeAppeal(tx, appeal, {
      status: 'under_review',
      ...(score && { score_adjustment: proposed, score_before: { ...shownScore(score) } }),
      ops_decision: body.decision,
      ops_notes: body.notes ?? null,
      ops_reviewed_by: body.reviewed_by ?? actor.username,
      ...{ ops_user_id: actor.id, ops_reviewed_at: at, updated_at: at },
    })
    await audit(tx, request, { action: 'appeal.reviewed', entity_id: appeal.id, before, after })
    return { success: true }
  })
})

/**
 * The score is locked before the appeal, as in every change that touches both, and read once it is, so that what a run, a
 * finalize or another appeal has made of it meanwhile counts.
 */
export const reviewAsAmHead = endpoint('PATCH', '/api/appeals/:id/review-am', 'appeals.review-am', {
  operationId: 'reviewAppealAsAmHead',
  summary: 'Decide an appeal, as AM head',
  description:
    'under_review → approved, partially_approved or rejected; 409 from another state, and when the caller made the first review and is no bod. With a score_adjustment the score gets a new revision in the same transaction, a final score stays final, and calculate leaves the score alone from then on. Without one an approval, also in part, takes what operations have recommended, if the score is still the one that they proposed to change (else 409), and changes no score otherwise: correct the facts and calculate again. A rejection takes no score_adjustment.',
  params,
  ...ifUnchanged,
  body,
})(async (request) => {
  const { actor, body, params, server } = request
  const appeal = await findAppeal(request, params.id)
  const given = adjustmentOf(body)
  return change(request, async (tx) => {
    await lockScore(tx, appeal)
    const before = await lockAppeal(tx, request, appeal)
    await requireStatus(tx, before, 'under_review')
    if (before.ops_user_id === actor.id && !mayActAlone(actor))
      throw conflict('second_reviewer_needed', 'You have recommended on it; somebody else must decide.')
    const found = await explainedScore(tx, appeal)
    const score_adjustment = given ?? (body.decision === 'reject' ? null : proposalOf(before, found))
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
      entries.unshift({
        action: 'score.adjusted',
        entity: 'monthly_score',
        entity_id: stored.id,
        before: recordOf(found.score),
        after: recordOf(stored),
      })
      const { seller_id, period } = stored
      const about = { ...found, explanation: revised.explanation, seller_id, period }
      const known = await reasonsOfScores(tx, [about], server.env.CURRENCY)
      const { reasons } = known.get(seller_id) as Reasons
      events.unshift(...revisionEvents(found.score, stored, { appeal_id: appeal.id, reasons }))
    }
    await auditAll(tx, request, entries)
    await server.events.publish(tx, events)
    if (stored) await finalScoresChanged(server.jobs, tx, appeal.period)
    return { success: true }
  })
})

/** What the decision sets, or a recommendation proposes, or null. @throws 400 for what it can't set */
function adjustmentOf({ decision, score_adjustment }: Review) {
  if (!score_adjustment) return null
  if (decision === 'reject')
    throw badRequest('adjustment_not_allowed', 'score_adjustment is not allowed with reject')
  requireCents(score_adjustment, 'score_adjustment.')
  return score_adjustment
}

export const withdrawAppeal = endpoint('POST', '/api/appeals/:id/withdraw', 'appeals.withdraw', {
  operationId: 'withdrawAppeal',
  summary: 'Take an appeal back',
  description:
    'By its seller or the account manager, while it is pending: it becomes expired with the closed_reason withdrawn, and another appeal of its component can be made. The score stays under review. Withdrawing it again changes nothing; 409 from every other state.',
  params,
  ...ifUnchanged,
})(async (request) => {
  const { actor, params, server } = request
  const appeal = await findAppeal(request, params.id)
  return change(request, async (tx) => {
    const before = await lockAppeal(tx, request, appeal)
    if (isWithdrawn(before)) return { success: true }
    await requireStatus(tx, before, 'pending')
    const closed = { status: 'expired', closed_reason: 'withdrawn', closed_by: actor.id }
    const after = await closeAppeal(tx, appeal, closed)
    await audit(tx, request, { action: 'appeal.withdrawn', entity_id: appeal.id, before, after })
    await server.events.publish(tx, [decidedEvent(after, before.status)])
    return { success: true }
  })
})

export const DECIDED = {
  approve: 'approved',
  partially_approve: 'partially_approved',
  reject: 'rejected',
} as const satisfies Record<Decision, AppealStatus>

type LockedAppeal = Awaited<ReturnType<typeof lockAppeal>>

/** @throws 409 unless the appeal is in the state that a review starts from */
async function requireStatus(tx: Tx, appeal: LockedAppeal, wanted: 'pending' | 'under_review') {
  if (appeal.status !== wanted)
    throw conflict('transition_not_allowed', `The appeal ${await whyNot(tx, appeal)}.`)
}

/** What has been done with an appeal, and by whom: often by somebody who was a moment quicker. */
async function whyNot(tx: Tx, appeal: LockedAppeal): Promise<string> {
  const { status, ops_user_id, ops_reviewed_by, am_user_id, am_reviewed_by } = appeal
  const nameOf = async (id: number | null, typed: string | null) =>
    (id && (await tx.prisma.user.findUnique({ where: { id }, select: { full_name: true } }))?.full_name) ||
    typed
  switch (status) {
    case 'pending':
      return 'is pending: the operations head reviews it first'
    case 'under_review':
      return `is under review: ${await nameOf(ops_user_id, ops_reviewed_by)} has recommended on it, and the head of account management decides`
    case 'expired':
      return isWithdrawn(appeal) ? 'was withdrawn, which is final' : 'has expired, which is final'
    default:
      return `was ${APPEAL_STATUS_WORDS[status].label.toLowerCase()} by ${await nameOf(am_user_id, am_reviewed_by)}, which is final`
  }
}

const isWithdrawn = ({ closed_reason }: LockedAppeal) => closed_reason === 'withdrawn'
