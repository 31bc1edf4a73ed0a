import { type TSchema, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Period, Text, Timestamp } from '../../platform/schemas/schemas.ts'
import { Appeal, AppealReview, AppealStatus } from '../appeals/appeal-record.ts'
import { ScoreRecord, ScoreStatus } from '../scores/score-record.ts'
import { ShownScore } from '../scores/score-row.ts'
import { ScoreReasons } from '../scores/score-schemas.ts'
import { SELLER_STATUSES } from '../seller-statuses.ts'
import { Surcharge, SurchargeStatus } from './surcharge-record.ts'

/** What events carry of a webhook subscription; the record of the API has these fields and more. */
export const SubscriptionShown = Type.Object({
  id: Id(),
  name: Nullable(Text(200), { examples: ['Warehouse'] }),
  url: Text(2048, {
    description:
      'Where events are posted: http or https; in verified mode https and a public address, unless WEBHOOK_ALLOW_PRIVATE is on',
    examples: ['https://example.com/hooks'],
  }),
  failing_since: Nullable(Timestamp(), {
    description: 'When the first of the attempts failed that have all failed since; null after a delivery',
    examples: [null],
  }),
})

const score = { ...ScoreRecord.properties, status: { ...ScoreStatus, examples: ['final'] } }
const surcharge = Surcharge.properties
const { seller_code, company_name } = surcharge

const SellerStatus = (example: string) => OneOf([...SELLER_STATUSES], { examples: [example] })
const IsBlocked = (example: boolean) =>
  Type.Boolean({ description: 'What enforcement answers from then on', examples: [example] })

const block = (blocked: boolean) =>
  Type.Object({
    seller_code,
    company_name,
    is_blocked: IsBlocked(blocked),
    seller_status: SellerStatus('active'),
    surcharge: Type.Object({
      id: surcharge.id,
      period: surcharge.period,
      surcharge_type: Type.String({ examples: ['payment_block'] }),
      amount: surcharge.amount,
      reason: Type.String({ examples: ['Invoices are overdue by more than 30 days'] }),
    }),
  })

const { notes: _notes, ...reviewFields } = AppealReview.properties
const review = Nullable(Type.Object(reviewFields))
const { description: _text, evidence_urls: _urls, sent_by: _sender, ...appealFields } = Appeal.properties
/** Without its description, evidence, notes and who sent it: GET /api/appeals/:id has them. */
const appeal = { ...appealFields, ops: review, am: review }

