import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { codeWarnings } from '../../src/domain/codes/code-warnings.ts'
import { handedOver } from '../../src/domain/scores/follow-assignments.ts'
import {
  deleteEmptySellers,
  holdWriters,
  isScoringUnderWay,
  possessionsOf,
} from '../../src/domain/sellers/deletion-queries.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { publishStatusChanges } from '../../src/domain/sellers/status-changes.ts'
import { audit } from '../../src/platform/access/audit.ts'
import { differencesOf } from '../../src/platform/database/prisma/differences.ts'
import { requireMatch } from '../../src/platform/http/answers/entity-tag.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { requireAssignable } from './assignment.ts'
import { sellerReader } from './detail.ts'
import { exceptionsOf } from './exception-queries.ts'
import * as exceptionSchemas from './exception-schemas.ts'
import {
  createException,
  deleteException,
  getException,
  listExceptions,
  updateException,
} from './exceptions.ts'
import { changeSeller, insertSeller, lockSeller, pageOfSellers } from './queries.ts'
import { createRoute, deleteRoute, getRoute, listRoute, updateRoute } from './schemas.ts'

/** The merchants that are scored, and the exceptions that adjust their scores. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listRoute, handler: listSellers })
  app.route({ ...getRoute, handler: sellerReader(app) })
  app.route({ ...createRoute, handler: createSeller })
  app.route({ ...updateRoute, handler: updateSeller })
  app.route({ ...deleteRoute, handler: deleteSeller })
  app.route({ ...exceptionSchemas.listRoute, handler: listExceptions })
  app.route({ ...exceptionSchemas.createRoute, handler: createException })
  app.route({ ...exceptionSchemas.getRoute, handler: getException })
  app.route({ ...exceptionSchemas.updateRoute, handler: updateException })
  app.route({ ...exceptionSchemas.deleteRoute, handler: deleteException })
}

export default fp(plugin, {
  name: 'sellers',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'events'],
})

const listSellers: Handler<typeof listRoute> = ({ server, scope, query }) =>
  pageOfSellers(server.db, scope, query)

const createSeller: Handler<typeof createRoute> = (request) =>
  change(request, async (tx) => {
    await requireAssignable(tx, request.body)
    const after = await insertSeller(tx, request.body)
    await audit(tx, request, { action: 'seller.created', entity_id: after.id, after })
    return { success: true, id: after.id, ...(await codeWarnings(tx, 'seller', after.id, after.seller_code)) }
  })

const updateSeller: Handler<typeof updateRoute> = async (request) => {
  const { id } = await findSeller(request, request.params.id)
  const { id: named = id, status_reason, ...given } = request.body
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
    if (changes.assigned_am_id !== undefined) await handedOver(request.server, tx, [id])
    const entry = { action: 'seller.updated', entity_id: id, before }
    await audit(tx, request, { ...entry, after: status_reason ? { ...after, status_reason } : after })
    await publishStatusChanges(request.server.events, tx, [{ ...after, previous: before.status }])
    return {
      success: true,
      ...(changes.seller_code !== undefined &&
        (await codeWarnings(tx, 'seller', after.id, after.seller_code))),
    }
  })
}

const deleteSeller: Handler<typeof deleteRoute> = async (request) => {
  const { id, seller_code } = await findSeller(request, request.params.id)
  return change(request, async (tx) => {
    const seller = await lockSeller(tx, id)
    if (!seller) throw notFound('seller_not_found', `There is no seller ${request.params.id}.`)
    await requireMatch(tx, request, 'sellers', id)
    await holdWriters(tx, request.server.feeds)
    if (await isScoringUnderWay(tx))
      throw conflict(
        'transition_not_allowed',
        'A scoring run is under way; delete the seller when it has finished.',
      )
    const kept = await possessionsOf(tx, [id], request.server.feeds)
    if (kept.length > 0)
      throw conflict(
        'transition_not_allowed',
        `The seller ${seller_code} can't be deleted, because it has ${kept.map(({ what, count }) => `${what} (${count})`).join(', ')}; set its status to terminated instead`,
      )
    const exceptions = await exceptionsOf(tx, id)
    await deleteEmptySellers(tx, [id])
    await audit(tx, request, { action: 'seller.deleted', entity_id: id, before: { ...seller, exceptions } })
    return { success: true }
  })
}
