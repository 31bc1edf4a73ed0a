import { number, oneOf, text } from './url-state.ts'

export const SURCHARGE_STATES = ['pending', 'applied', 'waived'] as const
export type SurchargeState = (typeof SURCHARGE_STATES)[number]

/** Rows of a page. */
export const SURCHARGE_LIMIT = 50

/** What the address of the list of surcharges says. */
export const SURCHARGE_LIST = {
  status: oneOf(SURCHARGE_STATES, ''),
  seller: text(),
  months: oneOf(['all'], ''),
  page: number(1),
}

interface Row {
  status: SurchargeState
  amount: number
}

export interface Sum {
  count: number
  amount: number
}

/** How many surcharges are in each state, and what they come to. Amounts are added in thousandths: no currency has more decimals. */
export function sumsOf(rows: Row[]): Record<SurchargeState, Sum> {
  const sums = {
    pending: { count: 0, amount: 0 },
    applied: { count: 0, amount: 0 },
    waived: { count: 0, amount: 0 },
  }
  for (const { status, amount } of rows) {
    sums[status].count += 1
    sums[status].amount = exact(sums[status].amount + amount)
  }
  return sums
}

/** What some amounts come to. */
export const totalOf = (rows: { amount: number }[]) =>
  rows.reduce((sum, { amount }) => exact(sum + amount), 0)

const exact = (value: number) => Math.round(value * 1000) / 1000

/** Which of some surcharges an action can change. */
export const canChange = (action: 'apply' | 'waive', status: SurchargeState) =>
  action === 'apply' ? status === 'pending' : status !== 'waived'
