import type { Database } from '../../src/platform/database/database.ts'
import { pageOfRows, plain } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { requestDeliveries } from './deliveries.ts'
import { ATTEMPTS } from './delivery/schedule.ts'
import {
  type getLogRoute,
  type LogDetail,
  type LogEntry,
  type listLogsRoute,
  OF_OTHERS,
  type redeliverRoute,
} from './log-schemas.ts'
import { ENTITY } from './subscriptions.ts'

/** The newest first. */
export const listLogs: Handler<typeof listLogsRoute> = async ({ server, query }) => {
  const { webhook_id, subscription_id = webhook_id, event_type, event_id, status, from, to } = query
  if (webhook_id !== undefined && webhook_id !== subscription_id)
    throw badRequest(
      'invalid_field',
      'webhook_id and subscription_id are the same and have different values: send one',
    )
  return pageOfRows<LogEntry>(server.db, query, {
    rows: `
      select * from webhook_attempts
      where ($1::int is null or subscription_id = $1)
        and ($2::text is null or event_type = $2)
        and ($3::uuid is null or delivery_id in (
              select d.id from webhook_subscriptions s
                join webhook_deliveries d on d.subscription_id = s.id
                  and d.event_id = (select id from events where events.event_id = $3))
            and event_id = $3)
        and ($4::text is null or status = $4)
        and ($5::timestamptz is null or attempted_at >= $5)
        and ($6::timestamptz is null or attempted_at < $6)`,
    values: [subscription_id, event_type, event_id, status, from, to],
    order: 'id desc',
  })
}

export const getLog: Handler<typeof getLogRoute> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'webhook_attempts', { id }, async () => {
    const log = await findLog(server.db, id)
    if (!log) throw noAttempt(id)
    return { ...log, explanation: explain(log), signed: signedOf(log) }
  })

/** Whom and what an attempt was for; `event` is the number of its event's row, null when that is past its time. */
type Attempted = { subscription_id: number; event_id: string; event: number | null; is_deleted: boolean }

export const redeliver: Handler<typeof redeliverRoute> = async (request) => {
  const { id } = request.params
  const attempted = await request.server.db.row<Attempted>`
     select a.subscription_id, a.event_id, e.id as event, s.deleted_at is not null as is_deleted
     from webhook_attempts a
       join webhook_subscriptions s on s.id = a.subscription_id
       left join events e on e.event_id = a.event_id
     where a.id = ${id}`
  if (!attempted) throw noAttempt(id)
  const { subscription_id, event_id, event, is_deleted } = attempted
  if (is_deleted)
    throw conflict('subscription_deleted', `The subscription ${subscription_id} of this attempt is deleted.`)
  if (event === null)
    throw conflict('event_expired', 'The event of this attempt is past the time for which it is kept.')
  return change(request, async (tx) => {
    await requestDeliveries(request.server.jobs, tx, subscription_id, [event], 'redeliver')
    const after = { event_id, attempt_id: id }
    await audit(tx, request, {
      action: 'webhook.redelivered',
      entity: ENTITY,
      entity_id: subscription_id,
      after,
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

/** What a receiver computes to verify the attempt; null when nothing was signed or the log lacks a part of it. */
function signedOf({ request_headers, request_body, key_ids }: StoredLog): LogDetail['signed'] {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request_headers
  if (!id || !timestamp || !signature || request_body.endsWith('[cut]')) return null
  return { algorithm: 'HMAC-SHA256', content: `${id}.${timestamp}.${request_body}`, key_ids, signature }
}

/** What is stored of one attempt, of its delivery and of the delivery's other attempts. */
type StoredLog = LogEntry & Pick<LogDetail, 'delivery' | 'attempts'>

async function findLog({ prisma }: Database, id: number): Promise<StoredLog | undefined> {
  const entry = await prisma.webhook_attempt.findUnique({ where: { id } })
  if (!entry) return undefined
  const { delivery_id } = entry
  const select = Object.fromEntries(OF_OTHERS.map((field) => [field, true])) as Record<
    (typeof OF_OTHERS)[number],
    true
  >
  const [found, attempts] = await Promise.all([
    prisma.webhook_delivery.findUnique({ where: { id: delivery_id } }),
    prisma.webhook_attempt.findMany({ where: { delivery_id }, select, orderBy: { id: 'asc' } }),
  ])
  const { attempt, ...delivery } = found ?? {}
  return plain({ ...entry, delivery: found && { ...delivery, attempts: attempt }, attempts }) as StoredLog
}
