import type { Actor } from '../../platform/access/identity.ts'
import { rolesOf } from '../../platform/access/roles.ts'
import { forbidden, notFound } from '../../platform/http/problems.ts'

/** The part of the sellers an actor sees: null where there is no limit, 0 where the account names none. */
export interface Scope {
  am_id: number | null
  warehouse_id: number | null
  seller_id: number | null
}

/** An AM sees the own portfolio, a warehouse user the own warehouse, a seller itself, every other role all. */
export function scopeOf(actor: Actor): Scope {
  const roles = rolesOf(actor)
  return {
    am_id: roles.includes('am') ? (actor.am_id ?? 0) : null,
    warehouse_id: roles.includes('warehouse') ? (actor.warehouse_id ?? 0) : null,
    seller_id: roles.includes('seller') ? (actor.seller_id ?? 0) : null,
  }
}

/** What decides whether a seller, or something of a seller's, is in scope. */
export interface SellerScope {
  seller_id: number
  assigned_am_id: number | null
  primary_warehouse_id: number | null
}

/**
 * For lists, add to the statement: `($n::int is null or s.assigned_am_id = $n)` and the same for the warehouse and,
 * where sellers may read the list, for the seller. For one seller, call this.
 * @throws 403 when the seller is outside the actor's scope
 */
export function requireInScope(actor: Actor, seller: SellerScope) {
  const { am_id, warehouse_id, seller_id } = scopeOf(actor)
  if (am_id !== null && seller.assigned_am_id !== am_id)
    throw forbidden('outside_scope', 'This seller is not in your portfolio.')
  if (warehouse_id !== null && seller.primary_warehouse_id !== warehouse_id)
    throw forbidden('outside_scope', 'This seller does not belong to your warehouse.')
  if (seller_id !== null && seller.seller_id !== seller_id) throw notYou()
}

/** Whether a seller, or something of a seller's, is in the actor's scope. */
export function isInScope(actor: Actor, seller: SellerScope): boolean {
  const { am_id, warehouse_id, seller_id } = scopeOf(actor)
  return (
    (am_id === null || seller.assigned_am_id === am_id) &&
    (warehouse_id === null || seller.primary_warehouse_id === warehouse_id) &&
    (seller_id === null || seller.seller_id === seller_id)
  )
}

/** Why a name finds no seller: 404, and for a seller the same 403 as for all others, so that it can't learn who else is here. */
export const unknownSeller = (actor: Actor, name: string) =>
  rolesOf(actor).includes('seller') ? notYou() : notFound('seller_not_found', `There is no seller ${name}.`)

const notYou = () => forbidden('outside_scope', 'This is not about your own account as a seller.')
