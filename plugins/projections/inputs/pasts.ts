import { aggregateFacts } from '../../../src/feeds/aggregate.ts'
import { FEEDS } from '../../../src/feeds/index.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { DAILY_FEEDS } from '../../../src/scoring/daily-feeds.ts'
import { addPast, leftOutOfMonth, nothingPast, type Past } from '../../../src/scoring/projection/past.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { PastMonth } from './times.ts'

/**
 * What sellers have done in past months, by the same statements that a score is added up by. Months before the first one
 * with an order don't count.
 */
export async function readPasts(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { past, rules }: { past: PastMonth[]; rules: ScoringRules },
): Promise<Map<number, Past>> {
  const pasts = new Map(sellers.map((seller) => [seller, nothingPast()]))
  for (const { period, month_start, month_end, days } of past.toReversed()) {
    const whole = { ...month, period, counting: null, month_start, as_of: month_end }
    const sums = await aggregateFacts(tx, sellers, whole, rules, daily)
    for (const [seller, all] of pasts) {
      const of = sums.get(seller) ?? {}
      if (all.orders > 0 || Number(of.orders ?? 0) > 0) addPast(all, { ...of, ...leftOutOfMonth(of), days })
    }
  }
  return pasts
}

/** The feeds whose facts come day by day. */
export const daily = FEEDS.filter(({ name }) => (DAILY_FEEDS as readonly string[]).includes(name))
