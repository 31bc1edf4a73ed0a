import { addDays, datesOf, daysIn, firstDay, lastDay, weekday } from './calendar.ts'
import { randomFor } from './random.ts'
import type { DemoSeller } from './sellers.ts'

/** What the calendar does to trade, January to December. */
const SEASON = [0.88, 0.9, 0.97, 0.98, 1, 1, 0.95, 0.96, 1.02, 1.05, 1.22, 1.2]
/** And the day of the week, Sunday to Saturday. */
const WEEK = [0.6, 1.2, 1.15, 1.1, 1.1, 1.05, 0.8]
const MONTHLY_SCATTER = 0.08

/** The days of a period on which a seller trades: its first and its last one known, the anchor not looked at. */
export function tradingDays({ starts, leaves }: DemoSeller, period: string): string[] {
  const end = leaves?.on ?? addDays(lastDay(period), 1)
  if (starts <= firstDay(period) && end > lastDay(period)) return datesOf(period)
  return datesOf(period).filter((date) => date >= starts && date < end)
}

/** Orders of a seller in a period, all of it, whether or not it is over. */
export function plannedOrders(seller: DemoSeller, period: string): number {
  const scatter = randomFor('volume', seller.code, period).normal(1, MONTHLY_SCATTER)
  const share = tradingDays(seller, period).length / daysIn(period)
  return Math.round(seller.size * (SEASON[Number(period.slice(5)) - 1] as number) * scatter * share)
}

/** How many of `count` orders fall on each day: busy days have more. */
export function byDay(days: readonly string[], count: number): { date: string; count: number }[] {
  const total = days.reduce((sum, date) => sum + dayWeight(date), 0)
  let weightSoFar = 0
  let placed = 0
  return days.map((date) => {
    weightSoFar += dayWeight(date)
    const upToHere = Math.round((count * weightSoFar) / total)
    const here = upToHere - placed
    placed = upToHere
    return { date, count: here }
  })
}

const dayWeight = (date: string) => WEEK[weekday(date)] as number
