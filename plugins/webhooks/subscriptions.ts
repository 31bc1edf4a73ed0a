import type { Tx } from '../../src/platform/database/database.ts'
import { differencesOf, differs } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { AFTER_NEW_EVENTS, sendTasks } from './delivery-job.ts'
import { resumeHeld } from './delivery-queries.ts'
import {
  changeSubscription,
  findSubscription,
  forgetFailures,
  insertSubscription,
  lockSubscription,
  markDeleted,
  pageOfSubscriptions,
  replaceSecret,
  unknownSeller,
} from './queries.ts'
import type { createRoute, deleteRoute, getRoute, listRoute, rotateRoute, updateRoute } from './schemas.ts'
import {
  audited,
  decryptHeaders,
  encryptHeaders,
  encryptSecret,
  type SubscriptionRow,
  shown,
  unhidden,
} from './subscription-row.ts'
import { requireTarget } from './target.ts'

/** Fields that must leave no trace with an Idempotency-Key. */
const SECRETS = ['secret', 'headers']
const OVERLAP_MS = 24 * 60 * 60 * 1000
export const ENTITY = 'webhook_subscription'

export const listSubscriptions: Handler<typeof listRoute> = async ({ server, query }) => {
  const { data, ...page } = await pageOfSubscriptions(server.db, query)
  return { data: data.map((row) => shown(server, row)), ...page }
}

export const getSubscription: Handler<typeof getRoute> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'webhook_subscriptions', { id }, async () =>
    shown(server, found(await findSubscription(server.db, id), id)),
  )

export const createSubscription: Handler<typeof createRoute> = async (request) => {
  const { server, actor } = request
  const { encryption } = server
  const { secret, headers = {}, events = [], ...fields } = request.body
  await requireTarget(server.env, fields.url)
  const columns = {
    ...fields,
    events: events.length > 0 ? events : ['*' as const],
    headers: encryptHeaders(encryption, headers),
    secret: encryptSecret(encryption, secret),
  }
  const { id } = await change(
    request,
    async (tx) => {
      await requireSellers(tx, fields.seller_codes)
      const made = await insertSubscription(tx, { ...columns, created_by: actor.id })
      const after = audited(server, made)
      await audit(tx, request, { action: 'webhook.created', entity: ENTITY, entity_id: made.id, after })
      return { id: made.id }
    },
    { secrets: SECRETS },
  )
  // Read again: what is stored under an Idempotency-Key must not hold it.
  const made = found(await findSubscription(server.db, id), id)
  return { success: true, id, secret: encryption.decrypt(made.secret) }
}

export const updateSubscription: Handler<typeof updateRoute> = async (request) => {
  const { id } = request.params
  const { db, jobs, env, encryption } = request.server
  const now = shown(request.server, found(await findSubscription(db, id), id))
  await requireMatch(db, request, 'webhook_subscriptions', id)
  const { headers: given, ...fields } = differencesOf(now, request.body)
  if (!given && Object.keys(fields).length === 0) return { success: true }
  if (fields.url !== undefined) await requireTarget(env, fields.url)
  return change(request, async (tx) => {
    await requireSellers(tx, fields.seller_codes)
    const before = found(await lockSubscription(tx, id), id)
    await requireMatch(tx, request, 'webhook_subscriptions', id)
    const known = decryptHeaders(encryption, before.headers)
    const headers = given && unhidden(given, known)
    if (!differs({ headers: known }, { ...fields, headers: headers ?? known })) return { success: true }
    const columns = headers ? { ...fields, headers: encryptHeaders(encryption, headers) } : fields
    if (fields.is_active) await forgetFailures(tx, id)
    const after = await changeSubscription(tx, id, columns)
    if (fields.is_active) await sendTasks(jobs, tx, await resumeHeld(tx, id), AFTER_NEW_EVENTS)
    await audit(tx, request, {
      action: 'webhook.updated',
      entity: ENTITY,
      entity_id: id,
      before: audited(request.server, before),
      after: audited(request.server, after),
    })
    return { success: true }
  })
}

export const deleteSubscription: Handler<typeof deleteRoute> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = audited(request.server, found(await lockSubscription(tx, id), id))
    await requireMatch(tx, request, 'webhook_subscriptions', id)
    await markDeleted(tx, id, request.server.clock.now())
    await audit(tx, request, { action: 'webhook.deleted', entity: ENTITY, entity_id: id, before })
    return { success: true }
  })

export const rotateSecret: Handler<typeof rotateRoute> = async (request) => {
  const { id } = request.params
  const { db, encryption, clock } = request.server
  const secret = encryptSecret(encryption, request.body?.secret)
  await change(
    request,
    async (tx) => {
      const before = found(await lockSubscription(tx, id), id)
      await requireMatch(tx, request, 'webhook_subscriptions', id)
      const after = await replaceSecret(tx, before, secret, new Date(clock.now().getTime() + OVERLAP_MS))
      await audit(tx, request, {
        action: 'webhook.secret_rotated',
        entity: ENTITY,
        entity_id: id,
        before: audited(request.server, before),
        after: audited(request.server, after),
      })
      return { success: true }
    },
    { secrets: SECRETS },
  )
  const rotated = found(await findSubscription(db, id), id)
  return {
    success: true,
    secret: encryption.decrypt(rotated.secret),
    previous_key_until: rotated.previous_secret_until as string,
  }
}

/** @throws 404 */
export function found<Row extends SubscriptionRow>(row: Row | undefined, id: number): Row {
  if (!row) throw notFound('webhook_not_found', `There is no webhook subscription ${id}.`)
  return row
}

/** @throws 400 when one of the codes names no seller */
async function requireSellers(tx: Tx, codes: string[] | null | undefined) {
  const unknown = codes ? await unknownSeller(tx, codes) : undefined
  if (unknown !== undefined) throw badRequest('unknown_reference', `seller_codes names no seller: ${unknown}`)
}
