import type { Rational } from '../rational.ts'

/** How many decimals an exact decimal has, trailing zeros left out. */
export function decimalsOf({ n, d }: Rational): number {
  let [units, decimals] = [n, String(d).length - 1]
  while (decimals > 0 && units % 10n === 0n) [units, decimals] = [units / 10n, decimals - 1]
  return decimals
}

/** A decimal in whole units of its last digit. It must not have more digits. */
export const toUnits = ({ n, d }: Rational, decimals: number): bigint => (n * 10n ** BigInt(decimals)) / d

/** What so many units of a last digit are. */
export const fromUnits = (units: bigint, decimals: number): Rational => ({
  n: units,
  d: 10n ** BigInt(decimals),
})

/** Units of a last digit as plain decimal text, without trailing zeros. */
export function unitsText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${rest && `.${rest}`}`
}

/** An exact decimal as plain text; its denominator must be a power of ten, as `parse` makes it. */
export const decimalText = ({ n, d }: Rational): string => unitsText(n, String(d).length - 1)
