import type { FastifyInstance } from 'fastify'
import type { Feed } from '../../feeds/feed.ts'
import type { Sql } from '../../platform/database/database.ts'
import { readAtOneInstant } from '../../runs/seller-queries.ts'
import { compareDeclared, differingTotals } from './control-totals.ts'
import { readSamples, shiftedDistributions } from './distributions.ts'
import { manyRejections, missingDays, missingFeeds, staleFeeds, unusualVolumes } from './feeds.ts'
import type { Finding } from './finding.ts'
import { monthNotOver, readMonthFacts } from './month-facts.ts'
import { outdatedOf, outdatedScores } from './outdated.ts'
import type { Check, RESULTS } from './schemas.ts'
import { countSellers, silentSellers, silentSellersOf } from './sellers.ts'

export interface Report {
  result: (typeof RESULTS)[number]
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
export function reportOf(found: readonly Check[]): Report {
  const checks = found.toSorted(
    (one, other) => Number(one.level === 'warning') - Number(other.level === 'warning'),
  )
  return { result: checks[0]?.level ?? 'pass', checks }
}

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
      const time_zone = env.BUSINESS_TIMEZONE
      return readReport(tx, { period, time_zone, now: clock.now(), portfolio_of, feeds })
    },
    { timeout: REPORT_MS },
  )

/**
 * Judges a month's data. What can't be complete yet, because the month is not over, is not judged; what was declared of
 * it already is.
 */
async function readReport(db: Sql, asked: Asked): Promise<Report> {
  const { period, time_zone, now, portfolio_of, feeds } = asked
  const month = await readMonthFacts(db, period, time_zone, now, feeds)
  const findings = [
    ...monthNotOver(month),
    ...missingFeeds(month),
    ...unusualVolumes(month),
    ...missingDays(month),
    ...staleFeeds(month),
    ...manyRejections(month),
    ...differingTotals(period, await compareDeclared(db, feeds, asked), month.is_over),
  ]
  if (month.is_over)
    findings.push(
      ...silentSellers(period, await silentSellersOf(db, period, time_zone, portfolio_of)),
      ...shiftedDistributions(period, await readSamples(db, period)),
    )
  return reportOf([...(await checksOf(db, findings, asked)), ...(await judgeScores(db, asked))])
}

/** Counts the sellers of each finding, once for all findings about the same ones. */
async function checksOf(
  db: Sql,
  findings: readonly Finding[],
  { period, time_zone, feeds }: Asked,
): Promise<Check[]> {
  const counted = new Map<string, number>()
  const checks: Check[] = []
  for (const { sellers: whose, ...finding } of findings) {
    let sellers = typeof whose === 'string' ? null : whose
    const feed = feeds.find(({ name }) => name === finding.id.split(':')[1])
    if (typeof whose === 'string' && feed) {
      const key = `${whose} ${feed.name}`
      sellers = counted.get(key) ?? (await countSellers(db, feed, whose, period, time_zone))
      counted.set(key, sellers)
    }
    checks.push({ ...finding, sellers })
  }
  return checks
}

/** Judges whether the open scores of some sellers, or of all (null), are made of the facts that are there. */
export const judgeScores = async (
  db: Sql,
  asked: Pick<Asked, 'period' | 'time_zone' | 'feeds'>,
  sellers: number[] | null = null,
): Promise<Check[]> => outdatedScores(asked.period, await outdatedOf(db, asked, sellers))
