import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { requireInScope } from '../../src/domain/sellers/scope.ts'
import { audit } from '../../src/platform/access/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { entityTag, requireMatch } from '../../src/platform/http/answers/entity-tag.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { applyRoute, type Bulk, type SurchargeResult, waiveRoute } from './bulk-schemas.ts'
import { createSurcharge } from './create.ts'
import { evaluateMonth } from './evaluate.ts'
import { evaluateRoute } from './evaluation-schemas.ts'
import { moveAll, type Outcome } from './move.ts'
import {
  changeReason,
  findSurcharge,
  keysOf,
  lockSellers,
  lockSurcharges,
  pageOfSurcharges,
  type SurchargeRow,
  sumsByStatus,
} from './queries.ts'
import { createRoute, getRoute, listRoute, updateRoute } from './schemas.ts'

/** Surcharges and payment blocks of sellers, by hand or by rules. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listRoute, handler: listSurcharges })
  app.route({ ...getRoute, handler: getSurcharge })
  app.route({ ...createRoute, handler: createSurcharge })
  app.route({ ...updateRoute, handler: updateSurcharge })
  app.route({ ...evaluateRoute, handler: evaluateMonth })
  app.route({ ...applyRoute, handler: applySurcharges })
  app.route({ ...waiveRoute, handler: waiveSurcharges })
}

export default fp(plugin, {
  name: 'surcharges',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'events'],
})

const listSurcharges: Handler<typeof listRoute> = async ({ server: { db }, scope, query }) => {
  const [page, by_status] = await Promise.all([
    pageOfSurcharges(db, scope, query),
    sumsByStatus(db, scope, query),
  ])
  return { ...page, by_status }
}

const getSurcharge: Handler<typeof getRoute> = async ({ server, scope, params: { id } }, reply) => {
  const surcharge = await findSurcharge(server.db, id)
  if (!surcharge) throw noSurcharge(id)
  requireInScope(scope, surcharge)
  reply.header('etag', entityTag(surcharge.version))
  return surcharge
}

const updateSurcharge: Handler<typeof updateRoute> = async (request) => {
  const { id } = request.params
  const { status, status_reason, ...others } = request.body
  const found = await findSurcharge(request.server.db, id)
  if (!found) throw noSurcharge(id)
  requireSame(found, others)
  return change(request, async (tx) => {
    await lockSellers(tx, [found.seller_id])
    const [before] = (await lockSurcharges(tx, [found])) as [SurchargeRow]
    await requireMatch(tx, request, 'surcharges', id)
    if (status === undefined || status === before.status) await explain(tx, request, before, status_reason)
    else {
      const moves = [{ seller_id: found.seller_id, id, status_reason: status_reason ?? null }]
      const outcome = (await moveAll(tx, request, status, moves)).get(id)
      if (outcome?.problem) throw conflict('transition_not_allowed', outcome.problem)
    }
    return { success: true }
  })
}

/** Gives the reason of the state that it is in already. No event tells of it, because nothing else has changed. */
async function explain(tx: Tx, request: FastifyRequest, before: SurchargeRow, reason?: string | null) {
  if (reason === undefined || reason === before.status_reason) return
  const after = await changeReason(tx, before, reason)
  await audit(tx, request, { action: 'surcharge.updated', entity_id: before.id, before, after })
}

/** A record may be sent back whole. @throws 400 when it differs in what can't be changed */
function requireSame(found: object, others: object) {
  for (const [field, value] of Object.entries(others))
    if (!isDeepStrictEqual(value, found[field as keyof typeof found]))
      throw badRequest(
        'invalid_field',
        `${field} can't be changed: waive this surcharge and create another one`,
      )
}

const noSurcharge = (id: number) => notFound('surcharge_not_found', `There is no surcharge ${id}.`)

const applySurcharges: Handler<typeof applyRoute> = (request) => moveMany(request, request.body, 'applied')

const waiveSurcharges: Handler<typeof waiveRoute> = (request) => moveMany(request, request.body, 'waived')

async function moveMany(request: FastifyRequest, body: Bulk, status: 'applied' | 'waived') {
  const ids = [...new Set(body.ids)]
  const { reason = null, reasons = {} } = body
  requireNamed(ids, reasons)
  return change(request, async (tx) => {
    const keys = await keysOf(tx, ids)
    const moves = keys.map((key) => ({ ...key, status_reason: reasons[key.id] ?? reason }))
    const outcomes = await moveAll(tx, request, status, moves)
    const data = ids.map((id) => resultOf(id, outcomes.get(id)))
    const failed = data.filter(({ success }) => !success).length
    const changed = data.filter((result) => result.changed).length
    return { success: true as const, changed, unchanged: data.length - changed - failed, failed, data }
  })
}

const resultOf = (id: number, outcome: Outcome | undefined): SurchargeResult => ({
  id,
  success: outcome !== undefined && outcome.problem === null,
  changed: outcome?.changed ?? false,
  status: outcome?.status ?? null,
  error: outcome ? outcome.problem : `There is no surcharge ${id}.`,
})

/** @throws 400 when a reason is for none of the surcharges */
function requireNamed(ids: number[], reasons: Record<string, string>) {
  const other = Object.keys(reasons).find((id) => !ids.includes(Number(id)))
  if (other !== undefined)
    throw badRequest('unknown_reference', `reasons names ${other}, which is not among ids`)
}
