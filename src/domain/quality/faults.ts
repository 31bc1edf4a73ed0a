import type { FastifyInstance } from 'fastify'
import { countFaults, type FeedWithFaults, hasFaults } from '../../feeds/faults.ts'
import { monthUntilNow } from '../../feeds/scored-month.ts'
import type { Sql } from '../../platform/database/database.ts'
import { shiftPeriod } from '../business-time.ts'
import { currentRules } from '../scores/effective-rules.ts'
import type { Faults, FaultsOfFeed } from './finding.ts'
import { REPORT_MS } from './report.ts'

/** How much of a month's facts names no fault, by feed, without those in which nothing went wrong. */
export const readFaults = (
  { db, env, feeds }: Pick<FastifyInstance, 'db' | 'env' | 'feeds'>,
  period: string,
): Promise<FaultsOfFeed[]> =>
  db.bulkTransaction(
    async (tx) => {
      const faultsOf = await faultsIn(tx, period, env.BUSINESS_TIMEZONE)
      const faultsBefore = await faultsIn(tx, shiftPeriod(period, -1), env.BUSINESS_TIMEZONE)
      const found: FaultsOfFeed[] = []
      for (const feed of feeds.filter(hasFaults)) {
        const now = await faultsOf(feed)
        if (now) found.push({ feed: feed.name, ...now, before: await faultsBefore(feed) })
      }
      return found
    },
    { timeout: REPORT_MS },
  )

/** Counts the faults of feeds in a month until now, by its rules; null where nothing went wrong. */
export async function faultsIn(db: Sql, period: string, timeZone: string) {
  const month = await monthUntilNow(db, period, timeZone)
  const rules = await currentRules(db, period)
  return async (feed: FeedWithFaults): Promise<Faults | null> => {
    const faults = await countFaults(db, feed, month, rules)
    const { went_wrong, unnamed } = faults
    return went_wrong === 0 ? null : { ...faults, percent: Math.round((unnamed * 10_000) / went_wrong) / 100 }
  }
}
