import type { Stored } from '../pushed-feed.ts'

/** What is stored of no records. */
export const nothingStored = (): Stored => ({
  created: 0,
  updated: 0,
  deleted: [],
  refused: [],
  periods: [],
  days: [],
  late: 0,
  oddDates: {},
  past: 0,
})
