import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { publishStatusChanges } from '../../src/domain/sellers/status-changes.ts'
import { audit } from '../../src/platform/database/audit.ts'
import { differencesOf } from '../../src/platform/database/differences.ts'
import { requireMatch } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { badRequest, notFound } from '../../src/platform/http/problems.ts'
import { requireAssignable } from './assignment.ts'
import { codeWarnings } from './code-warnings.ts'
import { changeSeller, lockSeller } from './queries.ts'
import type { updateSchema } from './schemas.ts'

export const updateSeller: Handler<typeof updateSchema> = async (request) => {
  const { id } = await findSeller(request, request.params.id)
  const { id: named = id, ...given } = request.body
  if (named !== id) throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
  if (given.metadata === null) given.metadata = {}
  return change(request, async (tx) => {
    const before = await lockSeller(tx, id)
    if (!before) throw notFound('seller_not_found', `There is no seller ${request.params.id}.`)
    await requireMatch(tx, request, 'sellers', id)
    const changes = differencesOf(before, given)
    if (Object.keys(changes).length === 0) return { success: true }
    await requireAssignable(tx, changes, before)
    const after = await changeSeller(tx, id, changes)
    await audit(tx, request, { action: 'seller.updated', entity: 'seller', entity_id: id, before, after })
    await publishStatusChanges(request.server.events, tx, [{ ...after, previous: before.status }])
    return { success: true, ...(changes.seller_code !== undefined && (await codeWarnings(tx, after))) }
  })
}
