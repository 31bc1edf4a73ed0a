import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/database/database.ts'
import type { By } from '../../platform/schemas/schemas.ts'
import { ambiguousName, lookUp } from '../id-or-code.ts'
import { isInScope, requireInScope, type Scope, type SellerScope, unknownSeller } from './scope.ts'

/** The fields of a seller that every domain reads. */
export interface SellerRef extends SellerScope {
  id: number
  seller_code: string
  company_name: string
  status: string
}

/**
 * The seller that a request names by id or by code, inside the caller's scope. Its `?by=` says which of both it is.
 * @throws as `meantSeller` does
 */
export async function findSeller(request: FastifyRequest, name: string): Promise<SellerRef> {
  const { by } = request.query as { by?: By }
  return meantSeller(request.scope, name, await sellersNamed(request.server.db, name, by))
}

/** The sellers that a name may mean. */
export const sellersNamed = (db: Sql, name: string, by?: By) =>
  db.rows<SellerRef>(
    `select id, id as seller_id, seller_code, company_name, status, assigned_am_id, primary_warehouse_id
     from sellers where seller_code = $1 or id = $2`,
    lookUp(name, by),
    'sellers-named',
  )

type Named = SellerScope & { seller_code: string }

/**
 * The one seller that is meant among those that were found by a name: who is outside the scope counts only where there
 * is nobody else.
 * @throws 404 when there is none, 403 when there is none inside the scope, 409 when there are two
 */
export function meantSeller<Seller extends Named>(scope: Scope, name: string, found: Seller[] = []): Seller {
  const [first] = found
  if (!first) throw unknownSeller(scope, name)
  const one = sellerInScope(scope, name, found)
  if (!one) requireInScope(scope, first)
  return one ?? first
}

/**
 * The one seller inside the scope among those that were found by a name, if there is one.
 * @throws 409 when there are two
 */
export function sellerInScope<Seller extends Named>(scope: Scope, name: string, found: Seller[]) {
  const [one, other] = found.filter((seller) => isInScope(scope, seller))
  if (one && other) throw ambiguousSeller(name, [one, other])
  return one
}

export const ambiguousSeller = (
  name: string,
  found: (Pick<Named, 'seller_code'> & { seller_id: number })[],
) =>
  ambiguousName(
    'seller',
    name,
    found.map(({ seller_id: id, seller_code: code }) => ({ id, code })),
  )

/** SQL: sellers by the `name` that they were asked for by; $1 are codes, $2 ids (codesAndIds). */
export const NAMED_SELLERS = `(
  select seller_code as name, sellers.* from sellers where seller_code = any($1::text[])
  union all
  select name, sellers.* from unnest($2::text[]) name join sellers on id = name::int)`

/** The sellers that were found by each name; one that has it as its code and its id counts once. */
export function groupByName<Seller extends { seller_id: number }>(rows: (Seller & { name: string })[]) {
  const found = new Map<string, Seller[]>()
  for (const row of rows) {
    const known = found.get(row.name)
    if (!known) found.set(row.name, [row])
    else if (!known.some(({ seller_id }) => seller_id === row.seller_id)) known.push(row)
  }
  return found
}
