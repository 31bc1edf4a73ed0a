import type { FastifyRequest } from 'fastify'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import type { applySchema, Bulk, SurchargeResult, waiveSchema } from './bulk-schemas.ts'
import { moveAll, type Outcome } from './move.ts'
import { keysOf } from './queries.ts'

export const applySurcharges: Handler<typeof applySchema> = (request) =>
  moveMany(request, request.body, 'applied')

export const waiveSurcharges: Handler<typeof waiveSchema> = (request) =>
  moveMany(request, request.body, 'waived')

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
