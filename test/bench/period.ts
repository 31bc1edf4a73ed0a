import { shiftPeriod } from '../../src/domain/business-time.ts'

/** The month that datasets have facts and scores of: the one before this. */
export const PERIOD = shiftPeriod(new Date().toISOString().slice(0, 7), -1)
