import { amount, score } from '../../logic/format.ts'
import { useMe } from '../../parts/me.ts'

/** Writes amounts in the currency of the business; as plain numbers where none is set. */
export function useMoney() {
  const { currency } = useMe()
  return (value: number) => (currency ? amount(value, currency) : score(value))
}
