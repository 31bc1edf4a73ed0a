import { httpErrors } from '@fastify/sensible'
import { periodOf } from '../../src/domain/business-time.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import type { RuleType } from '../../src/scoring/rules.ts'
import { entityTag, requireMatch } from './entity-tag.ts'
import { activeRecords, findRecord, insertRecord, lockType, rewriteRecord } from './queries.ts'
import { noRecord } from './reads.ts'
import type { Schemas } from './schemas.ts'
import { requireUsable } from './usable.ts'

/**
 * Runs a change of a type's records alone, and judges the set that it leaves; what the set can't be throws, and
 * the change is undone with its transaction.
 */
async function changing<Result>(tx: Tx, type: RuleType, work: () => Promise<Result>): Promise<Result> {
  await lockType(tx, type)
  const before = await activeRecords(tx, type)
  const result = await work()
  requireUsable(type, before, await activeRecords(tx, type))
  return result
}

export const createRecord =
  (type: RuleType): Handler<Schemas['create']> =>
  async (request) => {
    const thisMonth = periodOf(new Date(), request.server.env.BUSINESS_TIMEZONE)
    const { effective_from = thisMonth, effective_to = null, ...fields } = request.body
    requireOrder(effective_from, effective_to)
    return change(request, async (tx) => {
      const content = { fields, is_active: true, effective_from, effective_to }
      const after = await changing(tx, type, () => insertRecord(tx, type, content, request.actor.id))
      await audit(tx, request, { action: 'config.created', entity: 'config', entity_id: after.id, after })
      return { success: true, id: after.id }
    })
  }

export const updateRecord =
  (type: RuleType): Handler<Schemas['update']> =>
  async (request, reply) => {
    const { id } = request.params
    const after = await change(request, (tx) =>
      changing(tx, type, async () => {
        const before = await findRecord(tx, type, id)
        if (!before) throw noRecord(type, id)
        requireMatch(request.headers['if-match'], before.version)
        if (!before.is_active) throw httpErrors.conflict(`Record ${id} is deleted; create a new one`)
        const {
          effective_from = before.effective_from,
          effective_to = before.effective_to,
          ...fields
        } = request.body
        requireOrder(effective_from, effective_to)
        const content = { fields, is_active: true, effective_from, effective_to }
        const after = await rewriteRecord(tx, id, content, request.actor.id)
        await audit(tx, request, { action: 'config.updated', entity: 'config', entity_id: id, before, after })
        return after
      }),
    )
    reply.header('etag', entityTag(after.version))
    return { success: true }
  }

export const deleteRecord =
  (type: RuleType): Handler<Schemas['remove']> =>
  (request) =>
    change(request, (tx) =>
      changing(tx, type, async () => {
        const { id } = request.params
        const before = await findRecord(tx, type, id)
        if (!before) throw noRecord(type, id)
        requireMatch(request.headers['if-match'], before.version)
        if (before.is_active) {
          const after = await rewriteRecord(tx, id, { ...before, is_active: false }, request.actor.id)
          await audit(tx, request, {
            action: 'config.deleted',
            entity: 'config',
            entity_id: id,
            before,
            after,
          })
        }
        return { success: true }
      }),
    )

function requireOrder(effective_from: string, effective_to: string | null) {
  if (effective_to !== null && effective_to < effective_from)
    throw httpErrors.badRequest('effective_to must not be before effective_from')
}
