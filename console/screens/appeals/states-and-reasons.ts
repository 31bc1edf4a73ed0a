import { keysOf } from '../../logic/url-state.ts'

export const words = {
  decideText: 'The second step ends the appeal. It cannot be taken back.',
  stale: 'Somebody changed this appeal while you wrote. Your notes are still here.',
}

export const STATE = {
  pending: 'To recommend',
  under_review: 'To decide',
  approved: 'Approved',
  partially_approved: 'Approved in part',
  rejected: 'Rejected',
  expired: 'Undecided',
}
export type State = keyof typeof STATE
export const STATES = keysOf(STATE)

export const STEP: Record<string, string> = {
  submitted: 'Submitted',
  ops_review: 'Recommendation',
  am_review: 'Decision',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

export const REASON: Record<string, string> = {
  data_error: 'Wrong data',
  system_outage: 'System outage',
  force_majeure: 'Force majeure',
  operator_fault: 'The operator’s fault',
  carrier_fault: 'The carrier’s fault',
  carrier_delay: 'Carrier delay',
}

export const DECISION: Record<string, string> = {
  approve: 'Approve',
  approved: 'Approved',
  partially_approve: 'Approve in part',
  partially_approved: 'Approved in part',
  reject: 'Reject',
  rejected: 'Rejected',
}
