import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { MetricName } from '../../src/domain/scores/score-schemas.ts'
import { IfMatch, ifUnchanged, route, Stale, withETag } from '../../src/platform/http/route.ts'
import {
  ChangesOf,
  Closed,
  Created,
  Id,
  ignoring,
  Nullable,
  OneOf,
  Period,
  Success,
  Timestamp,
  WholeList,
  WholeListQuery,
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
export type ConfigRecord = CommonFields & Record<string, unknown>
type CommonFields = Static<TObject<typeof common>>

type ConfigInput = {
  effective_from?: string
  effective_to?: string | null
  is_active?: boolean
  accept?: Accept
} & Record<string, unknown>

/** What a record shows and no caller writes. */
export const READ_ONLY = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'updated_by',
  'identity',
  'in_force',
] as const

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

const params = Type.Object({ id: Id() })
/** The schemas of the routes of one type. */
export function routesOf(type: RuleType) {
  const { one, many, text } = RULE_NAMES[type]
  const { description } = RULE_SCHEMAS[type]
  const [firstRule] = defaultRules[type]
  const examples = firstRule ? [firstRule] : RULE_SCHEMAS[type].examples
  const url = `/api/config/${type}`
  const own = withMetricNames(type)
  const accepted: TProperties = type === 'fault' ? { accept: AcceptFewFaults() } : {}
  const shown = Type.Object({ ...common, ...own, ...among }, { title: one, description })
  const record = () => Type.Unsafe<ConfigRecord>(shown)
  const version = () =>
    Type.Unsafe<ConfigRecord>(Type.Object({ ...shown.properties, ...writtenBy }, { description }))
  return {
    list: route('GET', url, 'config.read', {
      operationId: `list${many}`,
      summary: `List the ${text} records`,
      querystring: Closed({
        period: Type.Optional(Period({ description: 'Only those that a run of this month would use' })),
        all: Type.Boolean({ default: false, description: 'true: also the deleted ones' }),
        ...WholeListQuery,
      }),
      response: { 200: WholeList(record()) },
    }),
    create: route('POST', url, 'config.write', {
      operationId: `create${one}`,
      summary: `Create a ${text} record`,
      description: `${description}. From its first month on it stands in for an older record of the same kind. A record that was read may be sent whole.`,
      body: ignoring(
        Type.Unsafe<ConfigInput>(
          Type.Object(
            { ...creatable(type, readable(own)), ...written('; the current month when absent'), ...accepted },
            { additionalProperties: false, description, examples },
          ),
        ),
        ...READ_ONLY,
      ),
      response: { 200: Created },
    }),
    get: route('GET', `${url}/:id`, 'config.read', {
      operationId: `get${one}`,
      summary: `One ${text} record`,
      description: 'Deleted records and earlier versions stay readable.',
      params,
      querystring: Closed({
        version: Type.Optional(Id({ description: 'This version; the newest when absent' })),
      }),
      response: { 200: withETag(record()) },
    }),
    update: route('PUT', `${url}/:id`, 'config.write', {
      operationId: `update${one}`,
      summary: `Write a new version of a ${text} record`,
      description:
        'Fields that are not sent stay as they are; the record may be sent back whole. The version it replaces stays readable; what the record says already makes none. Months that are calculated again use the new version; to leave earlier months alone, create a record with a later effective_from instead.',
      params,
      headers: IfMatch,
      body: Type.Unsafe<ConfigInput>({
        ...ChangesOf(
          { ...changeable(readable(own)), ...written('; as it was when absent'), ...accepted },
          shown,
        ),
        description,
        examples,
      }),
      response: { 200: withETag(Success), 412: Stale },
    }),
    remove: route('DELETE', `${url}/:id`, 'config.write', {
      operationId: `delete${one}`,
      summary: `Delete a ${text} record`,
      description: 'Clears is_active; the record stays readable. Deleting it again changes nothing.',
      params,
      ...ifUnchanged,
    }),
    history: route('GET', `${url}/:id/history`, 'config.read', {
      operationId: `list${one}Versions`,
      summary: `All versions of a ${text} record, the newest first`,
      params,
      querystring: Closed(WholeListQuery),
      response: { 200: WholeList(version()) },
    }),
  }
}

export type Routes = ReturnType<typeof routesOf>
