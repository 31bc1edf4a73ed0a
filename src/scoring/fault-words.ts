import type { FeedWithFault, Reason } from './left-out.ts'

/** What each feed asks a fault of. */
export const ASKED_A_FAULT: Record<FeedWithFault, string> = {
  orders: 'late orders',
  tickets: 'tickets',
  returns: 'returns',
}

/** Why rows are left out, as a sentence has it. */
export const LEFT_OUT_SAID: Record<Reason, string> = {
  operator: "by the operator's fault",
  carrier: "by the carrier's fault",
  customer: "by the customer's fault",
  nobody: 'that name no fault',
}
