import { type Static, Type } from '@sinclair/typebox'
import { ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { IfMatch, Stale, withETag } from '../../src/platform/http/entity-tag.ts'
import { JsonObject } from '../../src/platform/schemas/json-object.ts'
import { ChangesOf, readAs } from '../../src/platform/schemas/lenient.ts'
import {
  CalendarDate,
  Created,
  Id,
  Nullable,
  OneOf,
  OpenWord,
  Page,
  PageQuery,
  Success,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { SellerKey } from './seller-key.ts'

const Rule = JsonObject({
  description:
    'Scoring knows {"op": "exclude"} and {"op": "set" | "add" | "multiply" | "floor" | "cap", "value": number}. Any other object is kept and changes no score',
  examples: [{ op: 'add', value: 5 }],
})
const Component = ScoreComponent({
  description: 'The component that is adjusted; null for the total',
  examples: ['o_score'],
})
/** How the total is named where a component could be; it is kept as null, which scoring reads so. */
export const TOTAL = 'total_sos'
const Affected = OneOf([...COMPONENTS, TOTAL], {
  description: 'The component that is adjusted. For the total: total_sos or null; it is kept as null',
  examples: ['o_score'],
})
const IsActive = readAs(
  Type.Integer({ minimum: 0, maximum: 1, description: '0: ended, kept', examples: [1] }),
  (value) => (typeof value === 'boolean' ? Number(value) : value),
)
const texts = {
  exception_type: OpenWord(['system_outage', 'force_majeure', 'onboarding', 'manual_adjustment']),
  reason: Text(1000, { examples: ['The order interface was down for two days'] }),
  approved_by: Text(200, { examples: ['Dana Wolf'] }),
}
const EffectiveTo = CalendarDate({
  description: 'The last day; none is without an end',
  examples: ['2026-10-31'],
})

const fields = {
  exception_type: texts.exception_type,
  score_component_affected: Nullable(Affected),
  adjustment_rule: Rule,
  reason: Nullable(texts.reason),
  approved_by: Nullable(texts.approved_by),
  effective_from: CalendarDate({ description: 'The first day', examples: ['2026-10-01'] }),
  effective_to: Nullable(EffectiveTo),
  is_active: IsActive,
}
const { exception_type, adjustment_rule, effective_from, ...others } = fields

export const NewScoreException = Type.Object(
  { exception_type, adjustment_rule, effective_from, ...Type.Partial(Type.Object(others)).properties },
  { additionalProperties: false },
)
export type NewScoreException = Static<typeof NewScoreException>
export type ScoreExceptionChanges = ChangesOf<typeof fields>

export const ScoreExceptionItem = Type.Object(
  {
    id: Id(),
    exception_type: Type.String({ examples: ['system_outage'] }),
    score_component_affected: Nullable(Component),
    adjustment_rule: Rule,
    reason: Nullable(Type.String()),
    approved_by: Nullable(Type.String()),
    effective_from: CalendarDate({ examples: ['2026-10-01'] }),
    effective_to: Nullable(CalendarDate()),
    is_active: IsActive,
    applies: Type.Boolean({ description: 'Whether scoring knows the rule and can apply it' }),
    in_force: Type.Boolean({ description: 'Active, and today is within its dates' }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: 'ScoreException' },
)
export type ScoreExceptionItem = Static<typeof ScoreExceptionItem>

const tags = ['sellers']

export const listSchema = {
  tags,
  operationId: 'listScoreExceptions',
  summary: 'List the score exceptions of a seller',
  description: 'All there ever were, the newest first.',
  params: Type.Object({ id: SellerKey }),
  querystring: Type.Object(PageQuery, { additionalProperties: false }),
  response: { 200: Page(ScoreExceptionItem) },
}

export const createSchema = {
  tags,
  operationId: 'createScoreException',
  summary: 'Make a score exception for a seller',
  description: 'It counts in every month that its dates touch, when that month is next calculated.',
  params: Type.Object({ id: SellerKey }),
  body: NewScoreException,
  response: { 200: Created },
}

const ExceptionPath = Type.Object({
  sellerId: SellerKey,
  exId: Id({ description: 'The id of the exception' }),
})

export const getSchema = {
  tags,
  operationId: 'getScoreException',
  summary: 'One score exception of a seller',
  params: ExceptionPath,
  response: { 200: withETag(ScoreExceptionItem) },
}

export const updateSchema = {
  tags,
  operationId: 'updateScoreException',
  summary: 'Change or end a score exception',
  description:
    'Fields that are not sent stay as they are. An effective_to ends it with that day; is_active 0 ends it as DELETE does. Months that its dates touch are scored with the change when they are next calculated; a final score stays.',
  params: ExceptionPath,
  headers: IfMatch,
  body: ChangesOf({ id: Id({ description: 'May be sent, and not changed' }), ...fields }, ScoreExceptionItem),
  response: { 200: Success, 412: Stale },
}

export const deleteSchema = {
  tags,
  operationId: 'deleteScoreException',
  summary: 'End a score exception',
  description: 'Sets is_active to 0; the record is kept. Deleting it again changes nothing.',
  params: ExceptionPath,
  headers: IfMatch,
  response: { 200: Success, 412: Stale },
}
