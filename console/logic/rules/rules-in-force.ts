/** The months in which each record of the rules counts. */
import { type Dated as DatedRecord, identityOf, inForce } from '../../../src/scoring/in-force.ts'
import { RULE_NAMES } from '../../../src/scoring/rule-types.ts'

export type RuleType = keyof typeof RULE_NAMES
export const RULE_TYPES = Object.keys(RULE_NAMES) as RuleType[]

/** A record of the rules, with the fields of its type. */
export interface Dated extends DatedRecord {
  version: number
  [field: string]: unknown
}

/** Months in a row in which one record counts. */
export interface Span<R> {
  record: R
  from: string
  to: string
}

/** For each kind, in the order in which it came, which record counts in which of the months. */
export function spansOf<R extends Dated>(
  type: RuleType,
  records: readonly R[],
  months: readonly string[],
): { identity: string; spans: Span<R>[] }[] {
  const rows = new Map<string, Span<R>[]>()
  for (const record of records) if (record.is_active) rows.set(identityOf(type, record), [])
  for (const month of months)
    for (const record of inForce(type, records, month)) {
      const spans = rows.get(identityOf(type, record)) ?? []
      const last = spans.at(-1)
      if (last?.record.id === record.id && months.indexOf(last.to) === months.indexOf(month) - 1)
        last.to = month
      else spans.push({ record, from: month, to: month })
    }
  return [...rows].map(([identity, spans]) => ({ identity, spans }))
}
