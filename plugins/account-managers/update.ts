import type { FastifyInstance } from 'fastify'
import { handedOver } from '../../src/domain/scores/follow-assignments.ts'
import { type AuditEntry, auditAll } from '../../src/platform/access/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { differencesOf } from '../../src/platform/database/prisma/differences.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { requireMatch } from '../../src/platform/http/answers/entity-tag.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { assignSellers, lockAccountManager, lockSellersOf } from './queries.ts'
import type { updateRoute } from './schemas.ts'

export const updateAccountManager: Handler<typeof updateRoute> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const { hand_over_to, unassign = false, ...given } = request.body
    if (hand_over_to !== undefined && unassign)
      throw badRequest('invalid_field', 'hand_over_to and unassign exclude each other: send one of them')
    const before = await lockAccountManager(tx, id)
    if (!before) throw notFound('account_manager_not_found', `There is no account manager ${id}.`)
    await requireMatch(tx, request, 'account_managers', id)
    const changes = differencesOf(before, given)
    const entries: AuditEntry[] = []
    if (hand_over_to !== undefined || unassign)
      entries.push(...(await handOver(request.server, tx, id, hand_over_to)))
    else if (changes.is_active === false) await requireNoActiveSellers(tx, before)
    if (Object.keys(changes).length > 0) {
      const after = plain(await tx.prisma.account_manager.update({ where: { id }, data: changes }))
      const entry = { entity: 'account_manager', entity_id: id, before, after }
      entries.push({ ...entry, action: 'account_manager.updated' })
    }
    if (entries.length > 0) await auditAll(tx, request, entries)
    return { success: true }
  })

/** Gives all sellers of an account manager to another one, or to none; answers an audit entry for each. */
async function handOver(
  server: FastifyInstance,
  tx: Tx,
  from: number,
  to: number | undefined,
): Promise<AuditEntry[]> {
  if (to !== undefined) await requireSuccessor(tx, from, to)
  const held = await lockSellersOf(tx, from)
  const ids = held.map(({ id }) => id)
  const assigned = await assignSellers(tx, ids, to ?? null)
  await handedOver(server, tx, ids)
  const after = new Map(assigned.map((seller) => [seller.id, seller]))
  return held.map((before) => ({
    action: 'seller.updated',
    entity_id: before.id,
    before,
    after: after.get(before.id),
  }))
}

/** @throws 400 when sellers can't be handed over to that one */
async function requireSuccessor(tx: Tx, from: number, to: number) {
  const successor = await lockAccountManager(tx, to)
  if (to === from || !successor?.is_active)
    throw badRequest('unknown_reference', `hand_over_to names no other active account manager: ${to}`)
}

const MOST_NAMED = 20

/** @throws 409 that names the active sellers of an account manager */
async function requireNoActiveSellers(tx: Tx, { id, name }: { id: number; name: string }) {
  const active = (await lockSellersOf(tx, id)).filter(({ status }) => status === 'active')
  if (active.length === 0) return
  const named = active.slice(0, MOST_NAMED).map(({ seller_code }) => seller_code)
  const more = active.length > MOST_NAMED ? [`and ${active.length - MOST_NAMED} more`] : []
  throw conflict(
    'has_dependents',
    `${name} still has active sellers (${[...named, ...more].join(', ')}): hand them over to another account manager, or leave them without one, first.`,
  )
}
