/** A receiver can put one attempt off by a day at most. */
const LONGEST_MS = 24 * 60 * 60 * 1000

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
