import type { Sql } from '../../../src/platform/database/database.ts'
import { arrayLiteral } from '../../../src/platform/database/statements/array-literal.ts'
import type { Due } from './due-queries.ts'
import type { LogEntry } from './outcomes.ts'

/** The new state of a delivery that was at the version of `due`, and the attempt that led to it, if one was made. */
export interface Settled {
  due: Due
  status: 'pending' | 'held' | 'delivered' | 'failed'
  /** Attempts made, this one included. */
  attempt: number
  next_attempt_at: Date | null
  entry: LogEntry | null
}

/**
 * Logs attempts and moves their deliveries on. A delivery that has another version by now stays as it is, but
 * the attempt is logged, for it was made. Answers the deliveries that were moved.
 */
export async function storeSettled(tx: Sql, settled: Settled[]): Promise<Set<number>> {
  if (settled.length === 0) return new Set()
  const column = (value: (one: Settled) => unknown) => arrayLiteral(settled.map(value))
  const logged = (value: (entry: LogEntry) => unknown) => column(({ entry }) => entry && value(entry))
  // JSON has no line break outside its escapes, so that lines of it need no escapes of their own.
  const lines = (json: (entry: LogEntry) => string | null) =>
    settled.map(({ entry }) => (entry && json(entry)) ?? '').join('\n')
  const rows = await tx.rows<{ id: number }>`
    with given as (
      select * from unnest(
        ${column(({ due }) => due.delivery_id)}::bigint[],
        ${column(({ due }) => due.version)}::int[],
        ${column(({ due }) => due.subscription_id)}::int[],
        ${column(({ due }) => due.payload.event_id)}::uuid[],
        ${column(({ due }) => due.payload.event_type)}::text[],
        ${column(({ due }) => due.trigger)}::text[],
        ${column(({ status }) => status)}::text[],
        ${column(({ attempt }) => attempt)}::int[],
        ${column(({ next_attempt_at }) => next_attempt_at?.toISOString())}::timestamptz[],
        ${logged(({ attempted_at }) => attempted_at.toISOString())}::timestamptz[],
        ${logged(({ duration_ms }) => duration_ms)}::int[],
        ${logged(({ url }) => url)}::text[],
        ${logged(({ address }) => address)}::text[],
        ${logged(({ response_status }) => response_status)}::int[],
        ${logged(({ reason }) => reason)}::text[],
        ${logged(({ key_ids }) => arrayLiteral(key_ids))}::text[],
        string_to_array(${lines(({ request_headers }) => JSON.stringify(request_headers))}, E'\n'),
        string_to_array(${lines(({ request_body }) => request_body)}, E'\n'),
        string_to_array(${lines(({ response_headers }) => response_headers && JSON.stringify(response_headers))}, E'\n'),
        ${logged(({ response_body }) => response_body)}::text[]
      ) as g(
        delivery_id, turn, subscription_id, event_id, event_type, trigger, status, attempt, next_attempt_at, attempted_at,
        duration_ms, url, address, response_status, reason, key_ids, request_headers, request_body, response_headers,
        response_body)
    ), logged as (
      insert into webhook_attempts (
        delivery_id, subscription_id, event_id, event_type, trigger, attempt, status, attempted_at, duration_ms, url,
        address, response_status, reason, key_ids, request_headers, request_body, response_headers, response_body,
        next_attempt_at)
      select delivery_id, subscription_id, event_id, event_type, trigger, attempt,
             case status when 'delivered' then 'delivered' else 'failed' end, attempted_at, duration_ms, url,
             address, response_status, reason, key_ids::text[], request_headers::json, request_body,
             nullif(response_headers, '')::json, response_body, next_attempt_at
      from given where attempted_at is not null
    )
    update webhook_deliveries d
    set status = g.status, attempt = g.attempt, turn = d.turn + 1, next_attempt_at = g.next_attempt_at,
        settled_at = case when g.status in ('delivered', 'failed') then now() end,
        delivered_at = case g.status when 'delivered' then now() else d.delivered_at end
    from given g where d.id = g.delivery_id and d.turn = g.turn
    returning d.id`
  return new Set(rows.map(({ id }) => id))
}
