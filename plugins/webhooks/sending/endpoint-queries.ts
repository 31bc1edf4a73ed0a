import type { Database, Sql } from '../../../src/platform/database/database.ts'

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
export const lockFailing = (tx: Sql, id: number) =>
  tx.row<Failing>`
    select id, name, url, is_active, failing_since, last_notice
    from webhook_subscriptions where id = ${id} and deleted_at is null for update`

/** Remembers the days of failure of which the latest notice was. */
export const markNotice = (tx: Sql, id: number, notice: number) =>
  tx.run`update webhook_subscriptions set last_notice = ${notice} where id = ${id}`

export const markDisabled = (
  tx: Sql,
  id: number,
  { reason, notice }: { reason: string; notice: number | null },
) =>
  tx.run`
    update webhook_subscriptions
    set is_active = false, disabled_at = now(), disabled_reason = ${reason}, last_notice = ${notice}, updated_at = now()
    where id = ${id}`
