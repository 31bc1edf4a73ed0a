import type { NewEvent } from '../../src/domain/events/write-events.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { LockedSeller, SurchargeRow } from './queries.ts'
import type { SurchargeStatus } from './schemas.ts'
import { PAYMENT_BLOCK } from './states.ts'

/** What the creation of a surcharge is told by. */
export function createdEvents(seller: LockedSeller, surcharge: SurchargeRow): NewEvent[] {
  const created: NewEvent = {
    type: 'seller.surcharge_created',
    seller_id: seller.id,
    data: shown(seller, surcharge),
  }
  return surcharge.surcharge_type === PAYMENT_BLOCK
    ? [created, blockEvent('seller.order_blocked', seller, surcharge, true)]
    : [created]
}

/** What a new state is told by; `unblocked` when no active payment_block is left. */
export function updatedEvents(
  seller: LockedSeller,
  surcharge: SurchargeRow,
  previous: { status: SurchargeStatus },
  unblocked: boolean,
): NewEvent[] {
  const updated: NewEvent = {
    type: 'seller.surcharge_updated',
    seller_id: seller.id,
    data: { ...shown(seller, surcharge), previous },
  }
  return unblocked
    ? [updated, blockEvent('seller.order_unblocked', seller, surcharge, seller.status !== 'active')]
    : [updated]
}

function shown({ seller_code, company_name }: LockedSeller, { seller_id: _, ...surcharge }: SurchargeRow) {
  const { id, created_at, updated_at, ...rest } = surcharge
  return { id, seller_code, company_name, ...rest, created_at: iso(created_at), updated_at: iso(updated_at) }
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

const iso = (timestamp: string) => new Date(timestamp).toISOString()
