import type { Database } from '../../../src/platform/database/database.ts'

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
