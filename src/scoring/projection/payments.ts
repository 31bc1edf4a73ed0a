import type { Aggregates } from '../aggregates.ts'
import { max, parse, subtract, ZERO } from '../rational.ts'
import { decimalText } from '../simulation/decimal-units.ts'
import { PRIOR } from './days.ts'
import type { Uniform } from './distributions.ts'

/** How many invoices were paid how many days after their due date, before it below 0; null for those that are unpaid. */
export type Delays = readonly [days: number | null, invoices: number][]

/** An invoice that counts at the month's end and is not paid. Amounts in thousandths. */
export type OpenInvoice = {
  amount: bigint
  /** What is missing of it */
  unpaid: bigint
  /** Days after its due date now and at the month's end, before it below 0 */
  days_now: number
  days_at_end: number
}

export type PaymentOutlook = {
  /** The sums at the month's end, as if nothing more were paid */
  at_end: Pick<Aggregates, 'invoices' | 'invoiced_amount' | 'amount_days_late' | 'unpaid_amount'>
  open: OpenInvoice[]
  own: Delays
  population: Delays
}

/** Delays by how likely they are, rising, unpaid last. */
type Likely = { delay: number; weight: number }[]

/** The seller's own delays, and those of the population with the weight of `PRIOR`. */
function likelyDelays({ own, population }: PaymentOutlook): Likely {
  const all = population.reduce((sum, [, count]) => sum + count, 0)
  const weights = new Map<number, number>()
  const add = (delays: Delays, each: number) => {
    for (const [days, count] of delays) {
      const delay = days ?? Number.POSITIVE_INFINITY
      weights.set(delay, (weights.get(delay) ?? 0) + count * each)
    }
  }
  add(own, 1)
  if (all > 0) add(population, PRIOR / all)
  return [...weights].map(([delay, weight]) => ({ delay, weight })).sort((a, b) => a.delay - b.delay)
}

/** A delay of at least so many days; none of those known means that it stays unpaid. */
function drawDelay(uniform: Uniform, likely: Likely, least: number): number {
  const first = likely.findIndex(({ delay }) => delay >= least)
  const open = first < 0 ? [] : likely.slice(first)
  let left = uniform() * open.reduce((sum, { weight }) => sum + weight, 0)
  for (const { delay, weight } of open) {
    left -= weight
    if (left < 0) return delay
  }
  return Number.POSITIVE_INFINITY
}

/** Draws the sums of the month's end: each open invoice draws a delay, at least its present one. */
export function paymentDrawer(outlook: PaymentOutlook): (uniform: Uniform) => Aggregates {
  const { at_end, open } = outlook
  const likely = likelyDelays(outlook)
  return (uniform) => {
    let [daysSaved, paid] = [0n, 0n]
    for (const { amount, unpaid, days_now, days_at_end } of open) {
      const delay = drawDelay(uniform, likely, days_now)
      if (delay > days_at_end) continue
      const late = Math.max(days_at_end, 0)
      daysSaved += amount * BigInt(late - Math.max(delay, 0))
      if (days_at_end > 0) paid += unpaid
    }
    if (daysSaved === 0n && paid === 0n) return at_end
    return {
      ...at_end,
      amount_days_late: minus(at_end.amount_days_late, daysSaved),
      unpaid_amount: minus(at_end.unpaid_amount, paid),
    }
  }
}

/** An amount less so many thousandths; nothing below 0. */
const minus = (amount: Aggregates['unpaid_amount'], thousandths: bigint): string =>
  decimalText(max(ZERO, subtract(parse(amount ?? 0), { n: thousandths, d: 1000n })))

/** Thousandths of an amount: no currency has more decimals. */
export function toThousandths(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.slice(0, 3).padEnd(3, '0'))
}
