import { type Static, Type } from '@sinclair/typebox'
import { Score, ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { CONTRACT_TYPES, OMS_SYSTEM_TYPES } from '../../src/domain/sellers/known-words.ts'
import { IfMatch, Stale, withETag } from '../../src/platform/http/entity-tag.ts'
import { JsonObject } from '../../src/platform/schemas/json-object.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import {
  CalendarDate,
  Code,
  Created,
  Id,
  Nullable,
  OneOf,
  OpenWord,
  Page,
  PageQuery,
  Period,
  Success,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { ScoreExceptionItem } from './exception-schemas.ts'
import { SellerKey } from './seller-key.ts'

export const SELLER_STATUSES = ['active', 'suspended', 'terminated'] as const
const Status = (options = {}) => OneOf([...SELLER_STATUSES], options)

const required = {
  seller_code: Code({ description: 'The code by which all systems know the seller', examples: ['S-1001'] }),
  company_name: Text(200, { examples: ['Acme Trading GmbH'] }),
}

/** What may be left out on create, and cleared with null. */
const clearable = {
  contract_type: Nullable(
    OpenWord(CONTRACT_TYPES, {
      description: 'Score weights and grace periods may be set for each',
    }),
  ),
  contract_start_date: Nullable(
    CalendarDate({ description: 'Where the grace period begins', examples: ['2025-03-01'] }),
  ),
  primary_warehouse_id: Nullable(Id({ description: 'An active warehouse' })),
  assigned_am_id: Nullable(Id({ description: 'An active account manager' })),
  oms_system_type: Nullable(OpenWord(OMS_SYSTEM_TYPES)),
  payment_terms_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: 'Days from an invoice’s date to its due date',
      examples: [30],
    }),
  ),
  metadata: Nullable(
    JsonObject({
      description: 'Anything of the caller’s own; replaced as a whole',
      examples: [{ region: 'EU' }],
    }),
  ),
}

const status = Status({
  description: 'Any may become any other; all but active are blocked in enforcement',
  examples: ['active'],
})

export const NewSeller = Type.Object(
  { ...required, ...Type.Partial(Type.Object(clearable)).properties, status: Type.Optional(status) },
  { additionalProperties: false },
)
export type NewSeller = Static<typeof NewSeller>

