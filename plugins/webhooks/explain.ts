import { ATTEMPTS } from './delivery/schedule.ts'
import type { StoredLog } from './log-queries.ts'
import type { LogDetail } from './log-schemas.ts'

const FOR = {
  event: 'for the event itself',
  replay: 'for a replay',
  redeliver: 'for a redelivery that was asked for',
  test: 'for a test',
} as const

/** One attempt in words: what was signed and dialled, what came of it, what follows. */
export function explain({
  attempt,
  trigger,
  key_ids,
  address,
  reason,
  next_attempt_at,
  delivery,
}: StoredLog) {
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
export function signedOf({ request_headers, request_body, key_ids }: StoredLog): LogDetail['signed'] {
  const id = request_headers['webhook-id']
  const timestamp = request_headers['webhook-timestamp']
  const signature = request_headers['webhook-signature']
  if (!id || !timestamp || !signature || request_body.endsWith(CUT)) return null
  return { algorithm: 'HMAC-SHA256', content: `${id}.${timestamp}.${request_body}`, key_ids, signature }
}
