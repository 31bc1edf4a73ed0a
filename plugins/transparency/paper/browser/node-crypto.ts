// Stands in for node:crypto in the bundle (build.ts): Web Crypto hashes only later, and what verifies asks at once.

/** sha256 in hex, as `hash` of node:crypto. */
export const hash = (_: 'sha256', text: string): string =>
  Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** As `createHash('sha256').update(bytes).digest()` of node:crypto. */
export const createHash = (_: 'sha256') => ({
  update: (bytes: Uint8Array) => ({ digest: () => sha256(bytes) }),
})

/** Fractions of the cube roots of the first 64 primes, 32 bits each; of the square roots of the first eight. */
const PRIMES = firstPrimes(64)
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** The sha256 of bytes (FIPS 180-4, section 6.2). */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  words.setUint32(padded.length - 4, (bytes.length * 8) >>> 0)
  const state = Int32Array.from(START)
  const schedule = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) mix(state, schedule, words, at)
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

function mix(state: Int32Array, w: Int32Array, words: DataView, at: number) {
  for (let i = 0; i < 64; i++) w[i] = i < 16 ? words.getInt32(at + i * 4) : extended(w, i)
  let [a, b, c, d, e, f, g, h] = state as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const e1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + e1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (w[i] as number)) | 0
    const a0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (a0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = ((state[index] as number) + word) | 0
}

function extended(w: Int32Array, i: number) {
  const [early, late] = [w[i - 15] as number, w[i - 2] as number]
  const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
  const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
  return ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0
}

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

function fraction(root: number) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
}

function firstPrimes(count: number) {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next++)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  return primes
}
