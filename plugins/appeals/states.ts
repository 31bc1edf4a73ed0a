import type { Appeal, AppealStatus, Decision } from '../../src/domain/appeals/appeal-record.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'

/** What the final decision makes of an appeal. */
export const DECIDED = {
  approve: 'approved',
  partially_approve: 'partially_approved',
  reject: 'rejected',
} as const satisfies Record<Decision, AppealStatus>

const WHY_NOT: Record<AppealStatus, string> = {
  pending: 'is pending: the operations head reviews it first',
  under_review: 'is under review: the first review is done, the AM head decides',
  approved: 'is approved, which is final',
  partially_approved: 'is partially approved, which is final',
  rejected: 'is rejected, which is final',
  expired: 'has expired, which is final',
}

/** @throws 409 unless the appeal is in the state that a review starts from */
export function requireStatus(
  appeal: Pick<Appeal, 'id' | 'status' | 'closed_reason'>,
  wanted: 'pending' | 'under_review',
) {
  const { id, status } = appeal
  if (status === wanted) return
  throw conflict(
    'transition_not_allowed',
    `The appeal ${id} ${isWithdrawn(appeal) ? 'was withdrawn, which is final' : WHY_NOT[status]}.`,
  )
}

/** Whether the appeal was taken back. */
export const isWithdrawn = ({ closed_reason }: Pick<Appeal, 'closed_reason'>) => closed_reason === 'withdrawn'

/** @throws 409 when one user who is no bod would make both reviews */
export function requireSecondUser({ ops_user_id }: { ops_user_id: number | null }, { id, role }: Actor) {
  if (ops_user_id === id && role !== 'bod')
    throw conflict('second_reviewer_needed', 'You have made the first review; somebody else must decide.')
}
