import fp from 'fastify-plugin'
import type { Actor } from '../../platform/access/identity.ts'
import { rolesOf } from '../../platform/access/roles.ts'
import { forbidden } from '../../platform/http/errors/problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The sellers that the caller may see; none can be read on a public route. */
    readonly scope: Scope
  }
}

/** The part of the sellers a caller sees: null where there is no limit, 0 where the account names none. */
export interface Scope {
  am_id: number | null
  warehouse_id: number | null
  seller_id: number | null
}

/** Gives each request the scope of its caller. test/access/scopes.test.ts finds a route that forgets to use it. */
export const scope = fp(
  async (app) => {
    app.decorateRequest('scope', {
      getter() {
        return scopeOf(this.actor)
      },
    })
  },
  { name: 'scope', dependencies: ['access'] },
)

/** An AM sees the own portfolio, a warehouse user the own warehouse, a seller itself, every other role all. */
export function scopeOf(actor: Actor): Scope {
  const roles = rolesOf(actor)
  return {
    am_id: roles.includes('am') ? (actor.am_id ?? 0) : null,
    warehouse_id: roles.includes('warehouse') ? (actor.warehouse_id ?? 0) : null,
    seller_id: roles.includes('seller') ? (actor.seller_id ?? 0) : null,
  }
}

/** The fields that decide whether a seller, or a record of a seller, is in scope. */
export interface SellerScope {
  seller_id: number
  assigned_am_id: number | null
  primary_warehouse_id: number | null
}

/**
 * What was found by a name or an id, inside the scope. For lists, add to the statement: `($n::int is null or
 * s.assigned_am_id = $n)` and the same for the warehouse and, where sellers may read the list, for the seller.
 * @throws the 404 of `missing` when nothing was found, 403 when its seller is outside the scope; who is a seller itself
 * gets the 403 for both, so that it can't learn who, or what, is here
 */
export function requireInScope<Found extends SellerScope>(
  { am_id, warehouse_id, seller_id }: Scope,
  found: Found | undefined,
  missing: () => Error,
): Found {
  if (seller_id !== null && found?.seller_id !== seller_id)
    throw forbidden('outside_scope', 'This is not about your own account as a seller.')
  if (!found) throw missing()
  if (am_id !== null && found.assigned_am_id !== am_id)
    throw forbidden('outside_scope', 'This seller is not in your portfolio.')
  if (warehouse_id !== null && found.primary_warehouse_id !== warehouse_id)
    throw forbidden('outside_scope', 'This seller does not belong to your warehouse.')
  return found
}

/** @throws 403 when an account manager asks for another one's portfolio */
export function requireOwn({ am_id }: Scope, asked: number | undefined) {
  if (am_id !== null && asked !== undefined && asked !== am_id)
    throw forbidden('outside_scope', 'This portfolio is not yours.')
}

/** SQL: whether a seller's id is in the portfolio, as it is now, of the account manager in a parameter; null for all. */
export const inPortfolio = (seller_id: string, am_id: string) =>
  `(${am_id}::int is null or ${seller_id} in (select id from sellers where assigned_am_id = ${am_id}))`

/** Asks whether a seller, or a record of a seller, is in scope. */
export const isInScope = ({ am_id, warehouse_id, seller_id }: Scope, seller: SellerScope): boolean =>
  (am_id === null || seller.assigned_am_id === am_id) &&
  (warehouse_id === null || seller.primary_warehouse_id === warehouse_id) &&
  (seller_id === null || seller.seller_id === seller_id)
