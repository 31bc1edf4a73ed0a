const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * How long after the failure of one attempt the next one comes, in milliseconds; the first comes at once. This is
 * the example schedule of Standard Webhooks 1.0, "Deliverability and reliability": 75 hours in all.
 */
export const DELAYS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
export const ATTEMPTS = DELAYS.length

/** Each delay is up to this part shorter or longer, so that what failed together does not come back together. */
const SPREAD = 0.2

/**
 * When to try again after attempt number `attempt` (from 1) failed at `now`; null when it was the last one.
 * `random` is within [0, 1). `retryAfter` is the receiver's wish: it may put the attempt off, never bring it forward.
 */
export function nextAttempt({
  attempt,
  now,
  random,
  retryAfter,
}: {
  attempt: number
  now: Date
  random: number
  retryAfter?: Date | null
}): Date | null {
  const delay = DELAYS[attempt]
  if (delay === undefined) return null
  const scheduled = now.getTime() + Math.round(delay * (1 - SPREAD + 2 * SPREAD * random))
  return new Date(Math.max(scheduled, retryAfter?.getTime() ?? 0))
}
