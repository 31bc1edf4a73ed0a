import { type Static, Type } from '@sinclair/typebox'
import { OpenWord } from '../../src/domain/field-schemas.ts'
import { ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { SellerName } from '../../src/domain/sellers/seller-name.ts'
import { ifUnchanged, withETag } from '../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../src/platform/http/route.ts'
import { JsonObject } from '../../src/platform/schemas/json-object.ts'
import { ChangesOf, readAs } from '../../src/platform/schemas/lenient.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  Created,
  Id,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'

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
  effective_from: CalendarDate({
    'x-label': 'First day',
    description: 'The first day',
    examples: ['2026-10-01'],
  }),
  effective_to: Nullable(EffectiveTo, { 'x-label': 'Last day' }),
  is_active: IsActive,
}
const { exception_type, adjustment_rule, effective_from, ...others } = fields

export const NewScoreException = Closed({
  exception_type,
  adjustment_rule,
  effective_from,
  ...Type.Partial(Type.Object(others)).properties,
})
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

export const listRoute = route('GET', '/api/sellers/:id/exceptions', 'exceptions.read', {
  operationId: 'listScoreExceptions',
  summary: 'List the score exceptions of a seller',
  description: 'All there ever were, the newest first.',
  params: Type.Object({ id: SellerName }),
  querystring: Closed({ ...ByQuery, ...WholeListQuery }),
  response: { 200: WholeList(ScoreExceptionItem) },
})

export const createRoute = route('POST', '/api/sellers/:id/exceptions', 'exceptions.write', {
  operationId: 'createScoreException',
  summary: 'Make a score exception for a seller',
  description: 'It counts in every month that its dates touch, when that month is next calculated.',
  params: Type.Object({ id: SellerName }),
  querystring: Closed(ByQuery),
  body: NewScoreException,
  response: { 200: Created },
})

const ExceptionPath = Type.Object({
  sellerId: SellerName,
  exId: Id({ description: 'The id of the exception' }),
})

export const getRoute = route('GET', '/api/sellers/:sellerId/exceptions/:exId', 'exceptions.read', {
  operationId: 'getScoreException',
  summary: 'One score exception of a seller',
  params: ExceptionPath,
  querystring: Closed(ByQuery),
  response: { 200: withETag(ScoreExceptionItem) },
})

export const updateRoute = route('PATCH', '/api/sellers/:sellerId/exceptions/:exId', 'exceptions.write', {
  config: { conflicts: false },
  operationId: 'updateScoreException',
  summary: 'Change or end a score exception',
  description:
    'Fields that are not sent stay as they are. An effective_to ends it with that day; is_active 0 ends it as DELETE does. Months that its dates touch are scored with the change when they are next calculated; a final score stays.',
  params: ExceptionPath,
  querystring: Closed(ByQuery),
  ...ifUnchanged,
  body: ChangesOf({ id: Id({ description: 'May be sent, and not changed' }), ...fields }, ScoreExceptionItem),
})

export const deleteRoute = route('DELETE', '/api/sellers/:sellerId/exceptions/:exId', 'exceptions.write', {
  config: { conflicts: false },
  operationId: 'deleteScoreException',
  summary: 'End a score exception',
  description: 'Sets is_active to 0; the record is kept. Deleting it again changes nothing.',
  params: ExceptionPath,
  querystring: Closed(ByQuery),
  ...ifUnchanged,
})
