import type { Aggregates } from '../aggregates.ts'
import type { Open } from './path-answer.ts'
import type { World } from './world.ts'

/** What the sums of the facts so far don't tell of the month's end. */
export type MonthEnd = {
  /** Days of the whole month */
  days: number
  /** `aggregatePayments` with the month's last day as as_of_date: as if nothing more were paid */
  payments: Pick<Aggregates, 'invoices' | 'invoiced_amount' | 'amount_days_late' | 'unpaid_amount'>
  /** `aggregateForecasts` as of now, with `grownOrders` in place of the orders so far */
  forecasts: Pick<
    Aggregates,
    'forecast_rows' | 'forecast_total' | 'actual_total' | 'absolute_error' | 'lateness_days'
  >
}

/** The orders of the whole month at the pace so far, which forecasts are compared with. */
export function grownOrders(_world: World, _days: number): number {
  throw new Error('not yet')
}

/**
 * The world of the running month as it ends at the pace so far, and how much each lever may still move: nothing of what
 * has happened. Hand both to `cheapestPath` (`open`) and `sensitivity`.
 */
export function atPace(_world: World, _end: MonthEnd): { world: World; open: Open } {
  throw new Error('not yet')
}
