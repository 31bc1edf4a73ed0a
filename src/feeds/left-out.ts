import { type FeedWithFault, type LeftOut, OTHERS, REASONS, sumOfLeftOut } from '../scoring/left-out.ts'
import type { ScoringRules } from '../scoring/rules.ts'
import type { Total } from './feed.ts'

/** Whether a fault is another's than the seller's: one that is not said is not. */
export const isAnothers = (column: string) =>
  `${column} in (${OTHERS.map((other) => `'${other}'`).join(', ')})`

/** Whether rows of a feed that name no fault are nobody's (FaultRule). */
export const isNobodys = ({ fault }: Partial<ScoringRules>, feed: FeedWithFault): boolean =>
  fault?.some((record) => record.feed === feed && record.counts_as === 'nobody') ?? false

const countOrNull = (condition: string): Total => ({
  all: `nullif(count(*) filter (where ${condition}), 0)`,
  one: `${condition} is true`,
})

/** How the rows are counted that a feed leaves out, by reason; null where there are none. */
export const sumsLeftOut = (leftOut: Partial<Record<LeftOut, string>>): Record<string, Total> =>
  Object.fromEntries(
    Object.entries(leftOut).flatMap(([what, column]) =>
      REASONS.map((reason) => [
        sumOfLeftOut(what as LeftOut, reason),
        countOrNull(`${column} = '${reason}'`),
      ]),
    ),
  )
