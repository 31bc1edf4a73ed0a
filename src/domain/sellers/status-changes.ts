import type { Transaction } from '../../platform/database/database.ts'
import type { Events } from '../events/events.ts'
import type { SellerRef } from './find-seller.ts'
import { blockedSellers, isBlockedBy } from './payment-block.ts'
import type { SellerScope } from './scope.ts'

/** A seller as a change of its status leaves it, and the status that it had. */
interface StatusChange extends Omit<SellerRef, keyof SellerScope> {
  previous: string
}

/** Publishes `seller.status_changed` for each seller whose status has become another one. */
export async function publishStatusChanges(events: Events, tx: Transaction, changes: StatusChange[]) {
  const changed = changes.filter(({ status, previous }) => status !== previous)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  const blocked = await blockedSellers(tx, ids)
  await events.publish(
    tx,
    changed.map(({ id, seller_code, company_name, status, previous }) => ({
      type: 'seller.status_changed',
      seller_id: id,
      data: {
        seller_code,
        company_name,
        status,
        is_blocked: isBlockedBy(status, blocked.has(id)),
        previous: { status: previous },
      },
    })),
  )
}
