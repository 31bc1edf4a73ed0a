import { nextPeriod } from './month.ts'
import { wordKey } from './open-word.ts'
import { KNOWN_WORDS } from './rule-schemas.ts'
import { ruleSetProblem } from './rule-set.ts'
import { ownRecord, type Rule, type RuleRecord, type RuleType } from './rules.ts'

/** A configuration record with its dates, in periods YYYY-MM; an `effective_to` of null has no end. */
export type DatedRecord<T extends RuleType> = RuleRecord<T> & {
  is_active: boolean
  effective_from: string
  effective_to: string | null
}

const IDENTIFYING = {
  'score-weights': 'contract_type',
  tiers: 'name',
  'p-score': 'metric',
  'o-score': 'metric',
  't-score': 'metric',
  'f-score': 'metric',
  'i-score': 'metric',
  surcharge: 'surcharge_type',
  'am-bonus-penalty': 'name',
  'am-kpi-weight': 'metric',
  'grace-period': 'contract_type',
  helpdesk: 'category',
} as const satisfies Record<RuleType, string>

/**
 * What records of a type must share to supersede each other: a metric, a name, a contract type (* for all). Open words
 * are the same in any case.
 */
export function identityOf<T extends RuleType>(type: T, record: Rule<T>): string {
  const value = (record as Record<string, unknown>)[IDENTIFYING[type]]
  return value === null || value === undefined ? '*' : identityNamed(type, String(value))
}

/** The identity that a text names, as records of the type have it. */
export const identityNamed = (type: RuleType, name: string): string =>
  IDENTIFYING[type] in KNOWN_WORDS ? wordKey(name) : name

/**
 * The records of a type that count in a period, by id: active, effective in it, and of each identity the one with
 * the newest effective_from (the highest id among equals). Only id, version and own fields are kept.
 */
export function effectiveRecords<T extends RuleType>(
  type: T,
  records: readonly DatedRecord<T>[],
  period: string,
): RuleRecord<T>[] {
  const newest = new Map<string, DatedRecord<T>>()
  for (const record of records) {
    const { is_active, effective_from, effective_to } = record
    if (!is_active || effective_from > period || (effective_to !== null && effective_to < period)) continue
    const identity = identityOf(type, record)
    const rival = newest.get(identity)
    if (!rival || supersedes(record, rival)) newest.set(identity, record)
  }
  return [...newest.values()].sort((a, b) => a.id - b.id).map((record) => ownRecord(type, record))
}

function supersedes(a: DatedRecord<RuleType>, b: DatedRecord<RuleType>) {
  if (a.effective_from !== b.effective_from) return a.effective_from > b.effective_from
  return a.id > b.id
}

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
