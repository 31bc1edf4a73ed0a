import { wordsOf } from '../../words/words.ts'

/** The reads that a step of an appeal makes old. */
export const CHANGED_BY_REVIEW = [
  '/api/appeals',
  '/api/sos',
  '/api/dashboard',
  '/api/sellers',
  '/api/am',
  '/api/console',
]

export const DECISIONS = ['approve', 'partially_approve', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

export const VERB: Record<Decision, string> = wordsOf({
  approve: 'Approve',
  partially_approve: 'Approve in part',
  reject: 'Reject',
})
