import type { Appeal, AppealStatus, Decision } from '../../src/domain/appeals/appeal-record.ts'
import { APPEAL_STATUS_WORDS } from '../../src/domain/words/states.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { PlainAppeal } from './queries.ts'

/** What the final decision makes of an appeal. */
export const DECIDED = {
  approve: 'approved',
  partially_approve: 'partially_approved',
  reject: 'rejected',
} as const satisfies Record<Decision, AppealStatus>

/** @throws 409 unless the appeal is in the state that a review starts from */
export async function requireStatus(tx: Tx, appeal: PlainAppeal, wanted: 'pending' | 'under_review') {
  if (appeal.status !== wanted)
    throw conflict('transition_not_allowed', `The appeal ${await whyNot(tx, appeal)}.`)
}

/** What has been done with an appeal, and by whom: often by somebody who was a moment quicker. */
async function whyNot(tx: Tx, appeal: PlainAppeal): Promise<string> {
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

/** Whether the appeal was taken back. */
export const isWithdrawn = ({ closed_reason }: Pick<Appeal, 'closed_reason'>) => closed_reason === 'withdrawn'

/** @throws 409 when one user who is no bod would make both reviews */
export function requireSecondUser({ ops_user_id }: { ops_user_id: number | null }, { id, role }: Actor) {
  if (ops_user_id === id && role !== 'bod')
    throw conflict('second_reviewer_needed', 'You have recommended on it; somebody else must decide.')
}
