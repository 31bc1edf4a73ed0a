import { type Static, Type } from '@sinclair/typebox'
import { ROLES } from '../../platform/access/roles.ts'
import { Id, Model, Nullable, OneOf, Period, Timestamp } from '../../platform/schemas/schemas.ts'
import { COMPONENTS, type Component } from '../../scoring/components.ts'
import { ShownScore } from '../scores/score-row.ts'
import { Score, ScoreComponent } from '../scores/score-schemas.ts'

// An appeal as the API shows it and as events carry it.

export const APPEAL_STATUSES = [
  'pending',
  'under_review',
  'approved',
  'partially_approved',
  'rejected',
  'expired',
] as const
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

export const DECISIONS = ['approve', 'partially_approve', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

export const AppealStatus = (options = {}) =>
  OneOf([...APPEAL_STATUSES], { examples: ['pending'], ...options })
export const Decision = (options = {}) => OneOf([...DECISIONS], { examples: ['approve'], ...options })

const decided = (description: string) => Type.Optional(Score({ description }))
/** The fields of what a decision sets in a score. */
export const adjustedScore = {
  ...(Object.fromEntries(
    COMPONENTS.map((name) => [
      `${name}_raw_after`,
      decided(`The new raw of ${name}, whichever component was appealed`),
    ]),
  ) as Record<`${Component}_raw_after`, ReturnType<typeof decided>>),
  total_sos_after: decided('The new total; without it the total is computed'),
}

export const AppealReview = Model('AppealReview', {
  decision: Decision(),
  notes: Nullable(Type.String()),
  reviewed_by: Type.String({ examples: ['Olga Brandt'] }),
  reviewed_at: Timestamp(),
})

export const Appeal = Model('Appeal', {
  id: Id(),
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  period: Period({ description: 'The month of the score' }),
  component_appealed: ScoreComponent({ examples: ['o_score'] }),
  appeal_reason_type: Type.String({ examples: ['system_outage'] }),
  description: Type.String({
    description: 'Empty when none was given',
    examples: ['Our order interface was down on two days; see the report'],
  }),
  evidence_urls: Type.Array(
    Type.String({
      format: 'uri',
      pattern: '^\\S*$',
      'x-says': 'must hold no blank: write %20',
      maxLength: 2000,
      examples: ['https://example.com/outage.pdf'],
    }),
    {
      maxItems: 20,
      description:
        'Addresses that begin with http:// or https://, without a user name, a password or characters that are not seen',
    },
  ),
  submitted_by_am_id: Id(),
  am_name: Nullable(Type.String({ examples: ['Ada Marsh'] }), {
    description: 'Of the account manager in whose name it is',
  }),
  sent_by: Nullable(
    Type.Object({
      name: Type.String({ examples: ['Acme portal'] }),
      role: OneOf([...ROLES], { examples: ['seller'] }),
    }),
    { description: 'The account that sent it; null where the account is gone' },
  ),
  status: AppealStatus(),
  closed_reason: Nullable(OneOf(['withdrawn'], { examples: ['withdrawn'] }), {
    description: 'withdrawn: it is expired because its account manager took it back; null otherwise',
  }),
  ops: Nullable(AppealReview, { description: 'What the operations head recommends; null until then' }),
  am: Nullable(AppealReview, { description: 'What the AM head has decided; null until then' }),
  score_adjustment: Nullable(Type.Object(adjustedScore), {
    description:
      'What the decision set; null when nothing. Without a decision (open, expired or withdrawn) what the operations head recommends',
  }),
  score_before: Nullable(ShownScore, {
    description:
      'The score that the appeal was made against; once operations recommend a score_adjustment, the score that they propose to change; once decided, the score that the decision found',
  }),
  score_after: Nullable(ShownScore, {
    description: 'The revision that the decision made; null when it made none',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  expires_at: Timestamp({
    description:
      '30 days after it was made: the daily job that comes next makes it expired, unless it is decided before that',
  }),
})
export type Appeal = Static<typeof Appeal>

/** The states of an appeal that nobody has decided yet and that has not expired. */
export const OPEN_STATUSES = ['pending', 'under_review'] as const satisfies AppealStatus[]

/** Whether an appeal in this state is open. */
export const isOpen = (status: AppealStatus) => (OPEN_STATUSES as readonly AppealStatus[]).includes(status)

/** SQL: whether the appeal `a` is open. */
export const APPEAL_IS_OPEN = `a.status in ('${OPEN_STATUSES.join("', '")}')`
