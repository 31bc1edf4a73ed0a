import { type Finding, named } from './check.ts'

/** Orders of a month from which on a seller without any order in the next is noticed. From the design. */
export const MANY_ORDERS = 30

/** In so many months before. From the design. */
export const ACTIVE_MONTHS = 3

/** Active sellers who had many orders in each of the months before and have none. */
export const silentSellers = (period: string, codes: readonly string[]): Finding[] =>
  codes.length === 0
    ? []
    : [
        {
          id: 'silent_sellers',
          level: 'warning',
          value: codes.length,
          expected: 0,
          about: null,
          sellers: codes.length,
          sentence: `${codes.length === 1 ? 'One active seller has' : `${codes.length} active sellers have`} no order in ${period}, and at least ${MANY_ORDERS} in each of the ${ACTIVE_MONTHS} months before: ${named(codes)}.`,
        },
      ]

/** What came after the runs had read the facts that the scores to finalize are made of. */
export interface Outdated {
  /** Sellers whose facts come to something else now. */
  changed: number
  /** Sellers whose run read the facts before the month was over, and the earliest day of such a run. */
  early: number
  early_on: string | null
}

/** Scores that are made of other facts than those that are there. */
export function outdatedScores(period: string, { changed, early, early_on }: Outdated): Finding[] {
  const value = changed + early
  if (value === 0) return []
  const why = [
    changed > 0 && `facts of ${count(changed)} came after the run had read them`,
    early > 0 &&
      `${count(early)} ${early === 1 ? 'was' : 'were'} calculated before the month was over (${early_on})`,
  ].filter(Boolean)
  return [
    {
      id: 'recalculate',
      level: 'block',
      value,
      expected: 0,
      about: null,
      sellers: value,
      sentence: `The scores of ${period} are out of date: ${why.join(', and ')}; calculate ${period} again.`,
    },
  ]
}

const count = (sellers: number) => (sellers === 1 ? 'one seller' : `${sellers} sellers`)
