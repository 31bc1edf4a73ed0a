import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { calendarOf, lastDay } from './calendar.ts'
import { campaignsOf } from './campaigns.ts'
import { sellerOf } from './sellers.ts'

/**
 * The demo as it would be made on a day: everything else follows from that day, for ever the same.
 * @param anchor that day, YYYY-MM-DD in the business time zone
 * @param currency of its amounts, which decides their decimals
 */
export function planDemo(anchor: string, timeZone: string, count: number, currency?: string) {
  const calendar = calendarOf(anchor, timeZone)
  const sellers = Array.from({ length: count }, (_, index) => sellerOf(calendar, index + 1))
  return { calendar, campaigns: campaignsOf(calendar), sellers, decimals: decimalsOfCurrency(currency) }
}
export type Demo = ReturnType<typeof planDemo>

/** The sellers known at the end of a month of the demo (0 is the oldest), each with the status it has then. */
export function sellersKnown({ calendar, sellers }: Demo, month: number) {
  const end = lastDay(calendar.periods[month] as string)
  const known = sellers.filter(({ starts }) => starts <= end)
  return known.map(({ record, ends, endsAs }) => ({ ...record, status: ends <= end ? endsAs : 'active' }))
}
