import type { Static } from '@sinclair/typebox'
import {
  AmBand,
  AmKpiWeight,
  GracePeriod,
  HelpdeskRule,
  MetricRule,
  ScoreWeights,
  SurchargeRule,
  Tier,
} from './rule-schemas.ts'

/** The twelve configuration types and the schema of the fields that are each one's own. */
export const RULE_SCHEMAS = {
  'score-weights': ScoreWeights,
  tiers: Tier,
  'p-score': MetricRule,
  'o-score': MetricRule,
  't-score': MetricRule,
  'f-score': MetricRule,
  'i-score': MetricRule,
  surcharge: SurchargeRule,
  'am-bonus-penalty': AmBand,
  'am-kpi-weight': AmKpiWeight,
  'grace-period': GracePeriod,
  helpdesk: HelpdeskRule,
} as const

export type RuleType = keyof typeof RULE_SCHEMAS
export const RULE_TYPES = Object.keys(RULE_SCHEMAS) as RuleType[]

/** The own fields of a record of a type. */
export type Rule<T extends RuleType = RuleType> = Static<(typeof RULE_SCHEMAS)[T]>

/** A record as the engine sees it: its identity, its version and its own fields. */
export type RuleRecord<T extends RuleType = RuleType> = Rule<T> & { id: number; version: number }

/** The effective records of all types. */
export type RuleSet = { [T in RuleType]: RuleRecord<T>[] }

/** The configuration types that scores read; the others read scores. */
export const SCORING_TYPES = [
  'score-weights',
  'tiers',
  'p-score',
  'o-score',
  't-score',
  'f-score',
  'i-score',
  'grace-period',
  'helpdesk',
] as const satisfies RuleType[]
export type ScoringType = (typeof SCORING_TYPES)[number]
export type ScoringRules = Pick<RuleSet, ScoringType>

/** A record without all that is not its identity, version or own fields. */
export function ownRecord<T extends RuleType>(type: T, record: RuleRecord<T>): RuleRecord<T> {
  const keys = ['id', 'version', ...Object.keys(RULE_SCHEMAS[type].properties)]
  const fields = record as Record<string, unknown>
  return Object.fromEntries(keys.map((key) => [key, fields[key]])) as unknown as RuleRecord<T>
}
