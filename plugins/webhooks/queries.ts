import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { SubscriptionChanges } from './schemas.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** One page of the subscriptions that are not deleted and how many there are, in the order of their ids. */
export async function pageOfSubscriptions(db: Database, { page, limit }: { page: number; limit: number }) {
  const [data, count] = await Promise.all([
    db.rows<SubscriptionRow>(
      `select * from webhook_subscriptions where deleted_at is null order by id limit $1 offset $2`,
      [limit, (page - 1) * limit],
      'webhooks-page',
    ),
    db.row<{ total: number }>(
      `select count(*) as total from webhook_subscriptions where deleted_at is null`,
      [],
      'webhooks-total',
    ),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}

export const findSubscription = (db: Database, id: number) =>
  db.row<SubscriptionRow>(
    `select * from webhook_subscriptions where id = $1 and deleted_at is null`,
    [id],
    'webhook',
  )

/** The subscription as JSON has it, locked until the transaction ends; undefined when it is deleted. */
export async function lockSubscription(tx: Tx, id: number): Promise<SubscriptionRow | undefined> {
  const row = await tx.row<{ record: SubscriptionRow }>`
    select to_jsonb(s) as record from webhook_subscriptions s
    where id = ${id} and deleted_at is null for update`
  return row?.record
}

/** Columns as they are written: headers and secret are sealed. */
type Columns = Omit<SubscriptionChanges, 'headers'> & { headers?: string | null }

export async function insertSubscription(
  tx: Tx,
  columns: Columns & { secret: string; created_by: number },
): Promise<SubscriptionRow> {
  const made = await tx.one<{ record: SubscriptionRow }>`
    insert into webhook_subscriptions as s (
      url, events, seller_codes, name, description, headers, timeout_ms, max_concurrency, is_active, secret, created_by)
    select url, events, seller_codes, name, description, headers, coalesce(timeout_ms, 15000),
           coalesce(max_concurrency, 20), coalesce(is_active, true), secret, created_by
    from jsonb_populate_record(null::webhook_subscriptions, ${JSON.stringify(columns)}::jsonb)
    returning to_jsonb(s) as record`
  return made.record
}

/** Changes the given columns, leaves the others. */
export async function changeSubscription(tx: Tx, id: number, columns: Columns): Promise<SubscriptionRow> {
  const changed = await tx.one<{ record: SubscriptionRow }>`
    update webhook_subscriptions s set updated_at = now(), (
      url, events, seller_codes, name, description, headers, timeout_ms, max_concurrency, is_active
    ) = (
      select url, events, seller_codes, name, description, headers, timeout_ms, max_concurrency, is_active
      from jsonb_populate_record(s, ${JSON.stringify(columns)}::jsonb)
    )
    where id = ${id}
    returning to_jsonb(s) as record`
  return changed.record
}

/** Forgets that it was disabled and how it failed. */
export const forgetFailures = (tx: Tx, id: number) =>
  tx.run`
    update webhook_subscriptions
    set disabled_at = null, disabled_reason = null, failing_since = null, failed_attempts = 0, last_notice = null
    where id = ${id}`

export const markDeleted = (tx: Tx, id: number) =>
  tx.run`
    update webhook_subscriptions set deleted_at = now(), updated_at = now(), is_active = false where id = ${id}`

/** Makes a new secret the one that signs, beside which the one of before signs until a time. */
export async function replaceSecret(
  tx: Tx,
  id: number,
  secret: string,
  hours: number,
): Promise<SubscriptionRow> {
  const changed = await tx.one<{ record: SubscriptionRow }>`
    update webhook_subscriptions s
    set previous_secret = secret, previous_secret_until = now() + make_interval(hours => ${hours}::int),
        secret = ${secret}, updated_at = now()
    where id = ${id}
    returning to_jsonb(s) as record`
  return changed.record
}

/** The first of the codes that names no seller. */
export async function unknownSeller(tx: Tx, codes: string[]): Promise<string | undefined> {
  const unknown = await tx.row<{ code: string }>`
    select code from unnest(${codes}::text[]) with ordinality as given(code, position)
    where not exists (select from sellers where seller_code = code) order by position limit 1`
  return unknown?.code
}
