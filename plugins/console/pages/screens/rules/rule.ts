import { IDENTIFYING } from '../../../../../src/scoring/in-force.ts'
import { type Dated, RULE_TYPES, type RuleType } from '../../logic/rules-in-force.ts'

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

/** The types whose records are a metric's weight and curve. */
export const METRIC_TYPES: readonly RuleType[] = ['p-score', 'o-score', 't-score', 'f-score', 'i-score']
export const hasCurve = (type: RuleType) => METRIC_TYPES.includes(type) || type === 'am-kpi-weight'

// The paths of all types have one form; the types of one stand for all.
export const listPath = (type: RuleType) => `/api/config/${type}` as '/api/config/tiers'
export const recordPath = (type: RuleType) => `/api/config/${type}/{id}` as '/api/config/tiers/{id}'
export const historyPath = (type: RuleType) =>
  `/api/config/${type}/{id}/history` as '/api/config/tiers/{id}/history'

/** The text of what a record is about, as it is written in the record; '' where it is for all. */
export const subjectOf = (type: RuleType, record: Fields): string => String(record[IDENTIFYING[type]] ?? '')
