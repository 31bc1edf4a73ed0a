import { type Static, Type } from '@sinclair/typebox'
import { OPEN_STATUSES } from '../../src/domain/appeals/appeal-record.ts'
import { ACTIVE_STATUSES } from '../../src/domain/events/surcharge-record.ts'
import { OpenWord } from '../../src/domain/field-schemas.ts'
import { RevenueAmount } from '../../src/domain/revenue/revenue-figures.ts'
import {
  BeforeContract,
  IsRated,
  Revision,
  ScoreStatus,
  TierShown,
  Total,
} from '../../src/domain/scores/score-record.ts'
import { ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { SELLER_STATUSES } from '../../src/domain/seller-statuses.ts'
import { CONTRACT_TYPES, OMS_SYSTEM_TYPES } from '../../src/domain/sellers/known-words.ts'
import { SellerName } from '../../src/domain/sellers/seller-name.ts'
import {
  ByQuery,
  CalendarDate,
  Closed,
  Code,
  Id,
  JsonObject,
  Model,
  Nullable,
  OneOf,
  Period,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { ScoreExceptionItem } from './exceptions.ts'

const Status = (options = {}) => OneOf([...SELLER_STATUSES], options)

const required = {
  seller_code: Code({ description: 'The code by which all systems know the seller', examples: ['S-1001'] }),
  company_name: Text(200, { format: 'word', examples: ['Acme Trading GmbH'] }),
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
  primary_warehouse_id: Nullable(
    Id({ description: 'An active warehouse; warehouse_id, as lists filter by it, is taken too' }),
  ),
  assigned_am_id: Nullable(
    Id({ description: 'An active account manager; am_id, as lists filter by it, is taken too' }),
  ),
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

export const ALIASES = { primary_warehouse_id: ['warehouse_id'], assigned_am_id: ['am_id'] }

export const NewSeller = Closed({
  ...required,
  ...Type.Partial(Type.Object(clearable)).properties,
  status: Type.Optional(status),
})
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
  total_sos: Total(),
  is_rated: IsRated,
  before_contract: BeforeContract,
  tier: TierShown,
  status: ScoreStatus,
  revision: Revision,
})

const ActiveSurcharge = Type.Object({
  id: Id(),
  period: Period(),
  surcharge_type: Type.String({ examples: ['planning_overload'] }),
  amount: Type.Number({ examples: [126.9] }),
  status: OneOf([...ACTIVE_STATUSES], { examples: ['pending'] }),
  reason: Type.String({ examples: ['Forecasts were more than 50 % off the orders'] }),
})
export type ActiveSurcharge = Static<typeof ActiveSurcharge>

const OpenAppeal = Type.Object({
  id: Id(),
  period: Period(),
  component_appealed: ScoreComponent({ examples: ['o_score'] }),
  appeal_reason_type: Type.String({ examples: ['system_outage'] }),
  status: OneOf([...OPEN_STATUSES], { examples: ['pending'] }),
  created_at: Timestamp(),
  expires_at: Timestamp(),
})

export const SellerDetail = Model('SellerDetail', {
  ...sellerFields,
  warehouse: Nullable(Type.Object({ id: Id(), code: Type.String(), name: Type.String() })),
  am: Nullable(Type.Object({ id: Id(), name: Type.String(), email: Nullable(Type.String()) })),
  status_changed: Nullable(
    Type.Object({
      at: Timestamp(),
      reason: Nullable(Type.String(), { examples: ['Three invoices are 90 days overdue'] }),
    }),
    { description: 'Since when and why it is not active; null while it is, or where it was never changed' },
  ),
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
      description: 'Pending or applied, the newest period first; left out for roles that read no surcharges',
    }),
  ),
  revenue: Type.Optional(
    Type.Array(
      Type.Object({ period: Period(), amount: RevenueAmount('What the seller turned over', 84210.5) }),
      {
        description:
          'Its newest 12 months with revenue, the newest first, in the currency of the service (CURRENCY); left out for roles that read no revenue. GET /api/revenue has all',
      },
    ),
  ),
})
export type SellerDetail = Static<typeof SellerDetail>

export const changeable = { ...required, ...clearable, status }

export const params = Type.Object({ id: SellerName })
export const querystring = Closed(ByQuery)
