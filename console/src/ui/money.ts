import { useMe } from '../api/me.ts'
import { inDigits } from './format.ts'

/** Writes amounts in the currency of the service; where it is told none, as numbers. */
export function useMoney() {
  const { currency, currency_decimals: decimals } = useMe()
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = new Intl.NumberFormat(
    'en-GB',
    currency ? { style: 'currency', currency, ...digits } : digits,
  )
  return (amount: number) => inDigits(amount, format)
}
