const DAY_MS = 86_400_000

/** The number of a day, so that days can be subtracted. */
export const dayNumber = (date: string) => Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS)

interface Spanned {
  start_date: string
  end_date: string
}

interface Strip<Item> {
  /** The first and the day after the last, as day numbers. */
  from: number
  to: number
  /** Items that do not overlap share a lane. */
  bars: { item: Item; lane: number; start: number; end: number }[]
  lanes: number
  /** The first days of months between. */
  months: { period: string; day: number }[]
}

/** Where spans of days lie on a strip of whole months; null without any. */
export function stripOf<Item extends Spanned>(items: Item[]): Strip<Item> | null {
  if (items.length === 0) return null
  const sorted = [...items].sort((one, other) => one.start_date.localeCompare(other.start_date))
  const first = sorted[0]?.start_date ?? ''
  const last =
    sorted
      .map(({ end_date }) => end_date)
      .sort()
      .at(-1) ?? ''
  const months = monthsBetween(first.slice(0, 7), last.slice(0, 7))
  const ends: number[] = []
  const bars = sorted.map((item) => {
    const [start, end] = [dayNumber(item.start_date), dayNumber(item.end_date) + 1]
    const free = ends.findIndex((until) => until <= start)
    const lane = free < 0 ? ends.length : free
    ends[lane] = end
    return { item, lane, start, end }
  })
  const to = dayNumber(`${nextMonth(last.slice(0, 7))}-01`)
  return {
    from: dayNumber(`${first.slice(0, 7)}-01`),
    to,
    bars,
    lanes: ends.length,
    months: months.map((period) => ({ period, day: dayNumber(`${period}-01`) })),
  }
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let at = from; at <= to && months.length < 600; at = nextMonth(at)) months.push(at)
  return months
}

function nextMonth(period: string): string {
  const [year = 0, month = 1] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)
}
