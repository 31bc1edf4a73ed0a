/** An exact fraction; `d` is always positive. Not kept in lowest terms: dividing out costs more than it saves. */
export type Rational = { readonly n: bigint; readonly d: bigint }

export const ZERO: Rational = { n: 0n, d: 1n }
export const HUNDRED: Rational = { n: 100n, d: 1n }

const INTEGER = /^-?\d+$/
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

export const whole = (value: bigint): Rational => ({ n: value, d: 1n })

/**
 * The exact value of a decimal string, or of a number's shortest decimal (0.1 is one tenth).
 * @throws RangeError when it is not a finite decimal number
 */
export function parse(value: string | number): Rational {
  if (Number.isSafeInteger(value)) return { n: BigInt(value), d: 1n }
  const text = String(value)
  if (INTEGER.test(text)) return { n: BigInt(text), d: 1n }
  if (text.length <= SHORT && PLAIN.test(text)) return parsePlain(text)
  const match = DECIMAL.exec(text)
  if (!match) throw new RangeError(`${JSON.stringify(value)} is not a decimal number`)
  const [, sign, integer = '', fraction = '', exponent] = match
  const decimals = fraction.replace(/0+$/, '')
  const digits = BigInt(integer + decimals)
  const n = sign ? -digits : digits
  const power = Number(exponent ?? 0) - decimals.length
  return power < 0 ? { n, d: 10n ** BigInt(-power) } : { n: n * 10n ** BigInt(power), d: 1n }
}

/** The same of short decimals without an exponent, which most amounts are: their digits fit into a double. */
function parsePlain(text: string): Rational {
  const point = text.indexOf('.')
  let end = text.length
  while (text.charCodeAt(end - 1) === ZERO_DIGIT) end -= 1
  const decimals = end - point - 1
  const digits = Number(text.slice(0, point) + text.slice(point + 1, end))
  return { n: BigInt(digits), d: POWERS[decimals] as bigint }
}

const PLAIN = /^-?\d+\.\d+$/
const SHORT = 16
const ZERO_DIGIT = 48
const POWERS = Array.from({ length: SHORT }, (_, power) => 10n ** BigInt(power))

export function add(a: Rational, b: Rational): Rational {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d }
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
}

export function subtract(a: Rational, b: Rational): Rational {
  if (a.d === b.d) return { n: a.n - b.n, d: a.d }
  return { n: a.n * b.d - b.n * a.d, d: a.d * b.d }
}

export const multiply = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d })

/** @throws RangeError when `b` is zero */
export function divide(a: Rational, b: Rational): Rational {
  if (b.n === 0n) throw new RangeError('division by zero')
  const [n, d] = a.d === b.d ? [a.n, b.n] : [a.n * b.d, a.d * b.n]
  return d < 0n ? { n: -n, d: -d } : { n, d }
}

/** Negative, zero or positive, as for a sort. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.d === b.d ? a.n - b.n : a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const min = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b)
export const max = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b)
export const clamp = (value: Rational): Rational => max(ZERO, min(HUNDRED, value))
export const sum = (values: Iterable<Rational>): Rational => {
  let total = ZERO
  for (const value of values) total = add(total, value)
  return total
}

/** In lowest terms; for values that are prepared once and used often. */
export function reduce({ n, d }: Rational): Rational {
  let [a, b] = [n < 0n ? -n : n, d]
  while (b !== 0n) [a, b] = [b, a % b]
  return { n: n / a, d: d / a }
}

/**
 * Rounded half away from zero. The answer is the double nearest to the rounded decimal, so it prints as that
 * decimal up to 15 significant digits.
 */
export function round({ n, d }: Rational, decimals: 2 | 6): number {
  if (d === 1n) return Number(n)
  const { doubled, scale } = SCALES[decimals]
  const [scaled, divisor] = [Math.abs(Number(n)) * scale, Number(d)]
  if (scaled < EXACT && divisor < EXACT) {
    const rest = scaled % divisor
    const rounded = ((scaled - rest) / divisor + (2 * rest >= divisor ? 1 : 0)) / scale
    return n < 0n && rounded !== 0 ? -rounded : rounded
  }
  const near = (Math.abs(Number(n)) / divisor) * scale
  const cut = Math.floor(near)
  // Far from a half, what doubles lose on the way decides nothing.
  if (near < CERTAIN && divisor < Infinity && Math.abs(near - cut - 0.5) > MARGIN) {
    const rounded = (near - cut > 0.5 ? cut + 1 : cut) / scale
    return n < 0n && rounded !== 0 ? -rounded : rounded
  }
  const away = n < 0n ? -d : d
  const units = (n * doubled + away) / (d + d) // a BigInt quotient is cut off towards zero
  // A whole number that no double holds would be rounded once more when it is divided: its text is read instead.
  const rounded = isSafe(units) ? Number(units) / scale : Number(pointed(units, decimals))
  return rounded === 0 ? 0 : rounded
}

const isSafe = (units: bigint) => units <= Number.MAX_SAFE_INTEGER && units >= Number.MIN_SAFE_INTEGER

/** So many units of the last decimal, as decimal text. */
function pointed(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${decimals ? `.${digits.slice(point)}` : ''}`
}

/** Rounded half away from zero to so many decimals, as text: money stays exact however large it is. */
export const toMoney = ({ n, d }: Rational, decimals: number): string =>
  pointed((n * 2n * 10n ** BigInt(decimals) + (n < 0n ? -d : d)) / (d + d), decimals)

const SCALES = { 2: { doubled: 200n, scale: 100 }, 6: { doubled: 2_000_000n, scale: 1_000_000 } }

/** Below this, doubles are whole numbers that add, multiply and divide with rest exactly, and faster than BigInt. */
const EXACT = 2 ** 51

/** Below this, a quotient of doubles is off by less than 2 ** 33 × 2 ** -50, which is far less than the margin. */
const CERTAIN = 2 ** 33
const MARGIN = 2 ** -12
