import { add, type Rational, ZERO } from './rational.ts'

/** Whose fault keeps a row out of what judges the seller. */
export const OTHERS = ['operator', 'carrier', 'customer'] as const
export type Other = (typeof OTHERS)[number]

/** Why a row is left out: another's fault, or it went wrong, names no fault, and the configuration says so (FaultRule). */
export const REASONS = [...OTHERS, 'nobody'] as const
export type Reason = (typeof REASONS)[number]

/**
 * What rows are left out of: late orders of on time, tickets of reply and overdue, tickets that name no fault of the ticket
 * rate, returns of the return rate.
 */
export const LEFT_OUT = { orders: ['late'], tickets: ['reply', 'ticket'], returns: ['return'] } as const
export type LeftOut = (typeof LEFT_OUT)[FeedWithFault][number]

/** A feed whose facts name whose fault it was. */
export type FeedWithFault = keyof typeof LEFT_OUT
export const FEEDS_WITH_FAULT = Object.keys(LEFT_OUT) as FeedWithFault[]

/**
 * The sum that counts the rows left out for one reason. A text of inputs names it where it is not 0, as all sums that
 * releases have added.
 */
export const sumOfLeftOut = (what: LeftOut, reason: Reason) => `${what}_fault_${reason}`

/** The names of the sums that count what a feed leaves out. */
export const sumsLeftOutOf = (feed: string): string[] =>
  ((LEFT_OUT as Record<string, readonly LeftOut[]>)[feed] ?? []).flatMap((what) =>
    REASONS.map((reason) => sumOfLeftOut(what, reason)),
  )

/** How many rows are left out, of sums that are read. */
export const leftOutOf = (facts: object, what: LeftOut): Rational =>
  REASONS.reduce(
    (all, reason) => add(all, (facts as Record<string, Rational>)[sumOfLeftOut(what, reason)] ?? ZERO),
    ZERO,
  )

/** The same of sums that are not read. */
export const countLeftOut = (sums: object, what: LeftOut): number =>
  REASONS.reduce(
    (all, reason) => all + Number((sums as Record<string, unknown>)[sumOfLeftOut(what, reason)] ?? 0),
    0,
  )

/** How many rows are left out for which reason, without those of which there are none; null where nothing is left out. */
export function leftOutByFault(facts: object, what: LeftOut): Partial<Record<Reason, number>> | null {
  const found = REASONS.flatMap((reason) => {
    const count = (facts as Record<string, Rational>)[sumOfLeftOut(what, reason)] ?? ZERO
    return count.n > 0n ? [[reason, Number(count.n)] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}
