import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { NOW } from '../../setup/months.ts'

/** The newest month that is final in the demo. The one before the running one is calculated there, and not final. */
export const FINAL = shiftPeriod(NOW, -2)
export const NEXT_YEAR = Number(NOW.slice(0, 4)) + 1

/** As the console names it: `October 2026`. */
export const nameOf = (period: string) =>
  new Date(period).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
