import type { FastifyRequest } from 'fastify'
import { requireDecimals } from '../../src/domain/decimals.ts'
import { meantSeller } from '../../src/domain/sellers/find-seller.ts'
import { PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { auditAll } from '../../src/platform/access/audit.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { createdEvents } from './events.ts'
import {
  insertSurcharges,
  type LockedSeller,
  lockSellersNamed,
  type SurchargeDraft,
  type SurchargeRow,
} from './queries.ts'
import type { createRoute, NewSurcharge } from './schemas.ts'

export const createSurcharge: Handler<typeof createRoute> = async (request) => {
  const { seller_code, trigger_details = {}, status = 'pending', ...fields } = request.body
  const amount = amountOf(request.body, request.server.env.CURRENCY)
  return change(request, async (tx) => {
    const named = await lockSellersNamed(tx, seller_code, request.query.by)
    const seller = meantSeller(request.scope, seller_code, named)
    const draft = {
      ...fields,
      seller_id: seller.id,
      amount: String(amount),
      trigger_details,
      status,
      rule_id: null,
    }
    const [made] = (await createAll(tx, request, [seller], [draft])) as [SurchargeRow]
    return { success: true, id: made.id }
  })
}

/** Creates surcharges of locked sellers, with their audit rows and events; answers those that were new. */
export async function createAll(
  tx: Transaction,
  request: FastifyRequest,
  sellers: LockedSeller[],
  drafts: SurchargeDraft[],
): Promise<SurchargeRow[]> {
  const made = await insertSurcharges(tx, drafts, request.actor.id)
  const sellerOf = new Map(sellers.map((seller) => [seller.id, seller]))
  await auditAll(
    tx,
    request,
    made.map((after) => ({
      action: 'surcharge.created',
      entity_id: after.id,
      after,
    })),
  )
  await request.server.events.publish(
    tx,
    made.flatMap((surcharge) => createdEvents(sellerOf.get(surcharge.seller_id) as LockedSeller, surcharge)),
  )
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
