import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/database/database.ts'
import { dateOf } from '../business-time.ts'
import { plainly } from '../words/plainly.ts'
import { labelOf } from '../words/word.ts'
import { monthNotOver } from './month-facts.ts'
import { type Report, reportOf } from './report.ts'
import type { Check } from './schemas.ts'

type Gate = Env['QUALITY_GATE']

/**
 * Whether nothing becomes final until the check is accepted: so it is of a month that is not over, whatever the gate.
 */
const isBlocked = ({ id, level }: Check, gate: Gate) =>
  level === 'block' && (gate === 'block' || id === 'month_not_over')

/** A sentence about a feed begins with its name. */
const FEED = /^[a-z]+(?:-[a-z]+)*(?=: )/

/** A report as people read it: what does not block is a warning, and sentences are plain. */
export const shownReport = ({ checks }: Report, gate: Gate): Report =>
  reportOf(
    checks.map((check) => ({
      ...check,
      level: isBlocked(check, gate) ? ('block' as const) : 'warning',
      sentence: plainly(check.sentence.replace(FEED, labelOf)),
    })),
  )

/**
 * Whether days of the month are to come, by the instant at which the transaction began: that is when what it makes
 * final became final.
 */
export async function judgeEnd(tx: Sql, period: string, timeZone: string): Promise<Check[]> {
  const today = dateOf(new Date(await tx.value<string>`select now()`), timeZone)
  return monthNotOver({ period, is_over: period < today.slice(0, 7), today })
}
