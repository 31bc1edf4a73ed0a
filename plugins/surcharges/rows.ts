import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { Surcharge } from '../../src/domain/events/surcharge-record.ts'
import type { NewEvent } from '../../src/domain/events/write-events.ts'
import type { SellerRef } from '../../src/domain/sellers/find-seller.ts'
import { isBlockedBy, PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { requireInScope, type SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { auditAll } from '../../src/platform/http/requests/change.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'

export type LockedSeller = Omit<SellerRef, keyof SellerScope>

/**
 * The sellers with these ids, locked until the transaction ends, in the order of their ids. Whoever creates or changes
 * a surcharge locks its seller first, so that block, unblock and status of a seller are serialized: their events are in
 * order and say the same.
 */
export const lockSellers = (tx: Sql, ids: number[]) =>
  tx.rows<LockedSeller>`
    select id, seller_code, company_name, status from sellers
    where id = any(${ids}::int[]) order by id for no key update`

/** The same for the seller with a code. */
export const lockSellerWithCode = (tx: Sql, code: string) =>
  tx.row<SellerRef>`
    select id, id as seller_id, seller_code, company_name, status, assigned_am_id, primary_warehouse_id from sellers
    where seller_code = ${code} for no key update`

export type SurchargeRow = Omit<Surcharge, 'seller_code' | 'company_name'> & { seller_id: number }

export type SurchargeKey = Pick<SurchargeRow, 'seller_id' | 'id'>

/** Surcharges as they stand, in the order of their keys: nobody changes them while their sellers are locked. */
export const surchargesOf = (tx: Sql, keys: SurchargeKey[]) =>
  tx.rows<SurchargeRow>`
    select u.* from surcharges u
      join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(seller_id int, id int) using (seller_id, id)
    order by u.seller_id, u.id`

export const params = Type.Object({ id: Id({ description: 'Id of the surcharge' }) })

/** A surcharge inside the actor's scope, with its seller and the version of its row. @throws as `requireInScope` does */
export async function findSurcharge({ server, scope }: FastifyRequest, id: number) {
  const found = await server.db.row<Surcharge & SellerScope & { seller_id: number; version: string }>(
    `select u.xmin::text as version, u.*, s.seller_code, s.company_name, s.assigned_am_id, s.primary_warehouse_id
     from surcharges u join sellers s on s.id = u.seller_id where u.id = $1`,
    [id],
    'surcharge',
  )
  return requireInScope(scope, found, () => notFound('surcharge_not_found', `There is no surcharge ${id}.`))
}

/** A new surcharge, or one in a new state, and whether no active payment_block of its seller is left by it. */
interface Change {
  before?: SurchargeRow | undefined
  after: SurchargeRow
  unblocks?: boolean
}

/** Writes the audit rows and publishes the events of changes of surcharges, whose sellers are locked. */
export async function tellOf(
  tx: Transaction,
  request: FastifyRequest,
  sellers: LockedSeller[],
  changes: Change[],
) {
  await auditAll(
    tx,
    request,
    changes.map(({ before, after }) => ({
      action: before ? 'surcharge.updated' : 'surcharge.created',
      ...{ entity_id: after.id, before, after },
    })),
  )
  const sellerOf = new Map(sellers.map((seller) => [seller.id, seller]))
  await request.server.events.publish(
    tx,
    changes.flatMap((change) => eventsOf(sellerOf.get(change.after.seller_id) as LockedSeller, change)),
  )
}

function eventsOf(seller: LockedSeller, { before, after, unblocks }: Change): NewEvent[] {
  const { seller_id, id, ...surcharge } = after
  const { seller_code, company_name, status } = seller
  const shown = { id, seller_code, company_name, ...surcharge }
  const told: NewEvent = before
    ? { type: 'seller.surcharge_updated', seller_id, data: { ...shown, previous: { status: before.status } } }
    : { type: 'seller.surcharge_created', seller_id, data: shown }
  if (unblocks) return [told, blockEvent('seller.order_unblocked', seller, after, isBlockedBy(status, false))]
  const blocks = !before && after.surcharge_type === PAYMENT_BLOCK
  return blocks ? [told, blockEvent('seller.order_blocked', seller, after, true)] : [told]
}

/** `is_blocked` is what enforcement answers from then on: a suspended seller stays blocked without any surcharge. */
function blockEvent(
  type: 'seller.order_blocked' | 'seller.order_unblocked',
  { id, seller_code, company_name, status }: LockedSeller,
  surcharge: SurchargeRow,
  is_blocked: boolean,
): NewEvent {
  const { period, amount, surcharge_type } = surcharge
  const cause = { id: surcharge.id, period, surcharge_type, amount, reason: surchargeReason(surcharge) }
  return {
    type,
    seller_id: id,
    data: { seller_code, company_name, is_blocked, seller_status: status, surcharge: cause },
  }
}
