import { type Static, Type } from '@sinclair/typebox'
import { Appeal, AppealStatus, adjustedScore } from '../../src/domain/appeals/appeal-record.ts'
import { OpenWord } from '../../src/domain/field-schemas.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  ByQuery,
  Closed,
  Code,
  Created,
  Id,
  Period,
  Text,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

/** What an approval decides of the score. */
export const ScoreAdjustment = Type.Object(adjustedScore, {
  additionalProperties: false,
  minProperties: 1,
  title: 'ScoreAdjustment',
  description:
    'Raws of components, whichever was appealed, the total, or both, to two decimals. With raws alone the total is computed; a total that is given stands. The explanation says what was decided',
  examples: [{ o_score_raw_after: 88.5 }],
})
export type ScoreAdjustment = Static<typeof ScoreAdjustment>

const { properties: given } = Appeal
/** The documented reasons. */
export const REASONS = [
  'data_error',
  'system_outage',
  'force_majeure',
  'operator_fault',
  'carrier_fault',
  'late_data',
]

export const NewAppeal = Closed({
  seller_code: Code({ description: 'Code or id of the seller', examples: ['S-1001'] }),
  period: given.period,
  component_appealed: given.component_appealed,
  appeal_reason_type: OpenWord(REASONS, { examples: ['system_outage'] }),
  description: Type.Optional(
    Text(5000, {
      description:
        'What was wrong, in at least 10 characters that are no blanks. Required of the roles seller and am; the answer warns others who leave it out',
      examples: ['Our order interface was down on two days; see the report'],
    }),
  ),
  evidence_urls: Type.Optional(given.evidence_urls),
  submitted_by_am_id: Type.Optional(
    Id({
      description:
        'Any account manager. Default: the one that the caller is, else the one of the seller; 400 when there is none',
    }),
  ),
})
export type NewAppeal = Static<typeof NewAppeal>

const ListQuery = Closed({
  status: Type.Optional(AppealStatus({ description: 'Appeals in this state' })),
  period: Type.Optional(Period({ description: 'Appeals against scores of this month' })),
  seller_code: Type.Optional(Type.String({ minLength: 1, description: 'Appeals of this seller' })),
  ...WholeListQuery,
})
export type ListQuery = Static<typeof ListQuery>

export const listRoute = route('GET', '/api/appeals', 'appeals.read', {
  operationId: 'listAppeals',
  summary: 'List appeals',
  description: 'Newest first. An account manager sees those of the own portfolio.',
  querystring: ListQuery,
  response: { 200: WholeList(Appeal) },
})

export const createRoute = route('POST', '/api/appeals', 'appeals.write', {
  operationId: 'createAppeal',
  summary: 'Appeal against a component of a score',
  description:
    'Needs a score of the seller and month, in whatever state; a draft becomes under_review, a final score stays final. One open appeal per seller, month and component. An account manager can appeal for sellers of the own portfolio only.',
  querystring: Closed(ByQuery),
  body: NewAppeal,
  response: { 200: Created, 404: { $ref: 'Problem#', description: 'There is no such seller or score' } },
})
