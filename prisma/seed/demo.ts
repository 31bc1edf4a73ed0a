import { shiftPeriod } from '../../src/domain/business-time.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { addDays, lastDayOf } from '../../src/scoring/month.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { WAREHOUSES } from './people.ts'
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
  const end = lastDayOf(calendar.periods[month] as string)
  const known = sellers.filter(({ starts }) => starts <= end)
  return known.map(({ record, ends, endsAs }) => ({ ...record, status: ends <= end ? endsAs : 'active' }))
}

/** The campaign of each calendar month; every third one is a major one. */
const NAMES = [
  'New year deals', 'Winter clearance', 'Spring start', 'Easter deals', 'Garden sale', 'Midyear deals', 'Travel week',
  'Back to school', 'Autumn opening', 'Anniversary days', 'Black week', 'Holiday gifts',
] // biome-ignore format: a list of names reads as a paragraph

/** One campaign a month from the first to the next, one that runs on the anchor, and one that was called off. */
export function campaignsOf({ periods, anchor }: Calendar) {
  const monthly = [...periods, shiftPeriod(anchor.slice(0, 7), 1)].map((period) => {
    const month = Number(period.slice(5)) - 1
    return { name: NAMES[month] as string, isMajor: month % 3 === 1, start: `${period}-09`, days: 12 }
  })
  const flash = { name: 'Flash days', isMajor: false, start: addDays(anchor, -3), days: 7 }
  const lastWeek = addDays(lastDayOf(periods.at(-2) as string), -6)
  const calledOff = { name: 'Overstock weekend', isMajor: false, start: lastWeek, days: 2 }
  return [...monthly, flash, calledOff].map((draft, index) => {
    const { name, isMajor, start, days } = draft
    const end = addDays(start, days)
    const status = end < anchor ? 'completed' : start > anchor ? 'upcoming' : 'active'
    return {
      id: index + 1,
      campaign_code: `${name.toUpperCase().replaceAll(' ', '-')}-${start.slice(2, 4)}`,
      campaign_name: name,
      campaign_type: isMajor ? 'major_campaign' : 'mini_campaign',
      start_date: start,
      end_date: end,
      warehouses: (isMajor ? WAREHOUSES : WAREHOUSES.slice(0, 2)).map(({ id }) => String(id)),
      description: `${name}, ${start} to ${end}`,
      created_by: 'ops.head',
      status: draft === calledOff ? 'cancelled' : status,
    }
  })
}
