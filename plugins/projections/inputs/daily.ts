import { FEEDS } from '../../../src/feeds/index.ts'
import { DAILY_FEEDS } from '../../../src/scoring/daily-feeds.ts'

/** The feeds whose facts come day by day. */
export const daily = FEEDS.filter(({ name }) => (DAILY_FEEDS as readonly string[]).includes(name))
