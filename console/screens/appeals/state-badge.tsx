import { stateBadge } from '../../parts/badges.tsx'
import { STATE, type State } from './states-and-reasons.ts'

export const StateBadge = stateBadge<State>({
  pending: [STATE.pending, 'warn'],
  under_review: [STATE.under_review, 'info'],
  approved: [STATE.approved, 'good'],
  partially_approved: [STATE.partially_approved, 'good'],
  rejected: [STATE.rejected, 'bad'],
  expired: [STATE.expired, 'plain'],
})
