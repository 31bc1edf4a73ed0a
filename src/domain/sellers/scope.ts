import fp from 'fastify-plugin'
import type { Actor } from '../../platform/access/identity.ts'
import { rolesOf } from '../../platform/access/roles.ts'
import { forbidden, notFound } from '../../platform/http/errors/problems.ts'

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
 * For lists, add to the statement: `($n::int is null or s.assigned_am_id = $n)` and the same for the warehouse and,
 * where sellers may read the list, for the seller. For one seller, call this.
 * @throws 403 when the seller is outside the scope
 */
export function requireInScope({ am_id, warehouse_id, seller_id }: Scope, seller: SellerScope) {
  if (am_id !== null && seller.assigned_am_id !== am_id)
    throw forbidden('outside_scope', 'This seller is not in your portfolio.')
  if (warehouse_id !== null && seller.primary_warehouse_id !== warehouse_id)
    throw forbidden('outside_scope', 'This seller does not belong to your warehouse.')
  if (seller_id !== null && seller.seller_id !== seller_id) throw notYou()
}

/** SQL: whether a seller's id is in the portfolio, as it is now, of the account manager in a parameter; null for all. */
export const inPortfolio = (seller_id: string, am_id: string) =>
  `(${am_id}::int is null or ${seller_id} in (select id from sellers where assigned_am_id = ${am_id}))`

/** Asks whether a seller, or a record of a seller, is in scope. */
export const isInScope = ({ am_id, warehouse_id, seller_id }: Scope, seller: SellerScope): boolean =>
  (am_id === null || seller.assigned_am_id === am_id) &&
  (warehouse_id === null || seller.primary_warehouse_id === warehouse_id) &&
  (seller_id === null || seller.seller_id === seller_id)

/**
 * The error of a name that finds no seller: 404. A seller gets the 403 of all others, so that it can't learn who is
 * here.
 */
export const unknownSeller = ({ seller_id }: Scope, name: string) =>
  seller_id !== null ? notYou() : notFound('seller_not_found', `There is no seller ${name}.`)

const notYou = () => forbidden('outside_scope', 'This is not about your own account as a seller.')
