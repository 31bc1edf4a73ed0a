import type { SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'

const NEXT: Record<SurchargeStatus, readonly SurchargeStatus[]> = {
  pending: ['applied', 'waived'],
  applied: ['waived'],
  waived: [],
}

/** Why a surcharge can't go from one state to another; null when it can. */
export function transitionProblem(from: SurchargeStatus, to: SurchargeStatus): string | null {
  if (NEXT[from].includes(to)) return null
  const final = NEXT[from].length === 0 ? ', which is final' : ''
  return `status can't become ${to}: this surcharge is ${from}${final}`
}
