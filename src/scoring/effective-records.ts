import { type Dated, inForce } from './in-force.ts'
import { nextPeriod } from './month.ts'
import { ruleSetProblem } from './rule-set.ts'
import { ownRecord, type RuleRecord, type RuleType } from './rules.ts'

/** A configuration record with its dates, in periods YYYY-MM; an `effective_to` of null has no end. */
export type DatedRecord<T extends RuleType> = RuleRecord<T> & Dated

/** The records of a type that count in a period, as inForce tells them. Only id, version and own fields are kept. */
export const effectiveRecords = <T extends RuleType>(
  type: T,
  records: readonly DatedRecord<T>[],
  period: string,
): RuleRecord<T>[] => inForce(type, records, period).map((record) => ownRecord(type, record))

/**
 * The first period, from the given one on, in which the effective records of a type can't be used, and why; null
 * when there is none. Looks at each period in which a record begins or has ended.
 */
export function firstUnusablePeriod<T extends RuleType>(
  type: T,
  records: readonly DatedRecord<T>[],
  from: string,
): { period: string; problem: string } | null {
  const changes = records.flatMap(({ effective_from, effective_to }) =>
    effective_to === null ? [effective_from] : [effective_from, nextPeriod(effective_to)],
  )
  for (const period of [...new Set([from, ...changes])].sort()) {
    if (period < from) continue
    const problem = ruleSetProblem(type, effectiveRecords(type, records, period))
    if (problem) return { period, problem }
  }
  return null
}
