import type { SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'
import type { NewEvent } from '../../src/domain/events/write-events.ts'
import { PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { LockedSeller, SurchargeRow } from './queries.ts'

/** The events of a new surcharge. */
export function createdEvents(seller: LockedSeller, surcharge: SurchargeRow): NewEvent[] {
  const created: NewEvent = {
    type: 'seller.surcharge_created',
    seller_id: seller.id,
    data: toEventPayload(seller, surcharge),
  }
  return surcharge.surcharge_type === PAYMENT_BLOCK
    ? [created, blockEvent('seller.order_blocked', seller, surcharge, true)]
    : [created]
}

/** The events of a new state; `unblocked` when no active payment_block is left. */
export function updatedEvents(
  seller: LockedSeller,
  surcharge: SurchargeRow,
  previous: { status: SurchargeStatus },
  unblocked: boolean,
): NewEvent[] {
  const updated: NewEvent = {
    type: 'seller.surcharge_updated',
    seller_id: seller.id,
    data: { ...toEventPayload(seller, surcharge), previous },
  }
  return unblocked
    ? [updated, blockEvent('seller.order_unblocked', seller, surcharge, seller.status !== 'active')]
    : [updated]
}

const toEventPayload = (
  { seller_code, company_name }: LockedSeller,
  { seller_id: _, id, ...surcharge }: SurchargeRow,
) => ({ id, seller_code, company_name, ...surcharge })

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
