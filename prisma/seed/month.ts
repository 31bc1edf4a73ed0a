import type { Calendar } from './calendar.ts'
import type { Campaign } from './campaigns.ts'

/** A month of the demo: what the facts of a seller are made with, beside the seller. */
export interface Month {
  calendar: Calendar
  campaigns: Campaign[]
  period: string
  /** 0 for the oldest. */
  index: number
  isFirst: boolean
  isRunning: boolean
}

export const monthOf = (calendar: Calendar, campaigns: Campaign[], index: number): Month => ({
  calendar,
  campaigns,
  period: calendar.periods[index] as string,
  index,
  isFirst: index === 0,
  isRunning: index === calendar.periods.length - 1,
})
