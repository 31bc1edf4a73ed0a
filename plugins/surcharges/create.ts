import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { requireBegun } from '../../src/domain/business-time.ts'
import { requireDecimals } from '../../src/domain/decimals.ts'
import { ACTIVE_STATUSES, Surcharge } from '../../src/domain/events/surcharge-record.ts'
import { IN_CURRENCY, OpenWord } from '../../src/domain/field-schemas.ts'
import { knownSeller } from '../../src/domain/sellers/find-seller.ts'
import { PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Code, Created, OneOf, Problem } from '../../src/platform/schemas/schemas.ts'
import { type LockedSeller, lockSellerWithCode, type SurchargeRow, tellOf } from './rows.ts'

export const { properties: given } = Surcharge
export const SurchargeType = OpenWord(['planning_overload', PAYMENT_BLOCK, 'aging_storage_multiplier'], {
  description: 'While a payment_block is pending or applied, the seller is blocked',
})

const NewSurcharge = Closed({
  seller_code: Code({ description: 'Code of a seller', examples: ['S-1001'] }),
  period: { ...given.period, description: `${given.period.description}; not in the future` },
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
    OneOf([...ACTIVE_STATUSES], { description: 'Default: pending', examples: ['pending'] }),
  ),
})
type NewSurcharge = Static<typeof NewSurcharge>

export const createSurcharge = endpoint('POST', '/api/surcharges', 'surcharges.write', {
  operationId: 'createSurcharge',
  summary: 'Create a surcharge',
  description:
    'It begins pending, or applied. Emits seller.surcharge_created, and seller.order_blocked for a payment_block, which blocks the seller at once.',
  body: NewSurcharge,
  aliases: { surcharge_type: ['type'] },
  response: { 200: Created, 404: Problem('There is no such seller') },
})(async (request) => {
  const { seller_code, trigger_details = {}, status = 'pending', ...fields } = request.body
  requireBegun(request.server, fields.period)
  const amount = amountOf(request.body, request.server.env.CURRENCY)
  return change(request, async (tx) => {
    const seller = knownSeller(request.scope, seller_code, await lockSellerWithCode(tx, seller_code))
    const own = { seller_id: seller.id, amount: String(amount), rule_id: null }
    const draft = { ...fields, trigger_details, status, ...own }
    const [made] = (await createAll(tx, request, [seller], [draft])) as [SurchargeRow]
    return { success: true, id: made.id }
  })
})

/** Creates surcharges of locked sellers, with their audit rows and events; answers those that were new. */
export async function createAll(
  tx: Transaction,
  request: FastifyRequest,
  sellers: LockedSeller[],
  drafts: SurchargeDraft[],
): Promise<SurchargeRow[]> {
  const made = await insertSurcharges(tx, drafts, request.actor.id)
  const changes = made.map((after) => ({ after }))
  await tellOf(tx, request, sellers, changes)
  return made
}

/** The amount is stored as the decimal text that was sent. @throws 400 for none, or for too many decimals */
function amountOf({ amount, surcharge_type }: NewSurcharge, currency: string | undefined): number {
  if (amount === undefined) {
    if (surcharge_type === PAYMENT_BLOCK) return 0
    throw badRequest('field_required', `amount is required; only a ${PAYMENT_BLOCK} may do without`)
  }
  requireDecimals('amount', amount, currency)
  return amount
}

/** What is written of a new surcharge; `amount` is decimal text. */
type SurchargeDraft = Pick<SurchargeRow, 'seller_id' | 'period' | 'surcharge_type' | 'status' | 'rule_id'> & {
  amount: string
  trigger_details: object
}

/** Creates surcharges, but none of a seller, period and rule that has been. Answers those it made. */
async function insertSurcharges(tx: Sql, drafts: SurchargeDraft[], userId: number) {
  const made = await tx.rows<SurchargeRow>`
    insert into surcharges as u (
      seller_id, period, surcharge_type, amount, trigger_details, status, rule_id, created_by)
    select seller_id, period, surcharge_type, amount, trigger_details, status, rule_id, ${userId}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as d(seller_id int, period text, surcharge_type text, amount numeric, trigger_details jsonb, status text,
           rule_id int)
    order by seller_id, rule_id
    on conflict (seller_id, period, rule_id) do nothing
    returning u.*`
  return made.sort((a, b) => a.id - b.id)
}
