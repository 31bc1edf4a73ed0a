import { type TSchema, Type } from '@sinclair/typebox'
import { JsonObject } from '../../platform/schemas/json-object.ts'
import { Amount, Id, Nullable, OneOf, Period, Timestamp } from '../../platform/schemas/schemas.ts'
import { COMPONENTS } from '../../scoring/components.ts'
import { Score, ScoreComponent } from '../scores/score-schemas.ts'

const sellerCode = Type.String({ examples: ['SELLER-001'] })
const company = Type.String({ examples: ['Example Ltd'] })

const Tier = Type.Object({
  name: Type.String({ examples: ['Silver'] }),
  color: Type.String({ description: 'Hex colour', examples: ['#8A94A6'] }),
  benefits: Type.String({ examples: ['standard terms'] }),
})

const Part = Type.Object({ raw: Score(), weighted: Score({ examples: [18.23] }) })

const score = {
  id: Id(),
  seller_code: sellerCode,
  company_name: company,
  am_id: Nullable(Id()),
  am_name: Nullable(Type.String({ examples: ['Ada Marsh'] })),
  period: Period(),
  total_sos: Score(),
  tier: Tier,
  components: Type.Object(Object.fromEntries(COMPONENTS.map((name) => [name, Part]))),
  trend: Type.Object({
    previous_sos: Score({ examples: [74.18] }),
    delta: Type.Number({ examples: [-1.25] }),
    direction: OneOf(['up', 'down', 'flat', 'new'], { examples: ['down'] }),
  }),
  is_grace_period: Type.Boolean({ examples: [false] }),
  status: OneOf(['draft', 'under_review', 'final'], { examples: ['final'] }),
  revision: Type.Integer({ examples: [1] }),
  run_id: Id(),
  reviewed_by: Nullable(Type.String({ examples: ['Olga Brandt'] })),
  notes: Nullable(Type.String({ examples: ['Checked with the warehouse'] })),
  calculated_at: Timestamp(),
  finalized_at: Nullable(Timestamp()),
}

