import { type Static, Type } from '@sinclair/typebox'
import { Appeal, DECISIONS, Decision } from '../../src/domain/appeals/appeal-record.ts'
import { IsRated, ScoreStatus, Total } from '../../src/domain/scores/score-record.ts'
import { ShownScore } from '../../src/domain/scores/shown-score.ts'
import { ifUnchanged, withETag } from '../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../src/platform/http/route.ts'
import { readAs } from '../../src/platform/schemas/lenient.ts'
import { Closed, Id, Nullable, OneOf, Text, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { wordKey } from '../../src/scoring/open-word.ts'
import { ScoreAdjustment } from './schemas.ts'

/** What a decision is also called. */
const DECISION_OF = new Map<string, Decision>([
  ['approved', 'approve'],
  ['partial', 'partially_approve'],
  ['partially_approved', 'partially_approve'],
  ['rejected', 'reject'],
])

const GivenDecision = readAs(
  Decision({
    description:
      'approved, partial, partially_approved and rejected are taken too, and stored as the decision that they mean',
  }),
  (value) => {
    if (typeof value !== 'string') return value
    const word = wordKey(value)
    return DECISION_OF.get(word) ?? (DECISIONS.includes(word as Decision) ? word : value)
  },
)

export const params = Type.Object({ id: Id({ description: 'Id of the appeal' }) })

const body = Closed({
  decision: GivenDecision,
  notes: Type.Optional(Nullable(Text(5000, { examples: ['The outage is confirmed by the carrier'] }))),
  reviewed_by: Type.Optional(
    Text(200, {
      description:
        'Who reviewed it; default: the username of the caller, who is in the audit log in any case',
      examples: ['Olga Brandt'],
    }),
  ),
  score_adjustment: Type.Optional(Nullable(ScoreAdjustment)),
})
export type Review = Static<typeof body>

export const reviewOpsRoute = route('PATCH', '/api/appeals/:id/review-ops', 'appeals.review-ops', {
  operationId: 'reviewAppealAsOps',
  summary: 'Recommend a decision on an appeal, as operations head',
  description:
    'pending → under_review. The decision is kept as a recommendation that binds nobody. An appeal in another state is a 409. With a score_adjustment that is what the appeal proposes from then on: it shows it, and an approval that names none takes it. Advice to reject takes none.',
  params,
  ...ifUnchanged,
  body,
})

export const reviewAmRoute = route('PATCH', '/api/appeals/:id/review-am', 'appeals.review-am', {
  operationId: 'reviewAppealAsAmHead',
  summary: 'Decide an appeal, as AM head',
  description:
    'under_review → approved, partially_approved or rejected; 409 from another state, and when the caller made the first review and is no bod. With a score_adjustment the score gets a new revision in the same transaction, a final score stays final, and calculate leaves the score alone from then on. Without one an approval takes what the appeal itself proposes (late_data), if the score still has the revision that it is about (else 409), and changes no score otherwise: correct the facts and calculate again. A rejection takes no score_adjustment.',
  params,
  ...ifUnchanged,
  body,
})

export const Preview = Type.Object(
  {
    score_adjustment: Type.Object(ScoreAdjustment.properties, {
      description: 'What is assumed',
      examples: [{ o_score_raw_after: 100 }],
    }),
    score_before: ShownScore,
    score_after: ShownScore,
    tier_changed: Type.Boolean({ examples: [true] }),
    sentence: Type.String({ description: 'What would become of the score' }),
    tier_sentence: Type.String({ description: 'Why it would have that tier and not the next one up' }),
  },
  { title: 'AppealPreview' },
)
export type Preview = Static<typeof Preview>

export const previewRoute = route('GET', '/api/appeals/:id/preview', 'appeals.read', {
  operationId: 'previewAppeal',
  summary: 'What approving an appeal would do to the score',
  description:
    'Changes nothing. Takes what score_adjustment would name; without anything it takes what the appeal itself proposes, or else a raw of 100, which is the most that the appeal can bring. 409 for an appeal that is no longer open.',
  params,
  querystring: Closed(ScoreAdjustment.properties),
  response: { 200: Preview, 409: { $ref: 'Problem#', description: 'The appeal is no longer open' } },
})

export const withdrawRoute = route('POST', '/api/appeals/:id/withdraw', 'appeals.withdraw', {
  operationId: 'withdrawAppeal',
  summary: 'Take an appeal back',
  description:
    'By its seller or the account manager, while it is pending: it becomes expired with the closed_reason withdrawn, and another appeal of its component can be made. The score stays under review. Withdrawing it again changes nothing; 409 from every other state.',
  params,
  ...ifUnchanged,
})

const Step = Type.Object(
  {
    step: OneOf(['submitted', 'ops_review', 'am_review', 'withdrawn', 'expired'], {
      examples: ['ops_review'],
    }),
    at: Timestamp(),
    user: Nullable(
      Type.Object({
        id: Id(),
        username: Type.String({ examples: ['ops.head'] }),
        full_name: Type.String({ examples: ['Olga Brandt'] }),
      }),
      { description: 'Whose account did it; null for the service itself' },
    ),
    by: Nullable(Type.String({ examples: ['Olga Brandt'] }), {
      description: 'Who was named: the account manager, or reviewed_by',
    }),
    decision: Nullable(Decision()),
    notes: Nullable(Type.String()),
  },
  { title: 'AppealStep' },
)
export type Step = Static<typeof Step>

export const AppealDetail = Type.Object(
  {
    ...Appeal.properties,
    course: Type.Array(Step, { description: 'Who did what, oldest first' }),
    score: Type.Object(
      { id: Id(), status: ScoreStatus, ...ShownScore.properties, total_sos: Total(), is_rated: IsRated },
      { description: 'The score as it is now' },
    ),
    preview: Nullable(Preview, {
      description: 'While the appeal is open: what it can bring at most; see the preview endpoint',
    }),
  },
  { title: 'AppealDetail' },
)
export type AppealDetail = Static<typeof AppealDetail>

export const getRoute = route('GET', '/api/appeals/:id', 'appeals.read', {
  operationId: 'getAppeal',
  summary: 'One appeal with its timeline',
  params,
  response: { 200: withETag(AppealDetail) },
})
