import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { handedOver } from '../../src/domain/scores/score-changes.ts'
import { named } from '../../src/domain/words/plainly.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import {
  differencesOf,
  type Plain,
  pageOfRecords,
  plain,
} from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, conflict, forbidden, invalidField } from '../../src/platform/http/errors/problems.ts'
import { type AuditEntry, auditAll, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import type { account_manager, Prisma, seller } from '../../src/platform/prisma/client.ts'
import {
  ChangesOf,
  Closed,
  Created,
  Id,
  Model,
  Nullable,
  Text,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { computeKpis } from './am-kpi-job.ts'
import { getKpiHistory, getPortfolio, listPortfolios, noAccountManager } from './portfolio.ts'

const fields = {
  name: Text(200, { examples: ['Dana Wolf'] }),
  email: Type.String({ format: 'email', maxLength: 254, examples: ['dana.wolf@example.com'] }),
  employee_id: Id({
    description: 'The personnel system’s number; need not be in the employee list',
    examples: [4711],
  }),
}

const AccountManager = Model('AccountManager', {
  id: Id(),
  name: fields.name,
  email: Nullable(Type.String(), { examples: ['dana.wolf@example.com'] }),
  employee_id: Nullable(Type.Integer(), { examples: [4711] }),
  is_active: Type.Boolean({ examples: [true] }),
  sellers_count: Type.Integer({ description: 'Active sellers in the portfolio', examples: [40] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

/** The people who look after sellers, their portfolios and what these say of their work. */
export default async function plugin(app: FastifyInstance) {
  app.jobs.add(computeKpis)
  const managers = [listAccountManagers, getAccountManager, createAccountManager, updateAccountManager]
  for (const route of [...managers, listPortfolios, getPortfolio, getKpiHistory]) app.route(route)
}

const listAccountManagers = endpoint('GET', '/api/sellers/am/list', 'account-managers.read', {
  operationId: 'listAccountManagers',
  summary: 'List account managers',
  description: 'Ordered by their names. An account manager sees the own record only.',
  ...wholeList(AccountManager),
})(({ server: { db }, scope, query }) => {
  const where = { id: scope.am_id ?? undefined }
  const orderBy = [{ name: 'asc' as const }, { id: 'asc' as const }]
  return pageOfRecords(
    query,
    (rows) => db.prisma.account_manager.findMany({ where, include: COUNTED, orderBy, ...rows }),
    db.prisma.account_manager.count({ where }),
    shown,
  )
})

const getAccountManager = endpoint(
  'GET',
  '/api/sellers/am/:id(^(?!exceptions$).*)',
  'account-managers.read',
  {
    operationId: 'getAccountManager',
    summary: 'One account manager',
    description: 'An account manager sees the own record only.',
    params: Type.Object({ id: Id() }),
    response: { 200: withETag(AccountManager) },
  },
)(({ server, scope, params: { id } }, reply) =>
  withTag(reply, server.db, 'account_managers', { id }, async () => {
    const { am_id } = scope
    if (am_id !== null && am_id !== id) throw forbidden('outside_scope', 'You may see your own record only.')
    const am = await server.db.prisma.account_manager.findFirst({ where: { id }, include: COUNTED })
    if (!am) throw noAccountManager(id)
    return shown(am)
  }),
)

const COUNTED = { _count: { select: { sellers: { where: { status: 'active' } } } } } as const

const shown = (am: Prisma.account_managerGetPayload<{ include: typeof COUNTED }>) => ({
  ...plain(am),
  sellers_count: am._count.sellers,
})

const createAccountManager = endpoint('POST', '/api/sellers/am/create', 'account-managers.write', {
  operationId: 'createAccountManager',
  summary: 'Create an account manager',
  body: Closed({
    name: fields.name,
    email: Type.Optional(Nullable(fields.email)),
    employee_id: Type.Optional(Nullable(fields.employee_id)),
  }),
  response: { 200: Created },
})((request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.account_manager.create({ data: request.body }))
    await auditAll(tx, request, [{ action: 'account_manager.created', entity_id: after.id, after }])
    return { success: true, id: after.id }
  }),
)

const updateAccountManager = endpoint('PATCH', '/api/sellers/am/:id', 'account-managers.write', {
  operationId: 'updateAccountManager',
  summary: 'Change or deactivate an account manager',
  description:
    'Fields that are not sent stay as they are. One who still has active sellers can be deactivated only together with hand_over_to or unassign; the answer to all else names these sellers (409). Scores of months that are over stay with whom they counted for; those of the running month go with the sellers.',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: ChangesOf(
    {
      name: fields.name,
      email: Nullable(fields.email),
      employee_id: Nullable(fields.employee_id),
      is_active: Type.Boolean({ description: 'false: kept, but named by no seller', examples: [false] }),
      hand_over_to: Id({ description: 'Another active account manager, who gets all sellers of this one' }),
      unassign: Type.Boolean({ description: 'true: all sellers of this one are left without any' }),
    },
    AccountManager,
  ),
})((request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const { hand_over_to, unassign = false, ...given } = request.body
    if (hand_over_to !== undefined && unassign)
      throw invalidField('hand_over_to and unassign exclude each other: send one of them')
    const locked = await lockAccountManagers(tx, [id, hand_over_to ?? id])
    const before = locked.find((am) => am.id === id)
    if (!before) throw noAccountManager(id)
    await requireMatch(tx, request, 'account_managers', id)
    const changes = differencesOf(before, given)
    const entries: AuditEntry[] = []
    const isSuccessor = (am: Plain<account_manager>) => am.id === hand_over_to && am.id !== id && am.is_active
    if (hand_over_to !== undefined && !locked.some(isSuccessor))
      throw badRequest(
        'unknown_reference',
        `hand_over_to names no other active account manager: ${hand_over_to}`,
      )
    if (hand_over_to !== undefined || unassign)
      entries.push(...(await handOver(request.server, tx, id, hand_over_to)))
    else if (changes.is_active === false) await requireNoActiveSellers(tx, before)
    if (Object.keys(changes).length > 0) {
      const after = plain(await tx.prisma.account_manager.update({ where: { id }, data: changes }))
      entries.push({ action: 'account_manager.updated', entity_id: id, before, after })
    }
    if (entries.length > 0) await auditAll(tx, request, entries)
    return { success: true }
  }),
)

async function handOver(server: FastifyInstance, tx: Tx, from: number, to: number | undefined) {
  const held = await lockSellersOf(tx, from)
  const ids = held.map(({ id }) => id)
  const assigned = await tx.rows<Plain<seller>>`
    update sellers set assigned_am_id = ${to ?? null}::int, updated_at = now()
    where id = any(${ids}::int[]) returning *`
  await handedOver(server, tx, ids)
  const after = new Map(assigned.map((seller) => [seller.id, seller]))
  return held.map((before) => ({
    action: 'seller.updated' as const,
    entity_id: before.id,
    before,
    after: after.get(before.id),
  }))
}

const MOST_NAMED = 20

/** @throws 409 that names the active sellers of an account manager */
async function requireNoActiveSellers(tx: Tx, { id, name }: { id: number; name: string }) {
  const active = (await lockSellersOf(tx, id)).filter(({ status }) => status === 'active')
  if (active.length === 0) return
  const codes = active.map(({ seller_code }) => seller_code).sort()
  throw conflict(
    'has_dependents',
    `${name} still has active sellers (${named(codes, MOST_NAMED)}): hand them over to another account manager, or leave them without one, first.`,
  )
}

/**
 * The account managers, locked in the order of their ids so that two hand-overs don't deadlock: whoever assigns a seller
 * to one of them meanwhile waits, and then looks again.
 */
const lockAccountManagers = (tx: Tx, ids: number[]) => tx.rows<Plain<account_manager>>`
  select * from account_managers where id = any(${ids}::int[]) order by id for update`

/** All sellers of an account manager, locked in the order of their ids, as pushes lock them. */
const lockSellersOf = (tx: Tx, amId: number) => tx.rows<Plain<seller>>`
  select * from sellers where assigned_am_id = ${amId} order by id for update`
