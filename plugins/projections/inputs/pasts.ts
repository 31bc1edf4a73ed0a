import { aggregateFacts } from '../../../src/feeds/aggregate.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { DailySum } from '../../../src/scoring/daily-feeds.ts'
import {
  type LeftOutOfMonth,
  leftOutOfMonth,
  nothingPast,
  type Past,
} from '../../../src/scoring/projection/past.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { daily } from './daily.ts'
import type { PastMonth } from './times.ts'

/** The sums of one seller; those of a feed that it has nothing of are 0. */
type OfSeller = (seller: number, name: DailySum | keyof LeftOutOfMonth) => number

/**
 * What sellers have done in past months, by the same statements that a score is added up by: each month as it ended, as
 * it stood at its cut, and what came after that. Months before the first one with an order don't count.
 */
export async function readPasts(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { past, rules }: { past: PastMonth[]; rules: ScoringRules },
): Promise<Map<number, Past>> {
  const pasts = new Map(sellers.map((seller) => [seller, nothingPast()]))
  for (const { period, month_start, cut, month_end, days } of past.toReversed()) {
    const read = (from: string, as_of: string) =>
      readSums(tx, sellers, { ...month, period, counting: null, month_start: from, as_of }, rules)
    const whole = await read(month_start, month_end)
    const atCut = await read(month_start, cut)
    const after = await read(cut, month_end)
    for (const [seller, all] of pasts)
      if (all.orders > 0 || whole(seller, 'orders') > 0) addMonth(all, days, { seller, whole, atCut, after })
  }
  return pasts
}

interface MonthSums {
  seller: number
  whole: OfSeller
  atCut: OfSeller
  after: OfSeller
}

const WHOLE = [
  ...(['orders', 'seller_cancelled', 'ready_due', 'ready_on_time', 'error_free', 'units_ordered'] as const),
  ...(['tickets', 'seller_ticket_weight', 'reply_due', 'replied_in_time', 'returns'] as const),
  ...(['reply_left_out', 'return_left_out'] as const),
]

function addMonth(all: Past, days: number, { seller, whole, atCut, after }: MonthSums) {
  /** What became of those that were there at the cut, which some take back. */
  const since = (name: DailySum) =>
    Math.max(whole(seller, name) - after(seller, name) - atCut(seller, name), 0)
  all.days += days
  for (const name of WHOLE) all[name] += whole(seller, name)
  const judgedAtCut = atCut(seller, 'tickets') - atCut(seller, 'reply_left_out')
  all.unanswered += judgedAtCut - atCut(seller, 'reply_due')
  all.unanswered_due += since('reply_due')
  all.within_time += judgedAtCut - atCut(seller, 'overdue_tickets')
  all.within_time_overdue += since('overdue_tickets')
  all.new_tickets += after(seller, 'tickets') - after(seller, 'reply_left_out')
  all.new_replies_due += after(seller, 'reply_due')
  all.new_overdue += after(seller, 'overdue_tickets')
}

async function readSums(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  rules: ScoringRules,
): Promise<OfSeller> {
  const sums = await aggregateFacts(tx, sellers, month, rules, daily)
  const counted = new Map([...sums].map(([seller, of]) => [seller, { ...of, ...leftOutOfMonth(of) }]))
  return (seller, name) => Number(counted.get(seller)?.[name] ?? 0)
}
