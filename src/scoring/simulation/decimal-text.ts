import type { Rational } from '../rational.ts'

/** An exact decimal as plain text without needless zeros. Expects a denominator that is a power of ten, as `parse` makes it. */
export function decimalText({ n, d }: Rational): string {
  const decimals = String(d).length - 1
  const digits = String(n < 0n ? -n : n).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${n < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}
