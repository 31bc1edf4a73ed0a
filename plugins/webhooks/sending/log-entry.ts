import { type Classification, classifyResponse } from '../delivery/outcome.ts'
import { LOG_LIMIT, loggedBody, loggedHeaders } from '../delivery/redact.ts'
import type { LogEntry as ShownEntry } from '../log-schemas.ts'
import type { Attempted } from './attempt.ts'
import type { Due } from './due-queries.ts'
import type { Endpoint } from './endpoint.ts'
import { bodyOf } from './message.ts'
import type { Posted } from './post.ts'

/** A row of the log of attempts, secrets hidden. Its fields have the names of the columns of webhook_attempts. */
export type LogEntry = Omit<ShownEntry, keyof Due | 'id' | 'status' | 'next_attempt_at' | 'attempted_at'> & {
  attempted_at: Date
}

export function attemptOf(attempt: {
  endpoint: Endpoint
  signed: Record<string, string>
  body: string
  started: Date
  posted: Posted
  classification: Classification
}): LogEntry {
  const { endpoint, signed, body, started, posted, classification } = attempt
  const { url, hidden, keys, shown_headers } = endpoint
  return {
    attempted_at: started,
    duration_ms: posted.duration_ms,
    url,
    address: posted.address,
    response_status: 'status' in posted.ending ? posted.ending.status : null,
    reason: classification.reason,
    key_ids: keys.map(({ id }) => id),
    request_headers: { ...shown_headers, ...signed },
    request_body: Buffer.byteLength(body) > LOG_LIMIT ? loggedBody(body) : body,
    response_headers: posted.headers && loggedHeaders(posted.headers, hidden),
    response_body: posted.body && loggedBody(posted.body, hidden),
  }
}

/**
 * An attempt that ended in this process, as a rule before anything was dialled. It counts, and has its place in the
 * log. `url` is where it should have gone, if that is known.
 */
export function unsendable(due: Due, error: Error, now: Date, url = ''): Attempted {
  const classification = classifyResponse({ error, attempt: due.attempt + 1, now, random: Math.random() })
  const entry: LogEntry = {
    attempted_at: now,
    duration_ms: 0,
    url,
    address: null,
    response_status: null,
    reason: classification.reason,
    key_ids: [],
    request_headers: {},
    request_body: bodyOf(due),
    response_headers: null,
    response_body: null,
  }
  return { due, classification, entry }
}
