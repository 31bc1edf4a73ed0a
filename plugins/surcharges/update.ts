import { httpErrors } from '@fastify/sensible'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { updatedEvents } from './events.ts'
import {
  changeStatus,
  findSurcharge,
  hasPaymentBlock,
  type LockedSeller,
  lockSellers,
  lockSurcharge,
} from './queries.ts'
import type { updateSchema } from './schemas.ts'
import { PAYMENT_BLOCK, transitionProblem } from './states.ts'

export const updateSurcharge: Handler<typeof updateSchema> = async (request) => {
  const { id } = request.params
  const { status } = request.body
  const found = await findSurcharge(request.server.db, id)
  if (!found) throw noSurcharge(id)
  return change(request, async (tx) => {
    const [seller] = (await lockSellers(tx, [found.seller_id])) as [LockedSeller]
    const before = await lockSurcharge(tx, found.seller_id, id)
    if (before.status === status) return { success: true }
    const problem = transitionProblem(before.status, status)
    if (problem) throw httpErrors.conflict(problem)
    const after = await changeStatus(tx, before, status)
    await audit(tx, request, {
      action: 'surcharge.updated',
      entity: 'surcharge',
      entity_id: id,
      before,
      after,
    })
    const unblocked =
      after.surcharge_type === PAYMENT_BLOCK && status === 'waived' && !(await hasPaymentBlock(tx, seller.id))
    await request.server.events.publish(
      tx,
      updatedEvents(seller, after, { status: before.status }, unblocked),
    )
    return { success: true }
  })
}

export const noSurcharge = (id: number) => httpErrors.notFound(`There is no surcharge ${id}.`)
