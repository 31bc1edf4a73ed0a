import { httpErrors } from '@fastify/sensible'
import type { Actor } from '../../platform/access/identity.ts'

/** The part of the sellers an actor sees: null where there is no limit, 0 where the account names none. */
export interface Scope {
  am_id: number | null
  warehouse_id: number | null
}

/** An AM sees the own portfolio, a warehouse user the own warehouse, every other role all. */
export const scopeOf = (actor: Actor): Scope => ({
  am_id: actor.role === 'am' ? (actor.am_id ?? 0) : null,
  warehouse_id: actor.role === 'warehouse' ? (actor.warehouse_id ?? 0) : null,
})

/** What decides whether a seller is in scope. */
export interface SellerScope {
  assigned_am_id: number | null
  primary_warehouse_id: number | null
}

/**
 * For lists, add to the statement: `($n::int is null or s.assigned_am_id = $n)` and the same for the warehouse.
 * For one seller, call this.
 * @throws 403 when the seller is outside the actor's scope
 */
export function requireInScope(actor: Actor, seller: SellerScope) {
  const { am_id, warehouse_id } = scopeOf(actor)
  if (am_id !== null && seller.assigned_am_id !== am_id)
    throw httpErrors.forbidden('This seller is not in your portfolio.')
  if (warehouse_id !== null && seller.primary_warehouse_id !== warehouse_id)
    throw httpErrors.forbidden('This seller does not belong to your warehouse.')
}
