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
