import type { FastifyInstance } from 'fastify'
import type { Feed } from '../../feeds/feed.ts'
import type { Sql } from '../../platform/database/database.ts'
import { readAtOneInstant } from '../../runs/seller-queries.ts'
import { compareTotals, declaredTotals, storedTotals } from './control-totals-queries.ts'
import { readMonthFacts } from './facts-queries.ts'
import { type Finding, type Result, resultOf } from './judge/check.ts'
import { type Declared, differingTotals } from './judge/control-totals.ts'
import { shiftedDistributions } from './judge/distributions.ts'
import { missingDays } from './judge/missing-days.ts'
import { monthNotOver } from './judge/month-not-over.ts'
import { manyRejections } from './judge/rejections.ts'
import { outdatedScores, silentSellers } from './judge/sellers.ts'
import { staleFeeds } from './judge/stale-feeds.ts'
import { missingFeeds, unusualVolumes } from './judge/volume.ts'
import { outdatedOf } from './outdated-queries.ts'
import { readSamples } from './samples-queries.ts'
import { countSellers, silentSellersOf } from './sellers-queries.ts'

/** What looks wrong with a month's data, as people read it. */
export type Check = Omit<Finding, 'about'>

export interface Report {
  result: Result
  checks: Check[]
}

/** Which month is asked about, and when. */
interface Asked {
  period: string
  time_zone: string
  now: Date
  /** Whose sellers are named, by the account manager; null for all. Everything else is of the whole month. */
  portfolio_of: number | null
  feeds: readonly Feed[]
}

/** The report of what was found, the worst first. */
export const reportOf = (checks: readonly Check[]): Report => ({
  result: resultOf(checks),
  checks: checks.toSorted(
    (one, other) => Number(one.level === 'warning') - Number(other.level === 'warning'),
  ),
})

/** How long a statement of a report may take, and how long the report waits for a connection. */
export const REPORT_MS = 10_000

/**
 * Judges a month's data as of now, on one instant.
 * @param portfolio_of names sellers of this account manager only
 * @throws what the database says when it takes too long
 */
export const judgeMonth = (
  { db, env, clock, feeds }: Pick<FastifyInstance, 'db' | 'env' | 'clock' | 'feeds'>,
  period: string,
  portfolio_of: number | null = null,
): Promise<Report> =>
  db.bulkTransaction(
    async (tx) => {
      await readAtOneInstant(tx)
      return readReport(tx, {
        period,
        time_zone: env.BUSINESS_TIMEZONE,
        now: clock.now(),
        portfolio_of,
        feeds,
      })
    },
    { timeout: REPORT_MS },
  )

/**
 * Judges a month's data. What can't be complete yet, because the month is not over, is not judged; what was declared of
 * it already is.
 */
async function readReport(db: Sql, asked: Asked): Promise<Report> {
  const { period, time_zone, now } = asked
  const month = await readMonthFacts(db, period, time_zone, now, asked.feeds)
  const findings = [
    ...monthNotOver(month),
    ...missingFeeds(month),
    ...unusualVolumes(month),
    ...missingDays(month),
    ...staleFeeds(month),
    ...manyRejections(month),
    ...differingTotals(period, await compareDeclared(db, asked), month.is_over),
    ...(month.is_over ? await judgeWholeMonth(db, asked) : []),
  ]
  return reportOf([...(await checksOf(db, findings, asked)), ...(await judgeScores(db, asked))])
}

async function judgeWholeMonth(db: Sql, asked: Asked): Promise<Finding[]> {
  const { period, time_zone, portfolio_of } = asked
  return [
    ...silentSellers(period, await silentSellersOf(db, period, time_zone, portfolio_of)),
    ...shiftedDistributions(period, await readSamples(db, period)),
  ]
}

async function compareDeclared(
  db: Sql,
  { period, time_zone, portfolio_of, feeds }: Asked,
): Promise<Declared[]> {
  const declared = await declaredTotals(db, period, portfolio_of)
  const compared: Declared[] = []
  for (const feed of feeds) {
    const ofFeed = declared.filter((one) => one.feed === feed.name)
    if (ofFeed.length === 0) continue
    const sellers = ofFeed.map(({ seller_id }) => seller_id)
    const stored = await storedTotals(db, feed, period, time_zone, sellers)
    for (const { seller_id, seller_code, totals } of ofFeed)
      compared.push({ feed: feed.name, seller_code, compared: compareTotals(stored.get(seller_id), totals) })
  }
  return compared
}

/** Counts the sellers of each finding, once for all findings about the same ones. */
async function checksOf(
  db: Sql,
  findings: readonly Finding[],
  { period, time_zone, feeds }: Asked,
): Promise<Check[]> {
  const counted = new Map<string, number>()
  const checks: Check[] = []
  for (const { about, ...finding } of findings) {
    const key = JSON.stringify(about)
    const feed = feeds.find(({ name }) => name === about?.feed)
    if (about && feed && !counted.has(key))
      counted.set(key, await countSellers(db, feed, about.whose, period, time_zone))
    checks.push({ ...finding, sellers: about ? (counted.get(key) ?? null) : finding.sellers })
  }
  return checks
}

/** Judges whether the open scores of some sellers, or of all (null), are made of the facts that are there. */
export async function judgeScores(
  db: Sql,
  asked: Pick<Asked, 'period' | 'time_zone' | 'feeds'>,
  sellers: number[] | null = null,
): Promise<Check[]> {
  const findings = outdatedScores(asked.period, await outdatedOf(db, asked, sellers))
  return findings.map(({ about: _, ...check }) => check)
}
