import { type Static, Type } from '@sinclair/typebox'
import { ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { JsonObject } from '../../src/platform/schemas/json-object.ts'
import {
  CalendarDate,
  Created,
  Id,
  Nullable,
  Page,
  PageQuery,
  Success,
  Text,
  Timestamp,
  Word,
} from '../../src/platform/schemas/schemas.ts'
import { SellerKey } from './seller-key.ts'

const Rule = JsonObject({
  description:
    'Scoring knows {"op": "exclude"} and {"op": "set" | "add" | "multiply" | "floor" | "cap", "value": number}. Any other object is kept and changes no score',
  examples: [{ op: 'add', value: 5 }],
})
const Component = ScoreComponent({
  description: 'The component that is adjusted; without it, the total',
  examples: ['o_score'],
})
const IsActive = Type.Integer({ minimum: 0, maximum: 1, description: '0: deleted, kept', examples: [1] })
const texts = {
  exception_type: Word({
    description: 'Known words: system_outage, force_majeure, onboarding, manual_adjustment',
    examples: ['system_outage'],
  }),
  reason: Text(1000, { examples: ['The order interface was down for two days'] }),
  approved_by: Text(200, { examples: ['Dana Wolf'] }),
}
const EffectiveTo = CalendarDate({
  description: 'The last day; none is without an end',
  examples: ['2026-10-31'],
})

export const NewScoreException = Type.Object(
  {
    exception_type: texts.exception_type,
    score_component_affected: Type.Optional(Nullable(Component)),
    adjustment_rule: Rule,
    reason: Type.Optional(Nullable(texts.reason)),
    approved_by: Type.Optional(Nullable(texts.approved_by)),
    effective_from: CalendarDate({ description: 'The first day', examples: ['2026-10-01'] }),
    effective_to: Type.Optional(Nullable(EffectiveTo)),
    is_active: Type.Optional(IsActive),
  },
  { additionalProperties: false },
)
export type NewScoreException = Static<typeof NewScoreException>

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
  response: {
    200: Type.Object({
      ...Created.properties,
      warning: Type.Optional(Type.String({ description: 'Why the exception is kept but changes no score' })),
    }),
  },
}

export const deleteSchema = {
  tags,
  operationId: 'deleteScoreException',
  summary: 'End a score exception',
  description: 'Sets is_active to 0; the record is kept. Deleting it again changes nothing.',
  params: Type.Object({ sellerId: SellerKey, exId: Id({ description: 'The id of the exception' }) }),
  response: { 200: Success },
}
