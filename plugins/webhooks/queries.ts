import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords, plain } from '../../src/platform/database/statements/records.ts'
import type { webhook_subscription } from '../../src/platform/prisma/client.ts'
import type { SubscriptionChanges } from './schemas.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** Prisma reads null as an empty list, which `seller_codes` never is: null stands for all sellers. */
function rowOf(record: webhook_subscription): SubscriptionRow {
  const { seller_codes, ...row } = plain(record)
  return { ...row, seller_codes: seller_codes.length > 0 ? seller_codes : null } as SubscriptionRow
}

const KEPT = { deleted_at: null }

/** One page of the subscriptions that are not deleted and how many there are, in the order of their ids. */
export const pageOfSubscriptions = ({ prisma }: Database, query: { page: number; limit: number }) =>
  pageOfRecords(
    query,
    (rows) => prisma.webhook_subscription.findMany({ where: KEPT, orderBy: { id: 'asc' }, ...rows }),
    prisma.webhook_subscription.count({ where: KEPT }),
    rowOf,
  )

export async function findSubscription(
  { prisma }: Database,
  id: number,
): Promise<SubscriptionRow | undefined> {
  const record = await prisma.webhook_subscription.findFirst({ where: { id, ...KEPT } })
  return record ? rowOf(record) : undefined
}

/** The subscription, locked until the transaction ends; undefined when it is deleted. */
export const lockSubscription = (tx: Tx, id: number) =>
  tx.row<SubscriptionRow>`select * from webhook_subscriptions where id = ${id} and deleted_at is null for update`

/** Columns as they are written: headers and secret are encrypted. */
type Columns = Omit<SubscriptionChanges, 'headers'> & { headers?: string | null }
type NewColumns = Columns & { url: string; events: string[]; secret: string; created_by: number }

export async function insertSubscription(
  { prisma }: Tx,
  { seller_codes, ...columns }: NewColumns,
): Promise<SubscriptionRow> {
  return rowOf(
    await prisma.webhook_subscription.create({
      data: { ...columns, seller_codes: seller_codes ?? undefined },
    }),
  )
}

/** Changes the given columns, leaves the others. Prisma can't set `seller_codes` to null. */
export const changeSubscription = (tx: Tx, id: number, columns: Columns) =>
  tx.one<SubscriptionRow>`
    update webhook_subscriptions s set updated_at = now(), (
      url, events, seller_codes, name, description, headers, timeout_ms, max_concurrency, is_active
    ) = (
      select url, events, seller_codes, name, description, headers, timeout_ms, max_concurrency, is_active
      from jsonb_populate_record(s, ${JSON.stringify(columns)}::jsonb)
    )
    where id = ${id}
    returning s.*`

/** Forgets that it was disabled and how it failed. */
export const forgetFailures = ({ prisma }: Tx, id: number) =>
  prisma.webhook_subscription.update({
    where: { id },
    data: {
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      failed_attempts: 0,
      last_notice: null,
    },
  })

export const markDeleted = ({ prisma }: Tx, id: number, deleted_at: Date) =>
  prisma.webhook_subscription.update({ where: { id }, data: { deleted_at, is_active: false } })

/** Makes a new secret the one that signs, beside which the one of before signs until a time. */
export async function replaceSecret(
  { prisma }: Tx,
  { id, secret: previous_secret }: SubscriptionRow,
  secret: string,
  previous_secret_until: Date,
): Promise<SubscriptionRow> {
  const data = { secret, previous_secret, previous_secret_until }
  return rowOf(await prisma.webhook_subscription.update({ where: { id }, data }))
}

/** The first of the codes that names no seller. */
export async function unknownSeller(tx: Tx, codes: string[]): Promise<string | undefined> {
  const unknown = await tx.row<{ code: string }>`
    select code from unnest(${codes}::text[]) with ordinality as given(code, position)
    where not exists (select from sellers where seller_code = code) order by position limit 1`
  return unknown?.code
}

/** What is encrypted in a subscription. */
export type StoredSecrets = Pick<webhook_subscription, 'id' | 'secret' | 'previous_secret' | 'headers'>

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
