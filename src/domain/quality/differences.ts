import { parse, type Rational, subtract, toMoney } from '../../scoring/rational.ts'
import type { Totals } from './control-totals-queries.ts'

/** One total that was declared, beside what is stored. */
export interface Compared {
  total: string
  ours: number
  theirs: number
  /** Ours without theirs, to three decimals. */
  difference: number
}

/** Each declared total beside the stored one; what is not stored is 0. */
export const compareTotals = (ours: Totals | undefined, theirs: Record<string, number>): Compared[] =>
  Object.entries(theirs).map(([total, value]) => {
    const stored = parse(ours?.[total] ?? '0')
    return {
      total,
      ours: numberOf(stored),
      theirs: value,
      difference: numberOf(subtract(stored, parse(value))),
    }
  })

const numberOf = (value: Rational) => Number(toMoney(value, 3))
