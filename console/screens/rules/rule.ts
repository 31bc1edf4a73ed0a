import { month } from '../../logic/format.ts'
import { type Dated, RULE_TYPES, type RuleType } from '../../logic/rules/rules-in-force.ts'
import { RULES } from '../../service.ts'

/** A record of the rules: what all types have, and the fields of its own type. */
export type RuleRecord = Dated & { updated_at: string; updated_by: number | null }

/** The own fields of a record. */
export type Fields = Record<string, unknown>

/** What every record has besides its own fields. */
export const COMMON = [
  'id',
  'version',
  'is_active',
  'effective_from',
  'effective_to',
  'created_at',
  'updated_at',
  'updated_by',
] as const

/** Without id, version, dates and activity. */
export const ownFields = (record: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !COMMON.includes(name as 'id')))

export const isRuleType = (text: string): text is RuleType => RULE_TYPES.includes(text as RuleType)

/** Whether records of a type say what a metric of scores weighs, and what it needs. */
export const isOfMetrics = (type: RuleType) => 'min_volume' in RULES[type].fields
export const hasCurve = (type: RuleType) => 'curve' in RULES[type].fields

// The paths of all types have one form; the types of one stand for all.
export const listPath = (type: RuleType) => `/api/config/${type}` as '/api/config/tiers'
export const recordPath = (type: RuleType) => `/api/config/${type}/{id}` as '/api/config/tiers/{id}'
export const historyPath = (type: RuleType) =>
  `/api/config/${type}/{id}/history` as '/api/config/tiers/{id}/history'

/** `since October 2026, no end` */
export function datesOf({
  effective_from,
  effective_to,
}: Pick<RuleRecord, 'effective_from' | 'effective_to'>) {
  const from = effective_from <= '2000-01' ? 'from the start' : `since ${month(effective_from)}`
  return `${from}, ${effective_to ? `until ${month(effective_to)}` : 'no end'}`
}
