import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../src/platform/database/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { requireMatch } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/problems.ts'
import { moveAll } from './move.ts'
import { changeReason, findSurcharge, lockSellers, lockSurcharge, type SurchargeRow } from './queries.ts'
import type { updateSchema } from './schemas.ts'

export const updateSurcharge: Handler<typeof updateSchema> = async (request) => {
  const { id } = request.params
  const { status, status_reason, ...others } = request.body
  const found = await findSurcharge(request.server.db, id)
  if (!found) throw noSurcharge(id)
  requireSame(found, others)
  return change(request, async (tx) => {
    await lockSellers(tx, [found.seller_id])
    const before = await lockSurcharge(tx, found.seller_id, id)
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
  await audit(tx, request, {
    action: 'surcharge.updated',
    entity: 'surcharge',
    entity_id: before.id,
    before,
    after,
  })
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

export const noSurcharge = (id: number) => notFound('surcharge_not_found', `There is no surcharge ${id}.`)
