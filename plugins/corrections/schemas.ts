import { type Static, Type } from '@sinclair/typebox'
import { EachComponent, Score } from '../../src/domain/scores/score-schemas.ts'
import { count, Id, Nullable, OneOf, Period, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { WaitingFor } from '../../src/runs/waiting-for.ts'

export const tags = ['corrections']
export const params = Type.Object({ id: Id({ description: 'Id of the correction' }) })

/** For so many days what a correction that was not applied found is kept after its end. */
export const KEPT_DAYS = 90

export const Status = OneOf(
  ['queued', 'computing', 'computed', 'proposed', 'applying', 'completed', 'rejected', 'failed'],
  {
    description:
      'queued and computing until it is known who changes; proposed waits for a second person; computed is a dry run, or changes no score, and is over; applying while scores are written; then completed. rejected by the second person, or taken back by the first; a failed one says why in `error`',
    examples: ['proposed'],
  },
)
export type CorrectionStatus = Static<typeof Status>

export const FACTS_ONLY =
  'Facts are those of today, and nothing else is: rules, exceptions and feeds in use stay those of each score’s run'

export const Correction = Type.Object({
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

export const Detail = Type.Composite([
  Correction,
  Type.Object({
    waiting_for: WaitingFor,
    found: Nullable(Sums, {
      description: `How far scores move; null until it is computed, and ${KEPT_DAYS} days after the end of one that was not applied`,
    }),
  }),
])

const moved = Type.Object({ before: Score(), after: Score() })

export const ChangedSeller = Type.Object({
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
