import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/database/database.ts'
import { idOrCode } from '../id-or-code.ts'
import { requireInScope, type SellerScope, unknownSeller } from './scope.ts'

/** What every domain needs to know of a seller it was asked about. */
export interface SellerRef extends SellerScope {
  id: number
  seller_code: string
  company_name: string
  status: string
}

const COLUMNS = 'id, id as seller_id, seller_code, company_name, status, assigned_am_id, primary_warehouse_id'

/**
 * The seller that a path names by id (digits alone) or by code, inside the actor's scope.
 * @throws 404 when there is none, 403 when it is outside the scope
 */
export async function findSeller(request: FastifyRequest, name: string): Promise<SellerRef> {
  const seller = await sellerNamed(request.server.db, name)
  if (!seller) throw unknownSeller(request.actor, name)
  requireInScope(request.actor, seller)
  return seller
}

function sellerNamed(db: Sql, name: string) {
  const named = idOrCode(name)
  return 'id' in named
    ? db.row<SellerRef>(`select ${COLUMNS} from sellers where id = $1`, [named.id], 'seller-by-id')
    : db.row<SellerRef>(
        `select ${COLUMNS} from sellers where seller_code = $1`,
        [named.code],
        'seller-by-code',
      )
}
