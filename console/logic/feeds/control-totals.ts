import type { Answer } from '../../api/types.ts'

/** What a sender has declared of a feed's month, beside what is stored. */
export type Declared = Answer<'GET', '/api/sync/orders/control-totals'>['data'][number]

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

/** Each declared total in a line of its own, in the order of the feed's totals (see GET /api/sync/feeds). */
export const linesOf = (all: string[], declared: Declared[]): Line[] =>
  declared.flatMap(({ seller_code, totals, ours, difference, received_at, user_id }) =>
    all
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

/** Each feed has a path of its own; their answers have one form. */
export type TotalsPath = '/api/sync/orders/control-totals'

export const totalsPath = (feed: string) => `/api/sync/${feed}/control-totals` as TotalsPath

/** What can be declared, as people call it. */
export const TOTALS: Record<string, string> = {
  records: 'Records',
  units: 'Units',
  forecast_orders: 'Orders forecast',
  actual_orders: 'Orders that came',
  amount: 'Amount',
  quantity: 'Pieces',
}
