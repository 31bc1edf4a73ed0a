import type { FirstRequest } from './first-request.ts'
import { pendingAppeal, reviewedAppeal } from './own.ts'

const ops: FirstRequest['at'] = (_, { id }) => `PATCH /api/appeals/${id}/review-ops`
const am: FirstRequest['at'] = (_, { id }) => `PATCH /api/appeals/${id}/review-am`
const becomes = (status: string): FirstRequest['after'] => ({
  at: (_, { id }) => `/api/appeals/${id}`,
  holds: { status: new RegExp(`^${status}$`) },
})
const DECISIONS = /decision.*approve.*partially_approve.*reject/

/** Every spelling of a decision, by the operations head and by the head of account managers. */
const decisions = Object.entries({
  approve: 'approved',
  approved: 'approved',
  partially_approve: 'partially_approved',
  partially_approved: 'partially_approved',
  partial: 'partially_approved',
  reject: 'rejected',
  rejected: 'rejected',
}).flatMap(([decision, status]): FirstRequest[] => [
  {
    title: `recommends "${decision}"`,
    at: ops,
    as: 'ops_head',
    before: pendingAppeal,
    body: { decision },
    after: becomes('under_review'),
  },
  {
    title: `decides "${decision}"`,
    at: am,
    as: 'am_head',
    before: reviewedAppeal,
    body: { decision },
    after: becomes(status),
  },
])

/** Reviews of appeals. */
// biome-ignore format: a table
export const appealReviews: FirstRequest[] = [
  ...decisions,
  { title: 'recommends with a note as user 7', at: ops, as: 'ops_head', before: pendingAppeal, body: { decision: 'approve', notes: 'Checked', reviewed_by: 7 } },
  { title: 'recommends without a note', at: ops, as: 'ops_head', before: pendingAppeal, body: { decision: 'reject', notes: null, reviewed_by: null } },
  { title: 'recommends what does not exist', at: ops, as: 'ops_head', before: pendingAppeal, body: { decision: 'maybe' }, status: 400, says: DECISIONS },
  { title: 'recommends nothing', at: ops, as: 'ops_head', before: pendingAppeal, body: {}, status: 400, says: /decision/ },
  { title: 'recommends twice', at: ops, before: reviewedAppeal, body: { decision: 'approve' }, status: 409, says: /under.review/ },
  { title: 'recommends as head of account managers', at: ops, as: 'am_head', before: pendingAppeal, body: { decision: 'approve' }, status: 403 },
  { title: 'recommends about nothing', at: 'PATCH /api/appeals/404404/review-ops', body: { decision: 'approve' }, status: 404 },
  { title: 'decides before operations', at: am, as: 'am_head', before: pendingAppeal, body: { decision: 'approve' }, status: 409, says: /pending|operations|review-ops/ },
  { title: 'decides as operations head', at: am, as: 'ops_head', before: reviewedAppeal, body: { decision: 'approve' }, status: 403 },
  { title: 'decides what does not exist', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'ok' }, status: 400, says: DECISIONS },
  { title: 'decides about nothing', at: 'PATCH /api/appeals/404404/review-am', body: { decision: 'approve' }, status: 404 },
  { title: 'decides with a new value of o_score, whatever was appealed', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'approve', score_adjustment: { o_score_raw_after: 80 } } },
  { title: 'decides with the body of the specification', at: am, as: 'am_head', before: reviewedAppeal,
    body: { decision: 'approve', notes: 'Fine', reviewed_by: 'Jane', score_adjustment: { o_score_raw_after: 80, total_sos_after: 85 } }, holds: { success: true } },
  { title: 'decides with two components', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'partial', score_adjustment: { t_score_raw_after: 70, i_score_raw_after: 60.5 } } },
  { title: 'decides with a new total', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'approve', score_adjustment: { total_sos_after: 85 } } },
  { title: 'decides with a component above 100', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'approve', score_adjustment: { o_score_raw_after: 101 } }, status: 400, says: /o_score_raw_after.*100/ },
  { title: 'decides with a component that does not exist', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'approve', score_adjustment: { x_score_raw_after: 80 } }, status: 400, says: /x_score_raw_after.*o_score_raw_after/ },
  { title: 'rejects with an adjustment', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'reject', score_adjustment: { total_sos_after: 85 } }, status: 400, says: /score_adjustment/ },
  { title: 'sends null for the adjustment', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'reject', score_adjustment: null } },
  { title: 'recommends with a capital', at: ops, as: 'ops_head', before: pendingAppeal, body: { decision: 'Approve' } },
  { title: 'recommends in the past, in capitals', at: ops, as: 'ops_head', before: pendingAppeal, body: { decision: 'APPROVED', reviewed_by: 3 } },
  { title: 'decides with a number as text', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'approve', score_adjustment: { total_sos_after: '85.5' } } },
  { title: 'rejects with a capital', at: am, as: 'am_head', before: reviewedAppeal, body: { decision: 'Reject', notes: 'No evidence', score_adjustment: null } },
]
