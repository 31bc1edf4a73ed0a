import type { Database, Sql, Transaction, Tx } from '../../../src/platform/database/database.ts'
import type { Streak } from './streaks.ts'

/** A subscription as its row has it, as far as sending needs it. */
export interface EndpointRow {
  id: number
  url: string
  headers: string | null
  timeout_ms: number
  max_concurrency: number
  is_active: boolean
  secret: string
  previous_secret: string | null
}

/** The subscriptions with these ids that are not deleted. The previous secret is there while it signs too. */
export const endpointRows = (db: Database, ids: number[]) =>
  db.rows<EndpointRow>(
    `select id, url, headers, timeout_ms, max_concurrency, is_active, secret,
            case when previous_secret_until > now() then previous_secret end as previous_secret
     from webhook_subscriptions where id = any($1) and deleted_at is null`,
    [ids],
    'webhook-endpoints',
  )

/**
 * Locks those of the subscriptions that are paused or disabled: none of them is resumed before the transaction ends.
 * Not FOR SHARE: two that share a row would each wait for the other to count its failures in it (countStreaks).
 */
export async function lockInactive(tx: Transaction, ids: number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>`
    select id from webhook_subscriptions
    where id = any(${ids}::int[]) and not is_active and deleted_at is null order by id for no key update`
  return new Set(rows.map(({ id }) => id))
}

/** A subscription as its notices see it. */
export interface Failing {
  id: number
  name: string | null
  url: string
  is_active: boolean
  failing_since: string | null
  last_notice: number | null
}

/** The subscription, locked until the transaction ends; undefined when it is deleted. */
export const lockFailing = (tx: Tx, id: number) =>
  tx.row<Failing>`
    select id, name, url, is_active, failing_since, last_notice
    from webhook_subscriptions where id = ${id} and deleted_at is null for update`

/** Remembers the days of failure of which the latest notice was. */
export const markNotice = (tx: Tx, id: number, notice: number) =>
  tx.run`update webhook_subscriptions set last_notice = ${notice} where id = ${id}`

export const markDisabled = (
  tx: Tx,
  id: number,
  { reason, notice }: { reason: string; notice: number | null },
) =>
  tx.run`
    update webhook_subscriptions
    set is_active = false, disabled_at = now(), disabled_reason = ${reason}, last_notice = ${notice}, updated_at = now()
    where id = ${id}`

/**
 * Adds streaks to what the subscriptions remember; any delivery begins anew, and its notices too. Answers the
 * subscriptions that have failures now.
 */
export async function countStreaks(tx: Sql, streaks: Streak[]): Promise<number[]> {
  if (streaks.length === 0) return []
  const rows = await tx.rows<{ id: number; failing_since: string | null }>`
    update webhook_subscriptions s set
      failing_since = case
        when g.failed = 0 then null
        when g.delivered then g.since
        else coalesce(s.failing_since, g.since) end,
      failed_attempts = case when g.delivered then g.failed else s.failed_attempts + g.failed end,
      last_notice = case when g.delivered then null else s.last_notice end
    from json_to_recordset(${JSON.stringify(streaks)}::json)
      as g(id int, delivered boolean, failed int, since timestamptz)
    where s.id = g.id and (g.failed > 0 or s.failing_since is not null)
    returning s.id, s.failing_since`
  return rows.filter(({ failing_since }) => failing_since !== null).map(({ id }) => id)
}
