import { type Static, Type } from '@sinclair/typebox'
import { EachComponent, Score } from '../../src/domain/scores/score-schemas.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  Closed,
  Created,
  count,
  Id,
  Nullable,
  OneOf,
  OptionalBody,
  Period,
  Success,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

const tags = ['corrections']
const params = Type.Object({ id: Id({ description: 'Id of the correction' }) })

const Status = OneOf(
  ['queued', 'computing', 'computed', 'proposed', 'applying', 'completed', 'rejected', 'failed'],
  {
    description:
      'queued and computing until it is known who changes; proposed waits for a second person; computed is a dry run, or changes no score, and is over; applying while scores are written; then completed. rejected by the second person, or taken back by the first; a failed one says why in `error`',
    examples: ['proposed'],
  },
)
export type CorrectionStatus = Static<typeof Status>

const FACTS_ONLY =
  'Facts are those of today, and nothing else is: rules, exceptions and feeds in use stay those of each score’s run'

const Correction = Type.Object({
  id: Id(),
  period: Period(),
  reason: Type.String({ examples: ['The curve of on_time_ready_rate was entered wrongly'] }),
  dry_run: Type.Boolean({ description: 'It only shows who changes', examples: [false] }),
  facts_only: Type.Boolean({ description: FACTS_ONLY, examples: [false] }),
  seller_codes: Nullable(Type.Array(Type.String(), { examples: [['S-1001']] }), {
    description: 'The sellers that it is of; null for all with a final score',
  }),
  status: Status,
  requested_by: Nullable(Id(), { description: 'Id of the user who asked; null for the service itself' }),
  requested_by_name: Nullable(Type.String(), {
    description: 'The name of that user',
    examples: ['Petra Novak'],
  }),
  created_at: Timestamp(),
  sellers: Nullable(count('Final scores that are computed again', 188), { description: 'null while queued' }),
  changed: Nullable(count('Of these, those that change', 12), { description: 'null until it is computed' }),
  batches_total: Nullable(count('Batches of sellers', 1), { description: 'null while queued' }),
  batches_done: count('Batches that are computed', 1),
  computed_at: Nullable(Timestamp()),
  decided_by: Nullable(Id({ examples: [2] }), {
    description: 'Id of the second person, or of the first, who took it back',
  }),
  decided_by_name: Nullable(Type.String(), {
    description: 'The name of that user',
    examples: ['Lucas Moreau'],
  }),
  decided_at: Nullable(Timestamp()),
  notes: Nullable(Type.String({ examples: ['Checked against the paper of 3 July'] }), {
    description: 'What was said with the decision',
  }),
  run_ids: Type.Array(Id({ examples: [41] }), {
    description: 'The runs that its revisions are of: they keep the rules and the instant of the facts',
  }),
  corrected: count('Scores that have got a revision by it', 12),
  left_out: count(
    'Scores that had got another revision by the time they were written, or that another version of the service has computed: they stay as they are',
    0,
  ),
  finished_at: Nullable(Timestamp()),
  error: Nullable(Type.String({ examples: ['It could not be started: the database can’t be reached.'] }), {
    description: 'Why it failed',
  }),
})
export type Correction = Static<typeof Correction>

const tier = (description: string, example: string) => Type.String({ description, examples: [example] })

const Sums = Type.Object({
  up: count('Scores that rise', 9),
  down: count('Scores that fall', 3),
  tier_changes: count('Scores that come into another tier', 2),
  mean_abs: Nullable(Type.Number({ examples: [1.25] }), {
    description:
      'Mean of |total_after − total_before| over the scores that change and are rated before and after; null without any',
  }),
  max_abs: Nullable(Type.Number({ examples: [4.8] }), {
    description: 'The largest |total_after − total_before| of these; null without any',
  }),
  migration: Type.Array(
    Type.Object({
      from: tier('The tier before', 'Silver'),
      to: tier('The tier after', 'Gold'),
      count: count('Scores that change and go this way', 2),
    }),
    { description: 'Every score that changes once, those that keep their tier included' },
  ),
})
export type Sums = Static<typeof Sums>

const Detail = Type.Composite([
  Correction,
  Type.Object({
    waiting_for: Nullable(Type.String({ examples: ['No worker is alive: run npm run worker.'] }), {
      description:
        'What it waits for, in one sentence; null while it is worked on, and when it needs no worker',
    }),
    found: Nullable(Sums, { description: 'How far scores move; null until it is computed' }),
  }),
])

const moved = Type.Object({ before: Score(), after: Score() })

