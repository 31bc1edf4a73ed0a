import { badRequest } from '../platform/http/errors/problems.ts'
import { periodsBetween, requireInOrder, shiftPeriod } from './business-time.ts'

/** The most months that one question is about. */
export const MOST_MONTHS = 24

/**
 * The months from one to another, both included.
 * @param running the running month
 * @throws 400 when they are not 1 to 24 finished months
 */
export function finishedMonths(from: string, to: string, running: string): string[] {
  requireInOrder(from, to)
  if (to >= running)
    throw badRequest(
      'month_not_finished',
      `to ${to} is not over: choose finished months, up to ${shiftPeriod(running, -1)}`,
    )
  if (from <= shiftPeriod(to, -MOST_MONTHS))
    throw badRequest(
      'too_many_months',
      `from ${from} to ${to} are more than ${MOST_MONTHS} months: choose fewer`,
    )
  return periodsBetween(from, to)
}