const surchargeFields = {
  id: Id(),
  period: Period(),
  surcharge_type: Type.String({ examples: ['planning_overload'] }),
  amount: Amount(),
}
const surcharge = {
  seller_code: sellerCode,
  company_name: company,
  ...surchargeFields,
  trigger_details: JsonObject({ examples: [{ reason: 'Forecasts were more than 50 % off the orders' }] }),
  status: OneOf(['pending', 'applied', 'waived'], { examples: ['pending'] }),
  rule_id: Nullable(Id()),
  created_by: Nullable(Id()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

const block = (blocked: boolean) =>
  Type.Object({
    seller_code: sellerCode,
    company_name: company,
    is_blocked: Type.Boolean({ description: 'What enforcement answers from then on', examples: [blocked] }),
    seller_status: OneOf(['active', 'suspended', 'terminated'], { examples: ['active'] }),
    surcharge: Type.Object({
      ...surchargeFields,
      surcharge_type: Type.String({ examples: ['payment_block'] }),
      reason: Type.String({ examples: ['Invoices are overdue by more than 30 days'] }),
    }),
  })

const review = Nullable(
  Type.Object({
    decision: OneOf(['approve', 'partially_approve', 'reject'], { examples: ['approve'] }),
    reviewed_by: Type.String({ examples: ['Olga Brandt'] }),
    reviewed_at: Timestamp(),
  }),
)
const appealScore = Nullable(
  Type.Object({
    revision: score.revision,
    total_sos: Score(),
    tier: Tier,
    components: score.components,
  }),
)
/** Without its description, evidence and notes: GET /api/appeals/:id has them. */
const appeal = {
  id: Id(),
  seller_code: sellerCode,
  company_name: company,
  period: Period(),
  component_appealed: ScoreComponent({ examples: ['o_score'] }),
  appeal_reason_type: Type.String({ examples: ['data_error'] }),
  submitted_by_am_id: Id(),
  am_name: Nullable(Type.String({ examples: ['Ada Marsh'] })),
  status: OneOf(['pending', 'under_review', 'approved', 'partially_approved', 'rejected', 'expired'], {
    examples: ['pending'],
  }),
  ops: review,
  am: review,
  score_adjustment: Nullable(JsonObject({ examples: [{ o_score_raw_after: 88.5 }] })),
  score_before: appealScore,
  score_after: appealScore,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  expires_at: Timestamp(),
}

const endpoint = {
  subscription: Type.Object({
    id: Id(),
    name: Nullable(Type.String({ examples: ['Warehouse'] })),
    url: Type.String({ examples: ['https://example.com/hooks'] }),
    failing_since: Nullable(Timestamp()),
  }),
  reason: Type.String({
    examples: ['Every attempt has failed since 2026-10-31T08:30:00.000Z, for 5 days.'],
  }),
}

interface EventKind {
  /** When it is emitted, as the documentation says it. */
  summary: string
  /** What `data` holds: the object and, where something changed, its previous values. */
  data: TSchema
}

/** Every kind of event the service emits. The documentation, the filters and the payloads are made of this table. */
export const EVENTS = {
  'seller.score_finalized': {
    summary: 'A monthly score became final',
    data: Type.Object({
      ...score,
      previous: Type.Object({ status: OneOf(['draft', 'under_review'], { examples: ['draft'] }) }),
    }),
  },
  'seller.tier_changed': {
    summary:
      'A score became final whose tier differs from the one of the previous period, or an appeal moved its tier',
    data: Type.Object({
      ...score,
      previous: Type.Object({ period: Period({ examples: ['2026-09'] }), total_sos: Score(), tier: Tier }),
    }),
  },
  'seller.score_adjusted': {
    summary: 'An appeal gave a score a new revision',
    data: Type.Object({
      ...score,
      appeal_id: Id(),
      previous: Type.Object({
        revision: Type.Integer({ examples: [1] }),
        total_sos: Score(),
        tier: Tier,
        components: score.components,
      }),
    }),
  },
  'seller.surcharge_created': { summary: 'A surcharge was created', data: Type.Object(surcharge) },
  'seller.surcharge_updated': {
    summary: 'A surcharge was applied or waived',
    data: Type.Object({ ...surcharge, previous: Type.Object({ status: surcharge.status }) }),
  },
  'seller.order_blocked': {
    summary: 'A payment_block was created: orders of the seller must not be shipped',
    data: block(true),
  },
  'seller.order_unblocked': {
    summary: 'The last active payment_block of a seller was waived',
    data: block(false),
  },
  'appeal.submitted': { summary: 'An appeal against a score was submitted', data: Type.Object(appeal) },
  'appeal.decided': {
    summary: 'An appeal was approved, partially approved, rejected or has expired',
    data: Type.Object({
      ...appeal,
      status: { ...appeal.status, examples: ['approved'] },
      previous: Type.Object({ status: { ...appeal.status, examples: ['under_review'] } }),
    }),
  },
  'scoring.run_completed': {
    summary: 'All scores of a scoring run are written',
    data: Type.Object({
      id: Id(),
      period: Period(),
      status: OneOf(['completed'], { examples: ['completed'] }),
      sellers_total: Type.Integer({ examples: [10000] }),
      sellers_scored: Type.Integer({ examples: [9990] }),
      sellers_final: Type.Integer({ examples: [10] }),
      started_at: Timestamp(),
      finished_at: Timestamp(),
    }),
  },
  'webhook.ping': {
    summary: 'Somebody tested a subscription; sent to that subscription only',
    data: Type.Object({
      subscription: Type.Pick(endpoint.subscription, ['id', 'name']),
      message: Type.String({ examples: ['This is a test.'] }),
    }),
  },
  'webhook.endpoint_failing': {
    summary: 'Every attempt at a subscription has failed for one or three days',
    data: Type.Object(endpoint),
  },
  'webhook.endpoint_disabled': {
    summary: 'A subscription was disabled: after five days of failure, or because its receiver answered 410',
    data: Type.Object(endpoint),
  },
} satisfies Record<string, EventKind>

export type EventType = keyof typeof EVENTS
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]]
