import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codeWarnings } from '../../src/domain/codes/code-warnings.ts'
import { handedOver } from '../../src/domain/scores/score-changes.ts'
import { activeAssignees, inactiveAssignee } from '../../src/domain/sellers/assignment.ts'
import {
  deleteEmptySellers,
  holdWriters,
  isScoringUnderWay,
  possessionsOf,
} from '../../src/domain/sellers/deletion-queries.ts'
import { findSeller, noSeller } from '../../src/domain/sellers/find-seller.ts'
import { publishStatusChanges } from '../../src/domain/sellers/status-changes.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { differencesOf, plain, written } from '../../src/platform/database/statements/records.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change, lockRecord } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../src/platform/http/route.ts'
import { ChangesOf, Created, Id, Nullable, Text } from '../../src/platform/schemas/schemas.ts'
import { routes as exceptionRoutes } from './exceptions.ts'
import { getSeller, listSellers } from './read.ts'
import { ALIASES, changeable, NewSeller, params, querystring, type Seller, SellerDetail } from './schemas.ts'

/** The merchants that are scored, and the exceptions that adjust their scores. */
export default async function plugin(app: FastifyInstance) {
  const changes = [createSeller, updateSeller, deleteSeller]
  for (const route of [listSellers, getSeller(app), ...changes, ...exceptionRoutes]) app.route(route)
}

const createSeller = endpoint('POST', '/api/sellers', 'sellers.write', {
  operationId: 'createSeller',
  summary: 'Create a seller',
  body: NewSeller,
  aliases: ALIASES,
  response: { 200: Created },
})((request) =>
  change(request, async (tx) => {
    requireAssignable(request.body, undefined, await activeAssignees(tx, [request.body]))
    const data = written({ ...request.body, metadata: request.body.metadata ?? {} })
    const after = plain(await tx.prisma.seller.create({ data }))
    await audit(tx, request, { action: 'seller.created', entity_id: after.id, after })
    return { success: true, id: after.id, ...(await codeWarnings(tx, 'seller', after.id, after.seller_code)) }
  }),
)

const status_reason = Nullable(
  Text(1000, {
    description:
      'Why the status changes; kept in the audit log, beside the record as it is after the change. reason, note and notes are taken too',
    examples: ['Three invoices are 90 days overdue'],
  }),
)

const updateSeller = endpoint('PATCH', '/api/sellers/:id', 'sellers.write', {
  operationId: 'updateSeller',
  summary: 'Change a seller',
  description:
    'Fields that are not sent stay as they are; null clears an optional one. A record that was read can be sent back whole. A new status emits seller.status_changed.',
  params,
  querystring,
  ...ifUnchanged,
  aliases: { ...ALIASES, status_reason: ['reason', 'note', 'notes'] },
  // The path may name a code, so the handler compares the id.
  body: ChangesOf(
    { id: Id({ description: 'May be sent, and not changed' }), ...changeable, status_reason },
    SellerDetail,
  ),
})(async (request) => {
  const { id } = await findSeller(request, request.params.id)
  const { id: named = id, status_reason, ...given } = request.body
  if (named !== id) throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${id}`)
  if (given.metadata === null) given.metadata = {}
  return change(request, async (tx) => {
    const active = await activeAssignees(tx, [given]) // account managers first, as pushes and hand-overs lock them
    const before = await lockedSeller(tx, request, id)
    const changes = differencesOf(before, given)
    if (Object.keys(changes).length === 0) return { success: true }
    requireAssignable(changes, before, active)
    const data = written({ ...changes, metadata: changes.metadata ?? undefined })
    const after = plain(await tx.prisma.seller.update({ where: { id }, data }))
    if (changes.assigned_am_id !== undefined) await handedOver(request.server, tx, [id])
    const entry = { action: 'seller.updated' as const, entity_id: id, before }
    await audit(tx, request, { ...entry, after: status_reason ? { ...after, status_reason } : after })
    await publishStatusChanges(request.server.events, tx, [{ ...after, previous: before.status }])
    if (changes.seller_code === undefined) return { success: true }
    return { success: true, ...(await codeWarnings(tx, 'seller', id, after.seller_code)) }
  })
})

type SellerRow = Omit<Seller, 'am_name' | 'warehouse_name'>

/** The seller as it stands, locked until the transaction ends. @throws 404 when it was deleted meanwhile, 412 */
const lockedSeller = (tx: Tx, request: FastifyRequest, id: number) =>
  lockRecord<SellerRow>(tx, request, 'sellers', id, () => noSeller((request.params as { id: string }).id))

/** @throws 400 that names a warehouse or an account manager that is newly assigned and not active */
function requireAssignable(...given: Parameters<typeof inactiveAssignee>) {
  const found = inactiveAssignee(...given)
  if (found)
    throw badRequest('unknown_reference', `${found.field} names no active ${found.kind}: ${found.id}`)
}

const deleteSeller = endpoint('DELETE', '/api/sellers/:id', 'sellers.write', {
  operationId: 'deleteSeller',
  summary: 'Delete a seller that has no facts and no scores',
  description:
    'For one that was made by mistake; its exceptions go with it. One that has facts, scores, surcharges or accounts is kept (409): give it the status terminated instead.',
  params,
  querystring,
  ...ifUnchanged,
})(async (request) => {
  const { id, seller_code } = await findSeller(request, request.params.id)
  return change(request, async (tx) => {
    const seller = await lockedSeller(tx, request, id)
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
    const where = { seller_id: id }
    const exceptions = plain(await tx.prisma.score_exception.findMany({ where, orderBy: { id: 'asc' } }))
    await deleteEmptySellers(tx, [id])
    await audit(tx, request, { action: 'seller.deleted', entity_id: id, before: { ...seller, exceptions } })
    return { success: true }
  })
})
