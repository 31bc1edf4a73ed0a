const DAY = 86_400_000
/** The day from which PostgreSQL counts. */
const Y2K = Date.UTC(2000, 0, 1)

const ZERO = 48
const digit = (text: string, at: number) => text.charCodeAt(at) - ZERO
const two = (text: string, at: number) => 10 * digit(text, at) + digit(text, at + 1)
const midnight = (text: string) =>
  Date.UTC(100 * two(text, 0) + two(text, 2), two(text, 5) - 1, two(text, 8)) - Y2K

/** Days from 2000-01-01 to a date such as 2026-01-31, of a year from 1000 on. @throws when it is none */
export const daysOf = (date: string) => known(midnight(date) / DAY, date)

/**
 * Milliseconds from 2000 to a timestamp with its offset (the format date-time) of a year from 1000 on, rounded as
 * PostgreSQL rounds the text to timestamptz(3). What it is was checked before: the time of day is not looked at again.
 * @throws when no time can be read
 */
export function millisecondsOf(text: string): number {
  const hasSeconds = text[16] === ':'
  const minutes = 60 * two(text, 11) + two(text, 14)
  const seconds = hasSeconds ? two(text, 17) : 0
  const fraction = hasSeconds && text[19] === '.' ? digitsFrom(text, 20) : ''
  const at = hasSeconds ? (fraction ? 20 + fraction.length : 19) : 16
  const whole = midnight(text) + (60 * (minutes - offsetAt(text, at)) + seconds) * 1000
  const ms = fraction.length <= 3 ? whole + Number(fraction.padEnd(3, '0')) : rounded(whole, fraction)
  return known(ms, text)
}

function known(time: number, text: string) {
  if (Number.isNaN(time)) throw new Error(`${text} is no time that can be written for PostgreSQL`)
  return time
}

function digitsFrom(text: string, start: number) {
  let end = start
  while (digit(text, end) >= 0 && digit(text, end) <= 9) end++
  return text.slice(start, end)
}

/** Minutes of Z, +05:30 or +0530. */
function offsetAt(text: string, at: number) {
  const sign = text[at]
  if (sign !== '+' && sign !== '-') return 0
  const minutes = 60 * two(text, at + 1) + two(text, at + (text[at + 3] === ':' ? 4 : 3))
  return sign === '-' ? -minutes : minutes
}

/** PostgreSQL rounds to microseconds first, half to even, and then to milliseconds, half away from 2000. */
function rounded(whole: number, fraction: string) {
  const exact = Number(`.${fraction}`) * 1_000_000
  const up = Math.round(exact)
  const micros = up - exact === 0.5 && up % 2 === 1 ? up - 1 : up
  const ms = whole + Math.floor(micros / 1000)
  const rest = micros % 1000
  return rest > 500 || (rest === 500 && ms >= 0) ? ms + 1 : ms
}
