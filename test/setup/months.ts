import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'

/** The running month, the one before and the one after. */
export const NOW = periodOf(new Date(), 'UTC')
export const LAST = shiftPeriod(NOW, -1)
export const NEXT = shiftPeriod(NOW, 1)
