import type { Answer } from '../api/types.ts'

/** What a sender has declared of a feed's month, beside what is stored. */
export type Declared = Answer<'GET', '/api/sync/orders/control-totals'>['data'][number]

/** What can be declared of a feed besides its records. Feeds that are not here have no control totals. */
const SUMS: Record<string, string[]> = {
  orders: ['units'],
  forecasts: ['forecast_orders'],
  'campaign-actuals': ['actual_orders'],
  tickets: [],
  payments: ['amount'],
  inventory: ['quantity'],
  revenue: ['amount'],
}

/** What can be declared of a feed; none where it has no control totals. */
export const totalsOf = (feed: string): string[] => (SUMS[feed] ? ['records', ...SUMS[feed]] : [])

/** One total of one sender's declaration. */
export interface Line {
  seller_code: string | null
  total: string
  theirs: number
  ours: number
  difference: number
  received_at: string
  user_id: number | null
}

/** Each declared total in a line of its own, in the order of the feed's totals. */
export const linesOf = (feed: string, declared: Declared[]): Line[] =>
  declared.flatMap(({ seller_code, totals, ours, difference, received_at, user_id }) =>
    totalsOf(feed)
      .filter((total) => totals[total] !== undefined)
      .map((total) => ({
        seller_code,
        total,
        theirs: totals[total] ?? 0,
        ours: ours[total] ?? 0,
        difference: difference[total] ?? 0,
        received_at,
        user_id,
      })),
  )

/** What was typed, as it is sent: fields that are left empty are not declared. Undefined where nothing is. */
export function declaredOf(typed: Record<string, string>): Record<string, number> | undefined {
  const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '')
  return filled.length > 0
    ? Object.fromEntries(filled.map(([total, value]) => [total, Number(value)]))
    : undefined
}