const { url } = SubscriptionShown.properties
const endpoint = {
  subscription: Type.Object({
    ...SubscriptionShown.properties,
    url: { ...url, description: 'Where events are posted, without its query, which may hold a credential' },
  }),
  reason: Type.String({ examples: ['Every attempt has failed since 2026-10-31T08:30:00.000Z, for 5 days.'] }),
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
      reasons: ScoreReasons,
      previous: Type.Object({ status: OneOf(['draft', 'under_review'], { examples: ['draft'] }) }),
    }),
  },
  'seller.tier_changed': {
    summary:
      'A score became final whose tier differs from the one of the previous period, or an appeal or a correction moved its tier',
    data: Type.Object({
      ...score,
      reasons: ScoreReasons,
      previous: Type.Object({
        period: Period({ examples: ['2026-09'] }),
        total_sos: score.total_sos,
        is_rated: score.is_rated,
        tier: score.tier,
      }),
    }),
  },
  'seller.score_adjusted': {
    summary: 'An appeal or a correction of the month gave a score a new revision',
    data: Type.Object({
      ...score,
      appeal_id: Nullable(Id(), { description: 'null where a correction did' }),
      correction_id: Nullable(Id(), {
        description: 'The correction of the month; null where an appeal did',
        examples: [null],
      }),
      previous: ShownScore,
    }),
  },
  'seller.surcharge_created': { summary: 'A surcharge was created', data: Surcharge },
  'seller.surcharge_updated': {
    summary: 'A surcharge was applied or waived',
    data: Type.Object({ ...surcharge, previous: Type.Object({ status: SurchargeStatus() }) }),
  },
  'seller.order_blocked': {
    summary: 'A payment block was created: orders of the seller must not be shipped',
    data: block(true),
  },
  'seller.order_unblocked': {
    summary: 'The last active payment block of a seller was waived',
    data: block(false),
  },
  'seller.status_changed': {
    summary: 'A seller became active, suspended or terminated; enforcement blocks all but active ones',
    data: Type.Object({
      seller_code,
      company_name,
      status: SellerStatus('suspended'),
      is_blocked: IsBlocked(true),
      previous: Type.Object({ status: SellerStatus('active') }),
    }),
  },
  'seller.tier_at_risk': {
    summary:
      'The nightly projection gives a seller more than 0.3 to end the month below its last final tier; once a month',
    data: Type.Object({
      seller_code,
      company_name,
      am_id: Nullable(Id(), { description: 'The account manager now' }),
      period: Period({ description: 'The running month' }),
      as_of: Timestamp({ description: 'Up to when facts count' }),
      last_final: Type.Object({
        period: Period({ examples: ['2026-09'] }),
        tier: Type.String({ examples: ['Silver'] }),
      }),
      probability: Type.Number({ description: 'To end rated and in a lower tier', examples: [0.42] }),
      expected_total: score.total_sos,
      low: score.total_sos,
      high: score.total_sos,
    }),
  },
  'appeal.submitted': { summary: 'An appeal against a score was submitted', data: Type.Object(appeal) },
  'appeal.decided': {
    summary: 'An appeal was approved, partially approved, rejected or withdrawn, or has expired',
    data: Type.Object({
      ...appeal,
      status: AppealStatus({ examples: ['approved'] }),
      previous: Type.Object({ status: AppealStatus({ examples: ['under_review'] }) }),
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
  'config.adopted': {
    summary: 'A draft became the rules from a month on; GET /api/config/drafts/:id has its changes',
    data: Type.Object({
      draft_id: Id({ examples: [4] }),
      name: Type.String({ examples: ['Stricter lateness'] }),
      effective_from: Period({ description: 'The first month it is for', examples: ['2026-08'] }),
      adopted_by: Id({ description: 'Id of the user' }),
      backtest_id: Nullable(Id({ examples: [9] })),
      override_reason: Nullable(Type.String({ examples: ['Decided by the board on 3 July'] }), {
        description: 'Why it was adopted although a check failed',
      }),
      changes_sha256: Type.String({
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
      changes: Type.Array(
        Type.Object({
          type: Type.String({ description: 'Type of the configuration records', examples: ['o-score'] }),
          put: Type.Integer({ description: 'Records that were replaced or added', examples: [1] }),
          removed: Type.Integer({ description: 'Records that were ended', examples: [0] }),
        }),
      ),
    }),
  },
  'transparency.checkpoint': {
    summary:
      'The log of final scores has grown, and its new head is signed: whoever keeps it can prove later that nothing before it was changed',
    data: Type.Object({
      origin: Type.String({ description: 'The name of the log', examples: ['scores.example.com/log'] }),
      size: Type.Integer({ description: 'Leaves of the log', examples: [204] }),
      root: Type.String({
        description: 'The root hash, base64',
        examples: ['3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w='],
      }),
      checkpoint: Type.String({
        description: 'The signed head: a C2SP checkpoint, which is a signed note',
        examples: [
          'scores.example.com/log\n204\n3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w=\n\n— scores.example.com/log 2Ej1…\n',
        ],
      }),
    }),
  },
  'transparency.mismatch': {
    summary:
      'The nightly check of the logs found that something in the database is not what the log says, once a day for each finding',
    data: Type.Object({
      log: OneOf(['scores'], { examples: ['scores'] }),
      finding: Type.String({
        description: 'What was found; the codes are those of GET /api/transparency/audit',
        examples: ['score_changed'],
      }),
      count: Type.Integer({ examples: [1] }),
      named: Type.Array(Type.String(), {
        description: 'The first of them',
        examples: [['S-1018 2026-05 revision 1']],
      }),
      sentence: Type.String({
        examples: ['1 stored score is not what its leaf in the log says: S-1018 2026-05 revision 1.'],
      }),
    }),
  },
  'webhook.ping': {
    summary: 'Somebody tested a subscription; sent to that subscription only',
    data: Type.Object({
      subscription: Type.Pick(SubscriptionShown, ['id', 'name']),
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
export const EventName = OneOf([...EVENT_TYPES], { examples: ['seller.score_finalized'] })
