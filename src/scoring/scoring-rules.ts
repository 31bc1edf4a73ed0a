import type { TObject } from '@sinclair/typebox'
import type { HelpdeskBefore } from './helpdesk-before.ts'
import { FaultRule, GracePeriod, HelpdeskRule, MetricRule, ScoreWeights, Tier } from './rule-schemas.ts'
import type { RuleSet } from './rules.ts'

/** The configuration types that scores read, and the schema of the fields that are each one's own. */
export const SCORING_SCHEMAS = {
  'score-weights': ScoreWeights,
  tiers: Tier,
  'p-score': MetricRule,
  'o-score': MetricRule,
  't-score': MetricRule,
  'f-score': MetricRule,
  'i-score': MetricRule,
  'grace-period': GracePeriod,
  helpdesk: HelpdeskRule,
  fault: FaultRule,
} as const

export type ScoringType = keyof typeof SCORING_SCHEMAS
export const SCORING_TYPES = Object.keys(SCORING_SCHEMAS) as ScoringType[]

/** The effective records of the types that scores read. A type that a release has added may be absent. */
export type ScoringRecords = Pick<RuleSet, ScoringType>

/** The same, and the hours of tickets of months before (helpdesk-before.ts), where these were others. */
export type ScoringRules = ScoringRecords & { helpdesk_before?: HelpdeskBefore[] }

/** The types that every set of rules names. */
export const FIRST_TYPES: ReadonlySet<string> = new Set([
  'score-weights',
  'tiers',
  'p-score',
  'o-score',
  't-score',
  'f-score',
  'i-score',
  'grace-period',
  'helpdesk',
])

/** The rules as they are kept: each type that releases have added since is named where it has records. */
export const withContent = (rules: ScoringRecords): ScoringRecords =>
  Object.fromEntries(
    SCORING_TYPES.filter((type) => FIRST_TYPES.has(type) || rules[type]?.length > 0).map((type) => [
      type,
      rules[type],
    ]),
  ) as ScoringRecords

/** A record without all that is not its identity, version or own fields. A field that is absent stays so. */
export function ownFields<R extends object>({ properties }: TObject, record: R): R {
  const keys = ['id', 'version', ...Object.keys(properties)]
  const fields = record as Record<string, unknown>
  return Object.fromEntries(
    keys.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])),
  ) as R
}
