import { invalidField } from '../platform/http/errors/problems.ts'
import { decimalsOfCurrency, hasAtMost, TOO_MANY_DECIMALS } from '../scoring/currency.ts'

/** @throws 400 for an amount with more decimals than the currency has */
export function requireDecimals(field: string, amount: number, currency: string | undefined) {
  const decimals = decimalsOfCurrency(currency)
  if (!hasAtMost(decimals, amount)) throw invalidField(`${field} ${TOO_MANY_DECIMALS[decimals]}`)
}
