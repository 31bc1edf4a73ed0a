import { type Static, Type } from '@sinclair/typebox'
import { Components, Revision, TierShown } from '../../src/domain/scores/score-record.ts'
import { Score, ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import {
  Created,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Period,
  Text,
  Timestamp,
  Word,
} from '../../src/platform/schemas/schemas.ts'
import type { Component } from '../../src/scoring/components.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { APPEAL_STATUSES, DECISIONS } from './states.ts'

export const tags = ['appeals']
const Status = (options = {}) => OneOf([...APPEAL_STATUSES], { examples: ['pending'], ...options })
export const Decision = (options = {}) => OneOf([...DECISIONS], { examples: ['approve'], ...options })

const decided = (description: string) => Type.Optional(Score({ description }))
const adjustable = {
  ...(Object.fromEntries(
    COMPONENTS.map((name) => [
      `${name}_raw_after`,
      decided(`The new raw of ${name}, when that is the component appealed`),
    ]),
  ) as Record<`${Component}_raw_after`, ReturnType<typeof decided>>),
  total_sos_after: decided('The new total; without it the total is computed'),
}

/** What an approval decides of the score. */
export const ScoreAdjustment = Type.Object(adjustable, {
  additionalProperties: false,
  minProperties: 1,
  title: 'ScoreAdjustment',
  description:
    'The raw of the component appealed, the total, or both, to two decimals. With the raw alone the total is computed; a total that is given stands, and the explanation says so',
  examples: [{ o_score_raw_after: 88.5 }],
})
export type ScoreAdjustment = Static<typeof ScoreAdjustment>

const evidence_urls = Type.Array(
  Type.String({ format: 'uri', maxLength: 2000, examples: ['https://example.com/outage.pdf'] }),
  { maxItems: 20, description: 'Addresses that begin with http:// or https://' },
)

const submitted = {
  period: Period({ description: 'The month of the score' }),
  component_appealed: ScoreComponent({ examples: ['o_score'] }),
  appeal_reason_type: Word({
    description: 'Known words: data_error, system_outage, force_majeure, operator_fault, carrier_fault',
    examples: ['system_outage'],
  }),
  description: Text(5000, { examples: ['Our order interface was down on two days; see the report'] }),
}

export const NewAppeal = Type.Object(
  {
    seller_code: Type.String({ minLength: 1, description: 'Code or id of the seller', examples: ['S-1001'] }),
    ...submitted,
    evidence_urls: Type.Optional(evidence_urls),
    submitted_by_am_id: Type.Optional(
      Id({ description: 'Any account manager. Default: the one that the caller is' }),
    ),
  },
  { additionalProperties: false },
)
export type NewAppeal = Static<typeof NewAppeal>

const Review = Type.Object(
  {
    decision: Decision(),
    notes: Nullable(Type.String()),
    reviewed_by: Type.String({ examples: ['Olga Brandt'] }),
    reviewed_at: Timestamp(),
  },
  { title: 'AppealReview' },
)

export const AppealScore = Type.Object(
  {
    revision: Revision,
    total_sos: Score(),
    tier: TierShown,
    components: Components,
  },
  { title: 'AppealScore' },
)
export type AppealScore = Static<typeof AppealScore>

export const appealFields = {
  id: Id(),
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  ...submitted,
  appeal_reason_type: Type.String({ examples: ['system_outage'] }),
  evidence_urls,
  submitted_by_am_id: Id(),
  am_name: Nullable(Type.String({ examples: ['Ada Marsh'] }), {
    description: 'Of the account manager who submitted it',
  }),
  status: Status(),
  ops: Nullable(Review, { description: 'What the operations head recommends; null until then' }),
  am: Nullable(Review, { description: 'What the AM head has decided; null until then' }),
  score_adjustment: Nullable(Type.Object(adjustable), {
    description: 'What the decision set; null when nothing',
  }),
  score_before: Nullable(AppealScore, {
    description:
      'The score that the appeal was made against; once decided, the score that the decision found',
  }),
  score_after: Nullable(AppealScore, {
    description: 'The revision that the decision made; null when it made none',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  expires_at: Timestamp({
    description: 'When it expires, unless it is decided before: 30 days after it was made',
  }),
}

export const Appeal = Type.Object(appealFields, { title: 'Appeal' })
export type Appeal = Static<typeof Appeal>

const ListQuery = Type.Object(
  {
    status: Type.Optional(Status({ description: 'Appeals in this state' })),
    period: Type.Optional(Period({ description: 'Appeals against scores of this month' })),
    seller_code: Type.Optional(Type.String({ minLength: 1, description: 'Appeals of this seller' })),
    ...PageQuery,
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

export const listSchema = {
  tags,
  operationId: 'listAppeals',
  summary: 'List appeals',
  description: 'Newest first. An account manager sees those of the own portfolio.',
  querystring: ListQuery,
  response: { 200: Page(Appeal) },
}

export const createSchema = {
  tags,
  operationId: 'createAppeal',
  summary: 'Appeal against a component of a score',
  description:
    'Needs a score of the seller and month, in whatever state; a draft becomes under_review, a final score stays final. One open appeal per seller, month and component. An account manager can appeal for sellers of the own portfolio only.',
  body: NewAppeal,
  response: { 200: Created },
}
