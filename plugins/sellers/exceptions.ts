import { dateOf } from '../../src/domain/business-time.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { audit } from '../../src/platform/access/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { differencesOf } from '../../src/platform/database/prisma/differences.ts'
import { requireMatch, withTag } from '../../src/platform/http/answers/entity-tag.ts'
import { badRequest, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { adjustmentProblem, adjustmentWarning } from '../../src/scoring/adjustments.ts'
import {
  changeException,
  exceptionBy,
  insertException,
  lockException,
  pageOfExceptions,
  storedComponent,
} from './exception-queries.ts'
import type {
  createRoute,
  deleteRoute,
  getRoute,
  listRoute,
  NewScoreException,
  updateRoute,
} from './exception-schemas.ts'

export const listExceptions: Handler<typeof listRoute> = async (request) => {
  const seller = await findSeller(request, request.params.id)
  const { db, env, clock } = request.server
  return pageOfExceptions(db, seller.id, dateOf(clock.now(), env.BUSINESS_TIMEZONE), request.query)
}

export const getException: Handler<typeof getRoute> = async (request, reply) => {
  const { sellerId, exId: id } = request.params
  const seller = await findSeller(request, sellerId)
  const { db, env, clock } = request.server
  return withTag(reply, db, 'score_exceptions', { id }, async () => {
    const exception = await exceptionBy(db, seller.id, id, dateOf(clock.now(), env.BUSINESS_TIMEZONE))
    if (!exception) throw noException(seller, id)
    return exception
  })
}

export const createException: Handler<typeof createRoute> = async (request) => {
  const { body } = request
  requireUsable(body)
  const seller = await findSeller(request, request.params.id)
  return change(request, async (tx) => {
    const after = await insertException(tx, seller.id, body)
    const { id } = after
    await audit(tx, request, { action: 'exception.created', entity: 'score_exception', entity_id: id, after })
    return { success: true, id, ...warningsOf(body) }
  })
}

export const updateException: Handler<typeof updateRoute> = async (request) => {
  const { sellerId, exId } = request.params
  const { id = exId, ...given } = request.body
  if (id !== exId) throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${exId}`)
  const seller = await findSeller(request, sellerId)
  return change(request, async (tx) => {
    const before = await lockedException(tx, seller, exId)
    await requireMatch(tx, request, 'score_exceptions', exId)
    const changes = differencesOf(before, {
      ...given,
      ...('score_component_affected' in given && {
        score_component_affected: storedComponent(given.score_component_affected),
      }),
    })
    if (Object.keys(changes).length === 0) return { success: true }
    const whole = { ...before, ...changes }
    requireUsable(whole)
    const after = await changeException(tx, seller.id, exId, changes)
    const entry = { entity: 'score_exception', entity_id: exId, before, after }
    await audit(tx, request, { ...entry, action: 'exception.updated' })
    return { success: true, ...(after.is_active === 1 && warningsOf(whole)) }
  })
}

export const deleteException: Handler<typeof deleteRoute> = async (request) => {
  const { sellerId, exId } = request.params
  const seller = await findSeller(request, sellerId)
  return change(request, async (tx) => {
    const before = await lockedException(tx, seller, exId)
    await requireMatch(tx, request, 'score_exceptions', exId)
    if (before.is_active === 1) {
      const after = await changeException(tx, seller.id, exId, { is_active: 0 })
      const entry = { entity: 'score_exception', entity_id: exId, before, after }
      await audit(tx, request, { ...entry, action: 'exception.deleted' })
    }
    return { success: true }
  })
}

/** @throws 404 when the seller has no exception of that id */
async function lockedException(tx: Tx, seller: { id: number; seller_code: string }, id: number) {
  const found = await lockException(tx, seller.id, id)
  if (!found) throw noException(seller, id)
  return found
}

const noException = ({ seller_code }: { seller_code: string }, id: number) =>
  notFound('exception_not_found', `The seller ${seller_code} has no exception ${id}.`)

type Judged = Pick<NewScoreException, 'adjustment_rule' | 'effective_from' | 'effective_to'>

/** @throws 400 for a known op with a bad value, and for an end before the start */
function requireUsable({ adjustment_rule, effective_from, effective_to }: Judged) {
  const problem = adjustmentProblem(adjustment_rule)
  if (problem) throw badRequest('invalid_field', problem)
  if (effective_to && effective_to < effective_from)
    throw badRequest('end_before_start', 'effective_to must not be before effective_from')
}

/** Why the exception is kept but changes no score. */
function warningsOf(exception: Pick<NewScoreException, 'adjustment_rule' | 'score_component_affected'>) {
  const component = storedComponent(exception.score_component_affected)
  const warning = adjustmentWarning(exception.adjustment_rule, component)
  return warning === null ? {} : { warnings: [`${warning}.`] }
}
