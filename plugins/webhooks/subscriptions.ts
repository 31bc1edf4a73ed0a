import { promises as dns, type LookupAddress } from 'node:dns'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { unknownSellers } from '../../src/domain/sellers/find-seller.ts'
import type { Env } from '../../src/env.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { differencesOf, differs, pageOfRows } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, invalidField } from '../../src/platform/http/errors/problems.ts'
import { change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, IfMatch, ifUnchanged, Stale, withETag } from '../../src/platform/http/route.ts'
import {
  ChangesOf,
  Created,
  OptionalBody,
  Success,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { webhookResume } from './deliveries.ts'
import { refusal } from './delivery/addresses.ts'
import { urlProblem } from './delivery/target-url.ts'
import { ALIASES, given, NewSubscription, params, Subscription, secret, shownSecret } from './schemas.ts'
import {
  audited,
  auditSubscription,
  changeSubscription,
  decryptHeaders,
  encryptHeaders,
  encryptSecret,
  findSubscription,
  lockSubscription,
  SUBSCRIPTIONS,
  type SubscriptionRow,
  shown,
  unhidden,
} from './subscription-row.ts'

const OVERLAP_MS = 24 * 60 * 60 * 1000
/** What a subscription knows of its failures and how it was disabled, forgotten. */
const NO_FAILURES = {
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  failed_attempts: 0,
  last_notice: null,
}

/** Those that are not deleted, in the order of their ids. */
const listSubscriptions = endpoint('GET', '/api/webhooks', 'webhooks.read', {
  operationId: 'listWebhooks',
  summary: 'List subscriptions',
  ...wholeList(Subscription),
})(async ({ server, query }) => {
  const { data, ...page } = await pageOfRows<SubscriptionRow>(server.db, query, {
    rows: SUBSCRIPTIONS,
    values: [],
    order: 'id',
  })
  return { data: data.map((row) => shown(server, row)), ...page }
})

const getSubscription = endpoint('GET', '/api/webhooks/:id', 'webhooks.read', {
  operationId: 'getWebhook',
  summary: 'One subscription',
  params,
  response: { 200: withETag(Subscription) },
})(({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'webhook_subscriptions', { id }, async () =>
    shown(server, await findSubscription(server.db, id)),
  ),
)

const createSubscription = endpoint('POST', '/api/webhooks', 'webhooks.write', {
  config: { answersSecret: true },
  operationId: 'createWebhook',
  summary: 'Subscribe to events',
  description:
    'From now on every event that the filter lets through is posted to the url, signed as Standard Webhooks 1.0 has it. The secret is in the answer and nowhere else.',
  body: NewSubscription,
  aliases: ALIASES,
  response: { 200: Type.Composite([Created, Type.Object({ secret: shownSecret })]) },
})(async (request) => {
  const { server, actor } = request
  const { encryption } = server
  const { secret, headers = {}, events = ['*'], seller_codes, ...fields } = request.body
  await requireTarget(server.env, fields.url)
  const columns = {
    ...fields,
    events,
    headers: encryptHeaders(encryption, headers),
    secret: encryptSecret(encryption, secret),
  }
  const { id } = await change(
    request,
    async (tx) => {
      const seller_ids = seller_codes ? await idsOf(tx, seller_codes) : undefined
      const data = { ...columns, seller_ids, created_by: actor.id }
      const { id } = await tx.prisma.webhook_subscription.create({ data })
      const after = audited(server, await lockSubscription(tx, id))
      await auditSubscription(tx, request, 'webhook.created', id, { after })
      return { id }
    },
    { holdsSecret: true },
  )
  // Read again: what is stored under an Idempotency-Key must not hold it.
  const made = await findSubscription(server.db, id)
  return { success: true, id, secret: encryption.decrypt(made.secret) }
})

const updateSubscription = endpoint('PATCH', '/api/webhooks/:id', 'webhooks.write', {
  config: { conflicts: false },
  operationId: 'updateWebhook',
  summary: 'Change, pause or resume a subscription',
  description:
    'Fields that are not sent stay as they are; the record may be sent back whole. While a subscription is paused or disabled nothing is sent by itself: deliveries under way wait and go on when it is active again, and events of that time are not queued; replay sends them.',
  params,
  ...ifUnchanged,
  body: ChangesOf(given, Subscription),
  aliases: ALIASES,
})(async (request) => {
  const { id } = request.params
  const { db, jobs, env, encryption } = request.server
  const now = shown(request.server, await findSubscription(db, id))
  const changes = differencesOf(now, request.body)
  const { headers: given, seller_codes, ...columns } = changes
  if (columns.url !== undefined) await requireTarget(env, columns.url)
  return change(request, async (tx) => {
    const seller_ids = seller_codes && (await idsOf(tx, seller_codes))
    const before = await lockSubscription(tx, id)
    await requireMatch(tx, request, 'webhook_subscriptions', id)
    const known = decryptHeaders(encryption, before.headers)
    const headers = given && unhidden(given, known)
    if (!differs({ headers: known }, { ...changes, headers: headers ?? known })) return { success: true }
    const after = await changeSubscription(tx, id, {
      ...{ ...columns, seller_ids, headers: headers && encryptHeaders(encryption, headers) },
      ...(columns.is_active && NO_FAILURES),
    })
    if (columns.is_active) await jobs.send(tx, webhookResume, { subscription_id: id, after: 0 })
    await auditSubscription(tx, request, 'webhook.updated', id, {
      before: audited(request.server, before),
      after: audited(request.server, after),
    })
    return { success: true }
  })
})

const deleteSubscription = endpoint('DELETE', '/api/webhooks/:id', 'webhooks.write', {
  config: { conflicts: false },
  operationId: 'deleteWebhook',
  summary: 'End a subscription',
  description: 'Nothing more is sent. Its record and its log are kept.',
  params,
  ...ifUnchanged,
})((request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const before = audited(request.server, await lockSubscription(tx, id))
    await requireMatch(tx, request, 'webhook_subscriptions', id)
    const data = { deleted_at: request.server.clock.now(), is_active: false }
    await tx.prisma.webhook_subscription.update({ where: { id }, data })
    await auditSubscription(tx, request, 'webhook.deleted', id, { before })
    return { success: true }
  }),
)

const rotateSecret = endpoint('POST', '/api/webhooks/:id/rotate-secret', 'webhooks.write', {
  config: { answersSecret: true },
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the signing secret',
  description:
    'For 24 hours the secret that it replaces signs beside the new one, so that the receiver can change over without losing an event. Where the answer was lost, ask again with the same Idempotency-Key: the answer has the same secret. A second rotation ends the secret of before the first at once.',
  params,
  headers: IfMatch,
  body: OptionalBody({ secret: Type.Optional(secret) }),
  response: {
    200: Type.Composite([Success, Type.Object({ secret: shownSecret, previous_key_until: Timestamp() })]),
    412: Stale,
  },
})(async (request) => {
  const { id } = request.params
  const { db, encryption, clock } = request.server
  const secret = encryptSecret(encryption, request.body?.secret)
  await change(
    request,
    async (tx) => {
      const before = await lockSubscription(tx, id)
      await requireMatch(tx, request, 'webhook_subscriptions', id)
      const previous_secret_until = new Date(clock.now().getTime() + OVERLAP_MS)
      const columns = { secret, previous_secret: before.secret, previous_secret_until }
      const after = await changeSubscription(tx, id, columns)
      await auditSubscription(tx, request, 'webhook.secret_rotated', id, {
        before: audited(request.server, before),
        after: audited(request.server, after),
      })
      return { success: true }
    },
    { holdsSecret: true },
  )
  const rotated = await findSubscription(db, id)
  return {
    success: true,
    secret: encryption.decrypt(rotated.secret),
    previous_key_until: rotated.previous_secret_until as string,
  }
})

const ofOne = [getSubscription, updateSubscription, deleteSubscription, rotateSecret]
/** The routes of subscriptions. */
export const routes = [listSubscriptions, createSubscription, ...ofOne]

/** The sellers with these codes, in their order. @throws 400 when there are none, or one names no seller */
async function idsOf(tx: Tx, codes: string[]) {
  if (codes.length === 0)
    throw invalidField('seller_codes must have at least 1 seller; null means all of them')
  const found = await tx.rows<{ code: string; id: number | null }>`
    select code, id from unnest(${[...new Set(codes)]}::text[]) with ordinality as given(code, position)
      left join sellers on seller_code = code order by position`
  const unknown = found.filter(({ id }) => id === null).map(({ code }) => code)
  if (unknown.length > 0) throw unknownSellers(unknown)
  return found.map(({ id }) => id as number)
}

const LOOKUP_MS = 3_000

/**
 * Refuses a URL that no event may go to: for its form, or because its name stands for an address that is not public.
 * A name that does not resolve now is accepted; it is checked again at every attempt.
 * @throws 400 with the reason
 */
export async function requireTarget(env: Env, url: string) {
  const allowPrivate = env.WEBHOOK_ALLOW_PRIVATE === 'on'
  const problem = urlProblem(url, { httpsOnly: env.AUTH_MODE === 'verified', allowPrivate })
  if (problem) throw badRequest('url_refused', problem)
  if (allowPrivate) return
  const { hostname } = new URL(url)
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, ''))
  const refused = addresses.map(({ address }) => refusal(address)).find((why) => why !== null)
  if (refused)
    throw badRequest('url_refused', `url is refused, because of the address of ${hostname}. ${refused}`)
}

/** What a name resolves to now; nothing when it does not, or takes too long to. */
const resolve = (name: string): Promise<LookupAddress[]> =>
  Promise.race([dns.lookup(name, { all: true }), delay(LOOKUP_MS, [], { ref: false })]).catch(() => [])
