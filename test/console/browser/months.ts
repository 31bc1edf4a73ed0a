import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'

const NOW = periodOf(new Date(), 'UTC')

/** The month before the running one, which the demo has calculated and not made final. */
export const LAST = shiftPeriod(NOW, -1)
/** The newest month that is final in the demo. */
export const FINAL = shiftPeriod(NOW, -2)
export const NEXT_YEAR = Number(NOW.slice(0, 4)) + 1

/** As the console names it: `October 2026`. */
export const nameOf = (period: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${period}-01`),
  )
