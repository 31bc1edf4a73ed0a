import type { Database, Tx } from '../../src/platform/database/database.ts'

/** What is encrypted in a subscription. */
export interface StoredSecrets {
  id: number
  secret: string
  previous_secret: string | null
  headers: string | null
}

export const newestSecrets = (db: Database, limit: number) =>
  db.rows<{ id: number; secret: string }>(
    `select id, secret from webhook_subscriptions where deleted_at is null order by id desc limit $1`,
    [limit],
  )

/** Locks the secrets of the next subscriptions, deleted ones included, until the transaction ends. */
export const lockSecrets = (tx: Tx, after: number, limit: number) =>
  tx.rows<StoredSecrets>`
    select id, secret, previous_secret, headers from webhook_subscriptions
    where id > ${after} order by id limit ${limit} for update`

/** The time of the last change stays: nothing of what a subscription says has changed. */
export const changeSecrets = (tx: Tx, rows: StoredSecrets[]) =>
  tx.rows`
    update webhook_subscriptions s
    set secret = given.secret, previous_secret = given.previous_secret, headers = given.headers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(id int, secret text, previous_secret text, headers text)
    where s.id = given.id`
