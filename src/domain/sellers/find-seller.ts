import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/database/database.ts'
import { badRequest, notFound } from '../../platform/http/errors/problems.ts'
import type { By } from '../../platform/schemas/schemas.ts'
import { ambiguousName, lookUp } from '../id-or-code.ts'
import { named } from '../words/plainly.ts'
import { isInScope, requireInScope, type Scope, type SellerScope } from './scope.ts'

/** The fields of a seller that every domain reads. */
export interface SellerRef extends SellerScope {
  id: number
  seller_code: string
  company_name: string
  status: string
}

/**
 * The seller that a path names by id or by code, inside the caller's scope. Its `?by=` says which of both it is.
 * @throws as `meantSeller` does
 */
export async function findSeller(request: FastifyRequest, name: string): Promise<SellerRef> {
  const { by } = request.query as { by?: By }
  return meantSeller(request.scope, name, await sellersNamed(request.server.db, name, by))
}

/** The seller with a code, inside the caller's scope. @throws as `knownSeller` does */
export async function sellerWithCode({ server, scope }: FastifyRequest, code: string): Promise<SellerRef> {
  const [found] = await sellersNamed(server.db, code, 'code')
  return knownSeller(scope, code, found)
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

/** What was found of a code. @throws as `requireInScope` does */
export const knownSeller = <Seller extends Named>(scope: Scope, name: string, found?: Seller): Seller =>
  requireInScope(scope, found, () => noSeller(name))

/** There is no such seller, or none any more: between two reads it may be deleted. */
export const noSeller = (name: string | number) => notFound('seller_not_found', `There is no seller ${name}.`)

/**
 * The one seller that is meant by a name: who is outside the scope counts only where there is nobody else.
 * @throws as `knownSeller` does, 409 when there are two
 */
export function meantSeller<Seller extends Named>(scope: Scope, name: string, found: Seller[] = []): Seller {
  const [one, other] = found.filter((seller) => isInScope(scope, seller))
  if (one && other)
    throw ambiguousName(
      'seller',
      name,
      [one, other].map(({ seller_id: id, seller_code: code }) => ({ id, code })),
    )
  return one ?? knownSeller(scope, name, found[0])
}

/** A list of seller_codes has codes that name none: the first ten are told. */
export const unknownSellers = (codes: string[]) =>
  badRequest('unknown_reference', `seller_codes: there is no seller ${named(codes)}`)
