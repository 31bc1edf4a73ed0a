import {
  deleteEmptySellers,
  holdWriters,
  isScoringUnderWay,
  possessionsOf,
} from '../../src/domain/sellers/deletion-queries.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { audit } from '../../src/platform/database/audit.ts'
import { requireMatch } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { conflict, notFound } from '../../src/platform/http/problems.ts'
import { exceptionsOf } from './exception-queries.ts'
import { lockSeller } from './queries.ts'
import type { deleteSchema } from './schemas.ts'

export const deleteSeller: Handler<typeof deleteSchema> = async (request) => {
  const { id, seller_code } = await findSeller(request, request.params.id)
  return change(request, async (tx) => {
    const seller = await lockSeller(tx, id)
    if (!seller) throw notFound('seller_not_found', `There is no seller ${request.params.id}.`)
    await requireMatch(tx, request, 'sellers', id)
    await holdWriters(tx)
    if (await isScoringUnderWay(tx))
      throw conflict(
        'transition_not_allowed',
        'A scoring run is under way; delete the seller when it has finished.',
      )
    const kept = await possessionsOf(tx, [id])
    if (kept.length > 0)
      throw conflict(
        'transition_not_allowed',
        `The seller ${seller_code} can't be deleted, because it has ${kept.map(({ what, count }) => `${what} (${count})`).join(', ')}; set its status to terminated instead`,
      )
    const exceptions = await exceptionsOf(tx, id)
    await deleteEmptySellers(tx, [id])
    await audit(tx, request, {
      action: 'seller.deleted',
      entity: 'seller',
      entity_id: id,
      before: { ...seller, exceptions },
    })
    return { success: true }
  })
}
