import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/database/database.ts'
import { readAtOneInstant } from '../../runs/seller-queries.ts'
import { dateOf } from '../business-time.ts'
import { plainly } from '../words/plainly.ts'
import { labelOf } from '../words/word.ts'
import { compareDeclared, differingTotals } from './control-totals.ts'
import { readSamples, shiftedDistributions } from './distributions.ts'
import { manyRejections, missingDays, missingFeeds, staleFeeds, unusualVolumes } from './feeds.ts'
import type { Asked, Check, Finalize, Finding, RESULTS } from './finding.ts'
import { monthNotOver, readMonthFacts } from './month-facts.ts'
import { outdatedOf, outdatedScores } from './outdated.ts'
import { countSellers, silentSellers, silentSellersOf } from './sellers.ts'

export interface Report {
  result: (typeof RESULTS)[number]
  checks: Check[]
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

/** Judges a month's data: what can't be complete before its end only then, what was declared of it at any time. */
async function readReport(db: Sql, asked: Asked): Promise<Report> {
  const { period } = asked
  const month = await readMonthFacts(db, asked)
  const findings = [
    ...monthNotOver(month),
    ...missingFeeds(month),
    ...unusualVolumes(month),
    ...missingDays(month),
    ...staleFeeds(month),
    ...manyRejections(month),
    ...differingTotals(period, await compareDeclared(db, asked), month.is_over),
  ]
  if (month.is_over)
    findings.push(
      ...silentSellers(period, await silentSellersOf(db, asked)),
      ...shiftedDistributions(period, await readSamples(db, period)),
    )
  return reportOf([...(await checksOf(db, findings, asked)), ...(await judgeScores(db, asked))])
}

/** Counts the sellers of each finding, once for all findings about the same ones. */
async function checksOf(db: Sql, findings: readonly Finding[], asked: Asked) {
  const counted = new Map<string, number>()
  const checks: Check[] = []
  for (const { sellers: whose, ...finding } of findings) {
    let sellers = typeof whose === 'string' ? null : whose
    const feed = asked.feeds.find(({ name }) => name === finding.id.split(':')[1])
    if (typeof whose === 'string' && feed) {
      const key = `${whose} ${feed.name}`
      sellers = counted.get(key) ?? (await countSellers(db, feed, whose, asked))
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

type Gate = Env['QUALITY_GATE']

/** Whether nothing becomes final until the check is accepted: whatever the gate, of a month that is not over. */
const isBlocked = ({ id, level }: Check, gate: Gate) =>
  level === 'block' && (gate === 'block' || id === 'month_not_over')

/** A sentence about a feed begins with its name. */
const FEED = /^[a-z]+(?:-[a-z]+)*(?=: )/

const shownSentence = ({ sentence }: Check) => plainly(sentence.replace(FEED, labelOf))

/** A report as people read it: what does not block is a warning, and sentences are plain. */
export const shownReport = ({ checks }: Report, gate: Gate): Report =>
  reportOf(
    checks.map((check) => ({
      ...check,
      level: isBlocked(check, gate) ? ('block' as const) : 'warning',
      sentence: shownSentence(check),
    })),
  )

/** Whether days of the month are to come when the transaction begins, which is when something becomes final. */
export async function judgeEnd(tx: Sql, period: string, timeZone: string): Promise<Check[]> {
  const today = dateOf(new Date(await tx.value<string>`select now()`), timeZone)
  return monthNotOver({ period, is_over: period < today.slice(0, 7), today })
}

/** Keeps what a finalize knows of a month, in its transaction: the result as shown, the checks as they were found. */
export const keepReport = (tx: Sql, { period, checks, score_id, ...report }: Kept) =>
  tx.run`
    insert into quality_reports (period, score_id, result, checks, accepted, notes, user_id)
    values (${period}, ${score_id}, ${report.result}, ${JSON.stringify(checks)}::jsonb, ${report.accepted}::text[],
            ${report.notes}, ${report.user_id})`
type Kept = Omit<Finalize, 'at' | 'full_name' | 'found'> & { period: string; checks: Check[] }

/**
 * The newest reports of a month, newest first.
 * @param portfolio_of of single scores, those of sellers of this account manager only
 */
export async function keptReports(db: Sql, period: string, portfolio_of: number | null): Promise<Finalize[]> {
  const rows = await db.rows<Omit<Finalize, 'found'> & { checks: Check[] }>(
    `select at, user_id, (select full_name from users u where u.id = r.user_id) as full_name, score_id, result, coalesce(accepted, '{}') as accepted, notes,
            case when $2::int is null then checks else '[]' end as checks
     from quality_reports r
     where period = $1 and (score_id is null or $2::int is null or exists (
       select from monthly_scores m join sellers s on s.id = m.seller_id
       where m.id = r.score_id and s.assigned_am_id = $2
     ))
     order by id desc limit 20`,
    [period, portfolio_of],
  )
  return rows.map(({ checks, ...row }) => ({ ...row, found: checks.map(shownSentence) }))
}
