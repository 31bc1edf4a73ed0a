import { type Static, Type } from '@sinclair/typebox'
import { JsonObject } from '../../src/platform/schemas/json-object.ts'
import {
  Amount,
  Created,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Period,
  Success,
  Text,
  Timestamp,
  Word,
} from '../../src/platform/schemas/schemas.ts'

export const SURCHARGE_STATUSES = ['pending', 'applied', 'waived'] as const
export type SurchargeStatus = (typeof SURCHARGE_STATUSES)[number]
const Status = (options = {}) => OneOf([...SURCHARGE_STATUSES], { examples: ['pending'], ...options })

const fields = {
  period: Period({ description: 'The month that it is for' }),
  surcharge_type: Word({
    description:
      'Known words: planning_overload, payment_block, aging_storage_multiplier. While a payment_block is pending or applied, the seller is blocked',
    examples: ['planning_overload'],
  }),
  amount: Amount({ description: 'At most two decimals' }),
  trigger_details: JsonObject({
    description: 'What led to it. A text called reason is what enforcement answers',
    examples: [{ reason: 'Forecasts were more than 50 % off the orders' }],
  }),
}

export const NewSurcharge = Type.Object(
  {
    seller_code: Text(100, { description: 'A seller that exists', examples: ['S-1001'] }),
    ...fields,
    trigger_details: Type.Optional(fields.trigger_details),
  },
  { additionalProperties: false },
)

export const Surcharge = Type.Object(
  {
    id: Id(),
    seller_code: Type.String({ examples: ['S-1001'] }),
    company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
    ...fields,
    surcharge_type: Type.String({ examples: ['planning_overload'] }),
    status: Status({ description: 'pending or applied: active' }),
    rule_id: Nullable(Type.Integer({ examples: [40] }), {
      description: 'The configuration record that brought it; null when a person did',
    }),
    created_by: Nullable(Type.Integer(), { description: 'The user who created it', examples: [1] }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: 'Surcharge' },
)
export type Surcharge = Static<typeof Surcharge>

const ListQuery = Type.Object(
  {
    seller_code: Type.Optional(Text(100, { description: 'Surcharges of this seller', examples: ['S-1001'] })),
    status: Type.Optional(Status({ description: 'Surcharges in this state' })),
    period: Type.Optional(Period({ description: 'Surcharges of this month' })),
    ...PageQuery,
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

const tags = ['surcharges']
const params = Type.Object({ id: Id({ description: 'Id of the surcharge' }) })

export const listSchema = {
  tags,
  operationId: 'listSurcharges',
  summary: 'List surcharges',
  description:
    'Newest first. An account manager sees the own portfolio, a warehouse user the sellers of the own warehouse.',
  querystring: ListQuery,
  response: { 200: Page(Surcharge) },
}

export const getSchema = {
  tags,
  operationId: 'getSurcharge',
  summary: 'One surcharge',
  params,
  response: { 200: Surcharge },
}

export const createSchema = {
  tags,
  operationId: 'createSurcharge',
  summary: 'Create a surcharge',
  description:
    'It begins pending. Emits seller.surcharge_created, and seller.order_blocked for a payment_block, which blocks the seller at once.',
  body: NewSurcharge,
  response: { 200: Created },
}

export const updateSchema = {
  tags,
  operationId: 'updateSurcharge',
  summary: 'Apply or waive a surcharge',
  description:
    'pending → applied → waived, and pending → waived, which is final. Naming the state it is in changes nothing. Emits seller.surcharge_updated, and seller.order_unblocked when the last active payment_block of the seller is waived.',
  params,
  body: Type.Object({ status: Status({ examples: ['waived'] }) }, { additionalProperties: false }),
  response: { 200: Success },
}
