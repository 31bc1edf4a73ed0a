import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import { MAX_INTEGER } from '../../platform/schemas/schemas.ts'
import { requireInScope, type SellerScope } from './scope.ts'

/** What every domain needs to know of a seller it was asked about. */
export interface SellerRef extends SellerScope {
  id: number
  seller_code: string
  company_name: string
  status: string
}

const COLUMNS = 'id, seller_code, company_name, status, assigned_am_id, primary_warehouse_id'

/**
 * The seller that a path names by id (digits alone) or by code, inside the actor's scope.
 * @throws 404 when there is none, 403 when it is outside the scope
 */
export async function findSeller(request: FastifyRequest, idOrCode: string): Promise<SellerRef> {
  const { db } = request.server
  const byId = /^\d+$/.test(idOrCode)
  if (byId && Number(idOrCode) > MAX_INTEGER) throw unknown(idOrCode)
  const seller = byId
    ? await db.row<SellerRef>(
        `select ${COLUMNS} from sellers where id = $1`,
        [Number(idOrCode)],
        'seller-by-id',
      )
    : await db.row<SellerRef>(
        `select ${COLUMNS} from sellers where seller_code = $1`,
        [idOrCode],
        'seller-by-code',
      )
  if (!seller) throw unknown(idOrCode)
  requireInScope(request.actor, seller)
  return seller
}

const unknown = (idOrCode: string) => httpErrors.notFound(`There is no seller ${idOrCode}.`)
