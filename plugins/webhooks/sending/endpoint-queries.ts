import type { Database, Transaction } from '../../../src/platform/database/database.ts'

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
 * Those of the subscriptions that are paused or disabled, which none becomes active again before the transaction ends.
 * Not FOR SHARE: two that share a row would each wait for the other to count its failures in it (streak-queries.ts).
 */
export async function lockInactive(tx: Transaction, ids: number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>`
    select id from webhook_subscriptions
    where id = any(${ids}::int[]) and not is_active and deleted_at is null order by id for no key update`
  return new Set(rows.map(({ id }) => id))
}
