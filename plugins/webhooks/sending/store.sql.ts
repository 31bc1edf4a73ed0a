import type { Statements } from '../../../src/platform/bulk-transaction.ts'
import type { LogEntry } from './log-entry.ts'

/** The new state of a delivery that was at `turn`, and, where an attempt was made, its row of the log. */
export interface Settled extends Partial<LogEntry> {
  delivery_id: number
  turn: number
  /** Attempts made, this one included. */
  attempt: number
  status: 'pending' | 'held' | 'delivered' | 'failed'
  next_attempt_at: Date | null
  subscription_id?: number
  event_id?: string
  event_type?: string
  trigger?: string
}

/**
 * Logs attempts and moves their deliveries on. A delivery that has had another turn meanwhile stays as it is, but
 * the attempt is logged, for it was made. Answers the deliveries that were moved.
 */
export async function storeSettled(tx: Statements, settled: Settled[]): Promise<Set<number>> {
  if (settled.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ id: number }[]>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(settled)}::json) as g(
        delivery_id bigint, turn int, attempt int, status text, next_attempt_at timestamptz, subscription_id int,
        event_id uuid, event_type text, trigger text, attempted_at timestamptz, duration_ms int, url text,
        address text, response_status int, reason text, key_ids text[], request_headers json, request_body text,
        response_headers json, response_body text)
    ), logged as (
      insert into webhook_attempts (
        delivery_id, subscription_id, event_id, event_type, trigger, attempt, status, attempted_at, duration_ms, url,
        address, response_status, reason, key_ids, request_headers, request_body, response_headers, response_body,
        next_attempt_at)
      select delivery_id, subscription_id, event_id, event_type, trigger, attempt,
             case status when 'delivered' then 'delivered' else 'failed' end, attempted_at, duration_ms, url,
             address, response_status, reason, key_ids, request_headers, request_body, response_headers,
             response_body, next_attempt_at
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
