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
export function nextAttempt(failed: {
  attempt: number
  now: Date
  random: number
  retryAfter?: Date | null
}) {
  const { attempt, now, random, retryAfter } = failed
  const delay = DELAYS[attempt]
  if (delay === undefined) return null
  const scheduled = now.getTime() + Math.round(delay * (1 - SPREAD + 2 * SPREAD * random))
  return new Date(Math.max(scheduled, retryAfter?.getTime() ?? 0))
}

/** A receiver can put one attempt off by a day at most. */
const LONGEST_MS = 24 * HOUR

/** The weekday with which each of the three forms of an HTTP date begins (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/**
 * Until when a `Retry-After` asks to wait: seconds from `now`, or an HTTP date; at most a day from now. Null when
 * the header is absent or unreadable. A time that is past is returned as it is.
 */
export function retryAfter(value: string | string[] | undefined, now: Date): Date | null {
  const text = [value].flat()[0]?.trim() ?? ''
  const time = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : dateOf(text)
  return Number.isNaN(time) ? null : new Date(Math.min(time, now.getTime() + LONGEST_MS))
}

/** The form of asctime names no zone; it is GMT too. */
const dateOf = (text: string) =>
  HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