const ChangedSeller = Type.Object({
  seller_code: Type.String({ examples: ['S-1018'] }),
  company_name: Type.String({ examples: ['Example Ltd'] }),
  revision: Type.Integer({ description: 'The revision that was before', examples: [1] }),
  total_before: Score(),
  total_after: Score(),
  delta: Type.Number({ description: 'total_after − total_before', examples: [1.8] }),
  tier_before: tier('The tier before', 'Silver'),
  tier_after: tier('The tier after', 'Gold'),
  tier_changed: Type.Boolean({ examples: [true] }),
  is_rated_before: Type.Boolean({ examples: [true] }),
  is_rated_after: Type.Boolean({ examples: [true] }),
  components: EachComponent(() => moved, { description: 'The raws before and after' }),
  result: Nullable(OneOf(['corrected', 'left_out'], { examples: ['corrected'] }), {
    description: 'What became of it, once the correction was applied',
  }),
})
export type ChangedSeller = Static<typeof ChangedSeller>

export const requestRoute = route('POST', '/api/sos/monthly/corrections', 'scores.write', {
  tags,
  operationId: 'requestCorrection',
  summary: 'Correct a month that was finalized wrongly',
  description:
    'Computes the final scores of a month again: by the rules that are effective for it today, with the exceptions in force in it as they are today, and the facts and feeds as they are known today, as of the same instant; then the appeals that were approved on top. The seller’s contract and previous total stay those that the score was made with. With `facts_only`, only facts that came late or were changed are new. Scores that are not final are left alone: calculate them. Nothing changes before a second person approves; with `dry_run` nobody can, it only shows who changes and by how much. 400 for a month that is not over or has no final scores, and for a seller without one; 409 while another correction of the month is open, and when retention has deleted facts of it.',
  body: Closed({
    period: Period({ description: 'The month', examples: ['2026-05'] }),
    reason: Text(1000, {
      description: 'What is wrong with the month',
      examples: ['The curve of on_time_ready_rate was entered wrongly'],
    }),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only show', examples: [true] })),
    facts_only: Type.Optional(Type.Boolean({ default: false, description: FACTS_ONLY, examples: [true] })),
    seller_codes: Type.Optional(
      Nullable(
        Type.Array(Text(80, { examples: ['S-1001'] }), {
          minItems: 1,
          maxItems: 1000,
          examples: [['S-1001']],
        }),
        { description: 'Only these sellers; without it, or null, all with a final score' },
      ),
    ),
  }),
  response: { 200: Created },
})

export const listRoute = route('GET', '/api/sos/monthly/corrections', 'model.read', {
  tags,
  operationId: 'listCorrections',
  summary: 'List corrections, newest first',
  querystring: Closed({
    period: Type.Optional(Period({ description: 'Only those of this month' })),
    status: Type.Optional(Status),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(Correction) },
})

export const getRoute = route('GET', '/api/sos/monthly/corrections/:id', 'model.read', {
  config: { answersTag: true },
  tags,
  operationId: 'getCorrection',
  summary: 'How far a correction is and what it would change',
  params,
  response: { 200: Detail },
})

export const sellersRoute = route('GET', '/api/sos/monthly/corrections/:id/sellers', 'model.read', {
  config: { reads: 'sums' },
  tags,
  operationId: 'listCorrectedSellers',
  summary: 'List who changes by a correction, and by how much',
  description:
    'By the order of seller codes. 409 until it is computed. Those of a correction that was not applied are kept for 90 days.',
  params,
  querystring: Closed({
    moved: Type.Optional(
      OneOf(['up', 'down', 'none'], { description: 'Only totals that move this way', examples: ['down'] }),
    ),
    tier_changed: Type.Optional(
      Type.Boolean({ description: 'Only those that change their tier, or that keep it', examples: [true] }),
    ),
    result: Type.Optional(
      OneOf(['corrected', 'left_out'], { description: 'Only these', examples: ['corrected'] }),
    ),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(ChangedSeller) },
})

const decision = OptionalBody({
  notes: Type.Optional(Text(1000, { description: 'Why', examples: ['Checked against the paper of 3 July'] })),
})

export const decideRoutes = {
  approve: route('POST', '/api/sos/monthly/corrections/:id/approve', 'scores.write', {
    tags,
    operationId: 'approveCorrection',
    summary: 'Approve a correction',
    description:
      'By another person than asked for it, whatever the role. A job then gives every score that changes its next revision, with its explanation, audit row and `seller.score_adjusted` event, and `seller.tier_changed` where the tier moves. Surcharges are not evaluated again, The change of later months is renewed; explanations and certificates of final ones stay as they were made. 409 for a dry run, and when any of its scores has got another revision since. `warnings` say when rules or facts of the month have changed since it was computed.',
    params,
    body: decision,
    response: { 200: Success },
  }),
  reject: route('POST', '/api/sos/monthly/corrections/:id/reject', 'scores.write', {
    tags,
    operationId: 'rejectCorrection',
    summary: 'Reject a correction',
    description:
      'By another person, or by the one who asked, who takes it back so. No score changes, and the month may get another one.',
    params,
    body: decision,
    response: { 200: Success },
  }),
}
