import { type Static, Type } from '@sinclair/typebox'
import { SURCHARGE_STATUSES, Surcharge, SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'
import { IN_CURRENCY, OpenWord } from '../../src/domain/field-schemas.ts'
import { PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { ifUnchanged, withETag } from '../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../src/platform/http/route.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import {
  ByQuery,
  Closed,
  Code,
  Created,
  count,
  Id,
  OneOf,
  Period,
  Text,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { Several } from '../../src/platform/schemas/several.ts'

const { properties: given } = Surcharge
const SurchargeType = OpenWord(['planning_overload', PAYMENT_BLOCK, 'aging_storage_multiplier'], {
  description: 'While a payment_block is pending or applied, the seller is blocked',
})

export const NewSurcharge = Closed({
  seller_code: Code({ description: 'Code or id of a seller', examples: ['S-1001'] }),
  period: given.period,
  surcharge_type: {
    ...SurchargeType,
    description: `${SurchargeType.description}. type, as enforcement calls it, is taken too`,
  },
  amount: Type.Optional({
    ...given.amount,
    description: `${IN_CURRENCY}. Required, but for a payment_block, whose default is 0`,
  }),
  trigger_details: Type.Optional(given.trigger_details),
  status: Type.Optional(
    OneOf(['pending', 'applied'], { description: 'Default: pending', examples: ['pending'] }),
  ),
})
export type NewSurcharge = Static<typeof NewSurcharge>

const ListQuery = Closed({
  seller_code: Type.Optional(Text(100, { description: 'Surcharges of this seller', examples: ['S-1001'] })),
  status: Type.Optional(Several(SURCHARGE_STATUSES, { description: 'Surcharges in this state' })),
  period: Type.Optional(Period({ description: 'Surcharges of this month' })),
  surcharge_type: Type.Optional({ ...SurchargeType, description: 'Surcharges of this type' }),
  search: Type.Optional(
    Text(200, {
      description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
    }),
  ),
  sort: Type.Optional(
    OneOf(['seller_code', '-seller_code', 'period', '-period', 'amount', '-amount'], {
      description:
        'By what the list is sorted; - is from the highest down. Equals, and without it all: newest first',
      examples: ['-amount'],
    }),
  ),
  ...WholeListQuery,
})
export type ListQuery = Static<typeof ListQuery>

/** Taken so that a record can be sent back whole; another value than the present one is refused. */
const fixed = {
  seller_code: given.seller_code,
  period: given.period,
  surcharge_type: SurchargeType,
  amount: given.amount,
  trigger_details: given.trigger_details,
  rule_id: given.rule_id,
}

const params = Type.Object({ id: Id({ description: 'Id of the surcharge' }) })

const OfStatus = Type.Object({
  count: count('How many surcharges', 12),
  amount: Type.Number({ description: `What they come to. ${IN_CURRENCY}`, examples: [840.5] }),
})

/** How many surcharges there are in each state, and what they come to. */
const ByStatus = Type.Object(
  { pending: OfStatus, applied: OfStatus, waived: OfStatus },
  { description: 'Of all that the other filters leave, whatever `status` asks for' },
)
export type ByStatus = Static<typeof ByStatus>

export const listRoute = route('GET', '/api/surcharges', 'surcharges.read', {
  operationId: 'listSurcharges',
  summary: 'List surcharges',
  description:
    'Newest first, if `sort` does not say otherwise. An account manager sees the own portfolio, a warehouse user the sellers of the own warehouse.',
  querystring: ListQuery,
  response: { 200: Type.Composite([WholeList(Surcharge), Type.Object({ by_status: ByStatus })]) },
})

export const getRoute = route('GET', '/api/surcharges/:id', 'surcharges.read', {
  operationId: 'getSurcharge',
  summary: 'One surcharge',
  params,
  response: { 200: withETag(Surcharge) },
})

export const createRoute = route('POST', '/api/surcharges', 'surcharges.write', {
  operationId: 'createSurcharge',
  summary: 'Create a surcharge',
  description:
    'It begins pending, or applied. Emits seller.surcharge_created, and seller.order_blocked for a payment_block, which blocks the seller at once.',
  querystring: Closed(ByQuery),
  body: NewSurcharge,
  aliases: { surcharge_type: ['type'] },
  response: { 200: Created, 404: { $ref: 'Problem#', description: 'There is no such seller' } },
})

export const updateRoute = route('PATCH', '/api/surcharges/:id', 'surcharges.write', {
  operationId: 'updateSurcharge',
  summary: 'Apply or waive a surcharge',
  description:
    'pending → applied → waived, and pending → waived, which is final. Naming the state it is in changes nothing but the status_reason. The record may be sent back whole; what it is for and how much can not be changed. Emits seller.surcharge_updated, and seller.order_unblocked when the last active payment_block of the seller is waived.',
  params,
  ...ifUnchanged,
  aliases: { status_reason: ['reason', 'note', 'notes'] },
  body: {
    ...ChangesOf(
      {
        status: SurchargeStatus({ examples: ['waived'] }),
        status_reason: {
          ...given.status_reason,
          description: 'Why. reason, note and notes are taken too; without it a new state has none',
          examples: ['Agreed with the seller on 3 November'],
        },
        ...fixed,
      },
      Surcharge,
    ),
    examples: [{ status: 'waived', status_reason: 'Agreed with the seller on 3 November' }],
  },
})
