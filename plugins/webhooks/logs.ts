import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { ATTEMPTS } from './delivery/schedule.ts'
import { AFTER_NEW_EVENTS, sendTasks } from './delivery-job.ts'
import { requestDeliveries } from './delivery-queries.ts'
import { findAttempted, findLog, pageOfLogs, type StoredLog } from './log-queries.ts'
import type { getLogRoute, LogDetail, listLogsRoute, redeliverRoute } from './log-schemas.ts'
import { ENTITY } from './subscriptions.ts'

export const listLogs: Handler<typeof listLogsRoute> = async ({ server, query }) => {
  const { webhook_id, subscription_id = webhook_id, ...others } = query
  if (webhook_id !== undefined && webhook_id !== subscription_id)
    throw badRequest(
      'invalid_field',
      'webhook_id and subscription_id are the same and have different values: send one',
    )
  return pageOfLogs(server.db, { ...others, subscription_id })
}

export const getLog: Handler<typeof getLogRoute> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'webhook_attempts', { id }, async () => {
    const log = await findLog(server.db, id)
    if (!log) throw noAttempt(id)
    return { ...log, explanation: explain(log), signed: signedOf(log) }
  })

export const redeliver: Handler<typeof redeliverRoute> = async (request) => {
  const { id } = request.params
  const attempted = await findAttempted(request.server.db, id)
  if (!attempted) throw noAttempt(id)
  const { subscription_id, event_id, event, is_deleted } = attempted
  if (is_deleted)
    throw conflict('subscription_deleted', `The subscription ${subscription_id} of this attempt is deleted.`)
  if (event === null)
    throw conflict('event_expired', 'The event of this attempt is past the time for which it is kept.')
  return change(request, async (tx) => {
    await sendTasks(
      request.server.jobs,
      tx,
      await requestDeliveries(tx, subscription_id, [event], 'redeliver'),
      AFTER_NEW_EVENTS,
    )
    await audit(tx, request, {
      action: 'webhook.redelivered',
      entity: ENTITY,
      entity_id: subscription_id,
      after: { event_id, attempt_id: id },
    })
    return { success: true as const, event_id }
  })
}

const noAttempt = (id: number) => notFound('attempt_not_found', `There is no attempt ${id}.`)

const FOR = {
  event: 'for the event itself',
  replay: 'for a replay',
  redeliver: 'for a redelivery that was asked for',
  test: 'for a test',
} as const

/** One attempt in words: what was signed and dialled, what came of it, what follows. */
function explain({ attempt, trigger, key_ids, address, reason, next_attempt_at, delivery }: StoredLog) {
  return [
    `Attempt ${attempt} of ${ATTEMPTS}, ${FOR[trigger]}.`,
    key_ids.length > 0
      ? `Signed with ${key_ids.join(' and ')} over webhook-id, webhook-timestamp and the body.`
      : 'Nothing was signed.',
    address ? `Dialled ${address}.` : 'Nothing was dialled.',
    reason,
    next_attempt_at
      ? `The next attempt was set for ${next_attempt_at}.`
      : 'No further attempt followed from it.',
    delivery
      ? `The delivery is ${delivery.status} now.`
      : 'The delivery is past the days for which it is kept.',
  ].join(' ')
}

const CUT = '[cut]'

/** What a receiver computes to verify the attempt; null when nothing was signed or the log lacks a part of it. */
function signedOf({ request_headers, request_body, key_ids }: StoredLog): LogDetail['signed'] {
  const id = request_headers['webhook-id']
  const timestamp = request_headers['webhook-timestamp']
  const signature = request_headers['webhook-signature']
  if (!id || !timestamp || !signature || request_body.endsWith(CUT)) return null
  return { algorithm: 'HMAC-SHA256', content: `${id}.${timestamp}.${request_body}`, key_ids, signature }
}
