import { type Static, Type } from '@sinclair/typebox'
import { Appeal, adjustedScore } from '../../src/domain/appeals/appeal-record.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { route } from '../../src/platform/http/route.ts'
import { readAs } from '../../src/platform/schemas/lenient.ts'
import {
  atMost,
  Closed,
  count,
  Id,
  Nullable,
  OneOf,
  Period,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { params } from './review-schemas.ts'

const MOST = 100
const HIDDEN = 'null for an appeal outside your scope'
const { component_appealed, appeal_reason_type } = Appeal.properties

const notes = (whose: string) =>
  Nullable(Type.String({ examples: ['The outage is confirmed by the carrier'] }), {
    description: `Of ${whose}; null without any; ${HIDDEN}`,
  })

export const Precedent = Type.Object(
  {
    appeal_id: Nullable(Id(), { description: HIDDEN }),
    seller_code: Nullable(Type.String({ examples: ['S-1001'] }), { description: HIDDEN }),
    company_name: Nullable(Type.String({ examples: ['Acme Trading GmbH'] }), { description: HIDDEN }),
    period: Period({ description: 'The month of the score' }),
    appeal_reason_type: Nullable(Type.String({ examples: ['system_outage'] }), {
      description:
        'null for an appeal outside your scope whose reason is neither a documented one nor the same: it may name somebody',
    }),
    same_reason: Type.Boolean({ description: 'It was made for the same reason', examples: [true] }),
    distance: Type.Number({
      description:
        'How far the scores lie apart, 0 to 200: difference of the raws before, plus the mean difference of the points of the component’s metrics',
      examples: [12.5],
    }),
    decision: OneOf(['approved', 'partially_approved', 'rejected'], { examples: ['approved'] }),
    score_adjustment: Nullable(Type.Object(adjustedScore), {
      description: 'What the decision set; null when nothing',
    }),
    raw_before: Score({ description: 'Raw of the component that the decision found', examples: [59.17] }),
    raw_after: Nullable(Score({ examples: [80] }), {
      description: 'Raw that the decision made; null when it made no revision',
    }),
    total_before: Score(),
    total_after: Nullable(Score({ examples: [78.98] }), { description: 'null when it made no revision' }),
    is_rated_before: Type.Boolean({
      description: 'Whether the score that the decision found is rated',
      examples: [true],
    }),
    is_rated_after: Nullable(Type.Boolean({ examples: [true] }), {
      description: 'The same of the revision; null when it made none',
    }),
    ops_notes: notes('the first review'),
    am_notes: notes('the decision'),
    decided_at: Timestamp(),
  },
  { title: 'AppealPrecedent' },
)
export type Precedent = Static<typeof Precedent>

export const precedentsRoute = route('GET', '/api/appeals/:id/precedents', 'appeals.read', {
  config: { answersTag: true },
  operationId: 'listAppealPrecedents',
  summary: 'How appeals like this one were decided',
  description:
    'Decided appeals of the same component: those for the same reason first, then by how near the scores were. The newest 500 are compared. An account manager and a seller see those of others without names, ids and notes.',
  params,
  querystring: Closed({
    limit: readAs(
      Type.Integer({
        minimum: 1,
        maximum: MOST,
        default: 10,
        description: `How many; more than ${MOST} becomes ${MOST}`,
        examples: [10],
      }),
      atMost(MOST),
    ),
  }),
  response: {
    200: Type.Object(
      {
        appeal_id: Id(),
        component_appealed,
        appeal_reason_type,
        raw_before: Score({ description: 'Raw of the component that is compared', examples: [61.2] }),
        outcomes: Type.Object(
          {
            decided: count('All others', 24),
            approved: count('Approved', 15),
            partially_approved: count('Partially approved', 3),
            rejected: count('Rejected', 6),
            approved_share: Nullable(Type.Number({ minimum: 0, maximum: 1, examples: [0.75] }), {
              description: 'Approved wholly or partially ÷ decided, to 4 decimals; null when none is decided',
            }),
          },
          { description: 'Of all appeals of this component for this reason that were ever decided' },
        ),
        data: Type.Array(Precedent, { description: 'The nearest first' }),
      },
      { title: 'AppealPrecedents' },
    ),
  },
})
