import { type Static, Type } from '@sinclair/typebox'
import { Surcharge, SurchargeStatus } from '../../src/domain/surcharges/surcharge-record.ts'
import {
  Created,
  Id,
  Page,
  PageQuery,
  Period,
  Success,
  Text,
  Word,
} from '../../src/platform/schemas/schemas.ts'

const { properties: given } = Surcharge

export const NewSurcharge = Type.Object(
  {
    seller_code: Text(100, { description: 'A seller that exists', examples: ['S-1001'] }),
    period: given.period,
    surcharge_type: Word({
      description:
        'Known words: planning_overload, payment_block, aging_storage_multiplier. While a payment_block is pending or applied, the seller is blocked',
      examples: ['planning_overload'],
    }),
    amount: given.amount,
    trigger_details: Type.Optional(given.trigger_details),
  },
  { additionalProperties: false },
)

const ListQuery = Type.Object(
  {
    seller_code: Type.Optional(Text(100, { description: 'Surcharges of this seller', examples: ['S-1001'] })),
    status: Type.Optional(SurchargeStatus({ description: 'Surcharges in this state' })),
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
  body: Type.Object({ status: SurchargeStatus({ examples: ['waived'] }) }, { additionalProperties: false }),
  response: { 200: Success },
}
