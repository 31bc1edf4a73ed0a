import { createCipheriv, createHash } from 'node:crypto'

/** Numbers up to this size are drawn one by one. */
const SMALL = 16

/** Standard normal, by Marsaglia's polar method. */
function normal(uniform: Uniform): number {
  for (;;) {
    const x = 2 * uniform() - 1
    const y = 2 * uniform() - 1
    const square = x * x + y * y
    if (square < 1 && square > 0) return x * Math.sqrt((-2 * ln(square)) / square)
  }
}

/** Gamma with that shape and scale 1, by Marsaglia and Tsang (2000); 0 for a shape of 0. */
export function gamma(uniform: Uniform, shape: number): number {
  if (shape <= 0) return 0
  if (shape < 1) return gamma(uniform, shape + 1) * exp(ln(uniform()) / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(uniform)
    const root = 1 + c * x
    if (root <= 0) continue
    const v = root * root * root
    if (ln(uniform()) < 0.5 * x * x + d - d * v + d * ln(v)) return d * v
  }
}

/** Beta(a, b); all of it at 1 or 0 where b or a is 0. */
export function beta(uniform: Uniform, a: number, b: number): number {
  if (a <= 0) return 0
  if (b <= 0) return 1
  const [x, y] = [gamma(uniform, a), gamma(uniform, b)]
  return x + y > 0 ? x / (x + y) : a / (a + b)
}

/** How many of n happen, each with probability p: halved at order statistics, which are Beta, until few are left. */
export function binomial(uniform: Uniform, n: number, p: number): number {
  if (p <= 0 || n <= 0) return 0
  if (p >= 1) return n
  let [left, rate, count] = [n, p, 0]
  while (left > SMALL) {
    const middle = Math.floor(left / 2) + 1
    const at = beta(uniform, middle, left + 1 - middle)
    if (at <= rate) {
      count += middle
      left -= middle
      rate = at < 1 ? (rate - at) / (1 - at) : 0
    } else {
      left = middle - 1
      rate /= at
    }
  }
  for (; left > 0; left--) if (uniform() < rate) count++
  return count
}

/**
 * Poisson of that mean: by Gamma waiting times (Ahrens and Dieter 1974) until little is left, then by multiplication.
 */
export function poisson(uniform: Uniform, mean: number): number {
  let [left, count] = [mean, 0]
  while (left > SMALL) {
    const events = Math.floor((left * 7) / 8)
    const waited = gamma(uniform, events)
    if (waited > left) return count + binomial(uniform, events - 1, left / waited)
    count += events
    left -= waited
  }
  if (left <= 0) return count
  const bound = exp(-left)
  for (let product = uniform(); product > bound; product *= uniform()) count++
  return count
}

const bits = new DataView(new ArrayBuffer(8))
const { LN2 } = Math

/**
 * The natural logarithm of a positive number by additions, multiplications and divisions alone, which give the same
 * bits on every machine; Math.log may differ in the last. Series of atanh after the power of two is taken out.
 */
export function ln(x: number): number {
  bits.setFloat64(0, x)
  const high = bits.getUint32(0)
  let power = ((high >>> 20) & 0x7ff) - 1023
  bits.setUint32(0, (high & 0x000fffff) | 0x3ff00000)
  let part = bits.getFloat64(0)
  if (part > Math.SQRT2) {
    part /= 2
    power++
  }
  const s = (part - 1) / (part + 1)
  const square = s * s
  let sum = 0
  for (let n = 23; n > 0; n -= 2) sum = sum * square + 1 / n
  return power * LN2 + 2 * s * sum
}

/** e to the power of x, by the same means; 0 below the smallest number that is written in full. */
export function exp(x: number): number {
  const power = Math.round(x / LN2)
  if (power < -1022) return 0
  const rest = x - power * LN2
  let sum = 1
  for (let n = 16; n > 0; n--) sum = 1 + (rest / n) * sum
  bits.setUint32(0, (power + 1023) << 20)
  bits.setUint32(4, 0)
  return sum * bits.getFloat64(0)
}

/** Random numbers that are evenly spread over (0, 1): never 0 and never 1. */
export type Uniform = () => number

const BLOCK = Buffer.alloc(8192)

/**
 * The stream of a seed: AES-256 in counter mode, keyed by the sha256 of the seed and its parts, 52 bits of it a number.
 * The same seed gives the same numbers on every machine.
 */
export function streamOf(...seed: string[]): Uniform {
  const key = createHash('sha256').update(JSON.stringify(seed)).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let block = cipher.update(BLOCK)
  let at = 0
  return () => {
    if (at === block.length) {
      block = cipher.update(BLOCK)
      at = 0
    }
    const high = block.readUInt32LE(at) >>> 6
    const low = block.readUInt32LE(at + 4) >>> 6
    at += 8
    return (high * 0x4000000 + low + 0.5) / 0x10000000000000
  }
}
