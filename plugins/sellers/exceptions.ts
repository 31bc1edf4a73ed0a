import { httpErrors } from '@fastify/sensible'
import { dateOf } from '../../src/domain/business-time.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { adjustmentProblem, adjustmentWarning } from '../../src/scoring/adjustments.ts'
import { endException, insertException, lockException, pageOfExceptions } from './exception-queries.ts'
import type { createSchema, deleteSchema, listSchema, NewScoreException } from './exception-schemas.ts'

export const listExceptions: Handler<typeof listSchema> = async (request) => {
  const seller = await findSeller(request, request.params.id)
  const { db, env } = request.server
  return pageOfExceptions(db, seller.id, dateOf(new Date(), env.BUSINESS_TIMEZONE), request.query)
}

export const createException: Handler<typeof createSchema> = async (request) => {
  const { body } = request
  requireUsable(body)
  const seller = await findSeller(request, request.params.id)
  return change(request, async (tx) => {
    const after = await insertException(tx, seller.id, body)
    const { id } = after
    await audit(tx, request, { action: 'exception.created', entity: 'score_exception', entity_id: id, after })
    const warning = adjustmentWarning(body.adjustment_rule, body.score_component_affected)
    return { success: true, id, ...(warning && { warning }) }
  })
}

/** @throws 400 for a known op with a bad value, and for an end before the start */
function requireUsable({ adjustment_rule, effective_from, effective_to }: NewScoreException) {
  const problem = adjustmentProblem(adjustment_rule)
  if (problem) throw httpErrors.badRequest(problem)
  if (effective_to && effective_to < effective_from)
    throw httpErrors.badRequest('effective_to must not be before effective_from')
}

export const deleteException: Handler<typeof deleteSchema> = async (request) => {
  const { sellerId, exId } = request.params
  const seller = await findSeller(request, sellerId)
  return change(request, async (tx) => {
    const before = await lockException(tx, seller.id, exId)
    if (!before) throw httpErrors.notFound(`The seller ${seller.seller_code} has no exception ${exId}.`)
    if (before.is_active === 1) {
      const after = await endException(tx, seller.id, exId)
      await audit(tx, request, {
        action: 'exception.deleted',
        entity: 'score_exception',
        entity_id: exId,
        before,
        after,
      })
    }
    return { success: true }
  })
}
