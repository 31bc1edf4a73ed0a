import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { MetricName } from '../../src/domain/scores/score-schemas.ts'
import {
  ChangesOf,
  Id,
  ignoring,
  Nullable,
  OneOf,
  Period,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { RULE_NAMES } from '../../src/scoring/rule-types.ts'
import { RULE_SCHEMAS, type RuleType } from '../../src/scoring/rules.ts'
import { ACCEPTABLE, type Accept, ENOUGH } from './checks.ts'
import { changeable, creatable, metricsOf, readable } from './derived.ts'

const EffectiveFrom = (more = '') =>
  Period({ description: `The first month the record is for${more}`, examples: ['2026-11'] })
const EffectiveTo = () =>
  Period({ description: 'The last month it is for; null has no end', examples: ['2027-12'] })

const common = {
  id: Id(),
  version: Type.Integer({ description: 'Counts the changes of this record, from 1', examples: [1] }),
  is_active: Type.Boolean({
    description: 'false: deleted, kept for the scores made with it',
    examples: [true],
  }),
  effective_from: EffectiveFrom(),
  effective_to: Nullable(EffectiveTo()),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'When this version was written' }),
  updated_by: Nullable(Type.Integer(), { description: 'The user who wrote it; null for a default' }),
}

/** What a record is among the others of its type. */
const among = {
  identity: Type.String({
    description:
      'Records of the same identity stand in for each other: * is for all that have no record of their own',
    examples: ['Gold'],
  }),
  in_force: Type.Optional(
    Type.Boolean({
      description: 'A run of the month would use it: of `period`, else the current one. Left out of versions',
      examples: [true],
    }),
  ),
}

/** Who wrote a version, and how. */
const writtenBy = {
  updated_by_name: Nullable(Type.String(), { description: 'Of updated_by', examples: ['Olga Brandt'] }),
  draft_id: Nullable(Type.Integer(), {
    description: 'The draft whose adoption wrote it, which has the backtest and the reason; null without one',
    examples: [3],
  }),
  draft_name: Nullable(Type.String(), { description: 'Of draft_id', examples: ['Gold asks for more'] }),
}
export type WrittenBy = Static<TObject<typeof writtenBy>>

/** A record as the API shows it: what all types have, and beside it the fields of its own type. */
type ConfigRecord = CommonFields & Record<string, unknown>
type CommonFields = Static<TObject<typeof common>>

type ConfigInput = {
  effective_from?: string
  effective_to?: string | null
  is_active?: boolean
  accept?: Accept
} & Record<string, unknown>

/** What a record shows and no caller writes. */
export const READ_ONLY = ['id', 'version', 'created_at', 'updated_at', 'updated_by', 'identity', 'in_force']

/** Which dates a caller may write, and what holds without them. */
const written = (whenAbsent: string) => ({
  effective_from: Type.Optional(EffectiveFrom(whenAbsent)),
  effective_to: Type.Optional(Nullable(EffectiveTo())),
  is_active: Type.Optional(
    Type.Boolean({
      description: 'true, as it was read: a record is ended by DELETE, not here',
      examples: [true],
    }),
  ),
})

/** What a body of fault records may accept. */
export const AcceptFewFaults = () =>
  Type.Optional(
    Type.Array(OneOf([...ACCEPTABLE]), {
      maxItems: 1,
      description: `few_faults: less than ${ENOUGH} % of what went wrong last month names a fault, and what names none is left out all the same`,
    }),
  )

/** The own fields of a type; a metric is one of those that it may name, or one that is still to come. */
function withMetricNames(type: RuleType): TProperties {
  const fields: TProperties = RULE_SCHEMAS[type].properties
  if (!fields.metric) return fields
  const names = metricsOf(type)
  return {
    ...fields,
    metric: MetricName({ description: fields.metric.description }, names.length > 0 ? names : undefined),
  }
}

/** How the routes of one type name its records, and the schemas of what they take and show. */
export function recordsOfType(type: RuleType) {
  const { one, many, text } = RULE_NAMES[type]
  const { description } = RULE_SCHEMAS[type]
  const [firstRule] = defaultRules[type]
  const examples = firstRule ? [firstRule] : RULE_SCHEMAS[type].examples
  const own = withMetricNames(type)
  const accepted: TProperties = type === 'fault' ? { accept: AcceptFewFaults() } : {}
  const shown = Type.Object({ ...common, ...own, ...among }, { title: one, description })
  const created = { ...creatable(type, readable(own)), ...written('; the current month when absent') }
  const changed = { ...changeable(readable(own)), ...written('; as it was when absent') }
  return {
    ...{ type, one, many, text, url: `/api/config/${type}` },
    about: description,
    record: Type.Unsafe<ConfigRecord>(shown),
    version: Type.Unsafe<ConfigRecord>(Type.Object({ ...shown.properties, ...writtenBy }, { description })),
    newRecord: ignoring(
      Type.Unsafe<ConfigInput>(
        Type.Object({ ...created, ...accepted }, { additionalProperties: false, description, examples }),
      ),
      ...READ_ONLY,
    ),
    change: Type.Unsafe<ConfigInput>({
      ...ChangesOf({ ...changed, ...accepted }, shown),
      description,
      examples,
    }),
  }
}

export type RecordsOfType = ReturnType<typeof recordsOfType>