const sellerFields = {
  id: Id(),
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  contract_type: Nullable(Type.String(), { examples: ['standard'] }),
  contract_start_date: Nullable(CalendarDate(), { examples: ['2025-03-01'] }),
  primary_warehouse_id: Nullable(Type.Integer(), { examples: [1] }),
  assigned_am_id: Nullable(Type.Integer(), { examples: [1] }),
  oms_system_type: Nullable(Type.String(), { examples: ['shopify'] }),
  payment_terms_days: Nullable(Type.Integer(), { examples: [30] }),
  metadata: JsonObject({ examples: [{ region: 'EU' }] }),
  status: Status({ examples: ['active'] }),
  am_name: Nullable(Type.String(), { examples: ['Dana Wolf'] }),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const Seller = Type.Object(sellerFields, { title: 'Seller' })
export type Seller = Static<typeof Seller>

const LatestScore = Type.Object({
  period: Period(),
  total_sos: Score(),
  tier: Type.Object({
    name: Type.String({ examples: ['Silver'] }),
    color: Type.String({ examples: ['#8A94A6'] }),
    benefits: Type.String({ examples: ['standard terms'] }),
  }),
  status: OneOf(['draft', 'under_review', 'final']),
  revision: Type.Integer({ examples: [1] }),
})

const ActiveSurcharge = Type.Object({
  id: Id(),
  period: Period(),
  surcharge_type: Type.String({ examples: ['planning_overload'] }),
  amount: Type.Number({ examples: [126.9] }),
  status: OneOf(['pending', 'applied'], { examples: ['pending'] }),
  reason: Type.String({ examples: ['Forecasts were more than 50 % off the orders'] }),
})
export type ActiveSurcharge = Static<typeof ActiveSurcharge>

const OpenAppeal = Type.Object({
  id: Id(),
  period: Period(),
  component_appealed: ScoreComponent({ examples: ['o_score'] }),
  appeal_reason_type: Type.String({ examples: ['system_outage'] }),
  status: OneOf(['pending', 'under_review'], { examples: ['pending'] }),
  created_at: Timestamp(),
  expires_at: Timestamp(),
})
export type OpenAppeal = Static<typeof OpenAppeal>

export const SellerDetail = Type.Object(
  {
    ...sellerFields,
    warehouse: Nullable(Type.Object({ id: Id(), code: Type.String(), name: Type.String() })),
    am: Nullable(Type.Object({ id: Id(), name: Type.String(), email: Nullable(Type.String()) })),
    latest_score: Type.Optional(
      Nullable(LatestScore, { description: 'Of the newest period; left out for roles that read no scores' }),
    ),
    exceptions_in_force: Type.Optional(
      Type.Array(ScoreExceptionItem, {
        description: 'Active, and today is within their dates; left out for roles that read no exceptions',
      }),
    ),
    open_appeals: Type.Optional(
      Type.Array(OpenAppeal, {
        description: 'Not decided and not expired, the newest first; left out for roles that read no appeals',
      }),
    ),
    active_surcharges: Type.Optional(
      Type.Array(ActiveSurcharge, {
        description:
          'Pending or applied, the newest period first; left out for roles that read no surcharges',
      }),
    ),
  },
  { title: 'SellerDetail' },
)
export type SellerDetail = Static<typeof SellerDetail>

const changeable = { ...required, ...clearable, status }
export type SellerChanges = ChangesOf<typeof changeable>

const tags = ['sellers']

const ListQuery = Type.Object(
  {
    status: OneOf([...SELLER_STATUSES, 'all'], {
      default: 'active',
      description: 'Sellers in this state; all for sellers in any',
      examples: ['all'],
    }),
    warehouse_id: Type.Optional(Id({ description: 'Sellers of this primary warehouse' })),
    am_id: Type.Optional(Id({ description: 'Sellers of this account manager' })),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
      }),
    ),
    ...PageQuery,
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

export const listSchema = {
  tags,
  operationId: 'listSellers',
  summary: 'List sellers',
  description:
    'Ordered by their codes. An account manager sees the own portfolio, a warehouse user the own warehouse.',
  querystring: ListQuery,
  response: { 200: Page(Seller) },
}

export const getSchema = {
  tags,
  operationId: 'getSeller',
  summary: 'One seller with what belongs to it',
  params: Type.Object({ id: SellerKey }),
  response: { 200: withETag(SellerDetail) },
}

export const createSchema = {
  tags,
  operationId: 'createSeller',
  summary: 'Create a seller',
  body: NewSeller,
  response: { 200: Created },
}

export const updateSchema = {
  tags,
  operationId: 'updateSeller',
  summary: 'Change a seller',
  description:
    'Fields that are not sent stay as they are; null clears an optional one. A record that was read can be sent back whole. A new status emits seller.status_changed.',
  params: Type.Object({ id: SellerKey }),
  headers: IfMatch,
  // The path may name a code, so the handler compares the id.
  body: ChangesOf({ id: Id({ description: 'May be sent, and not changed' }), ...changeable }, SellerDetail),
  response: { 200: Success, 412: Stale },
}

export const deleteSchema = {
  tags,
  operationId: 'deleteSeller',
  summary: 'Delete a seller that has no facts and no scores',
  description:
    'For one that was made by mistake; its exceptions go with it. One that has facts, scores, surcharges or accounts is kept (409): give it the status terminated instead.',
  params: Type.Object({ id: SellerKey }),
  headers: IfMatch,
  response: { 200: Success, 412: Stale },
}
