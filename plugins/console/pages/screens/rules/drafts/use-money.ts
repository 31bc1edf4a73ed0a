import { amount } from '../../../logic/format.ts'
import { useMe } from '../../../parts/me.ts'

const plain = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An amount of money: with the currency where the service has one. */
export const useMoney = () => {
  const { currency } = useMe()
  return (value: number) => (currency ? amount(value, currency) : plain.format(value))
}
