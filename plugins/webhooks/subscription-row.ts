import { createSecretKey, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Sql, Tx } from '../../src/platform/database/database.ts'
import type { Plain } from '../../src/platform/database/statements/records.ts'
import { badRequest, invalidField, notFound } from '../../src/platform/http/errors/problems.ts'
import { type Acting, type AuditEntry, audit } from '../../src/platform/http/requests/change.ts'
import type { webhook_subscription } from '../../src/platform/prisma/client.ts'
import type { Encryption } from '../../src/platform/security/secrets.ts'
import { headersProblem } from './delivery/headers.ts'
import { isCredential } from './delivery/redact.ts'
import { formatSecret, keyId, parseSecret } from './delivery/secret.ts'
import type { Subscription } from './schemas.ts'

/** A row of webhook_subscriptions: what is secret in it is encrypted. */
export type SubscriptionRow = Plain<webhook_subscription> & Pick<Subscription, 'events' | 'seller_codes'>

type Headers = Record<string, string>
type Reader = Pick<FastifyInstance, 'encryption' | 'clock'>
const HIDDEN = '[hidden]'
const SECRET_BYTES = 32

/** The subscription as the API shows it: no secret, and no value of a header that is one. */
export function shown({ encryption, clock }: Reader, row: SubscriptionRow): Subscription {
  const { secret, previous_secret, previous_secret_until, headers, seller_ids: _, ...rest } = row
  const until = previous_secret_until && new Date(previous_secret_until)
  return {
    ...rest,
    headers: hidden(readable(() => decryptHeaders(encryption, headers)) ?? {}),
    status: row.is_active ? 'active' : row.disabled_at ? 'disabled' : 'paused',
    key_id: readable(() => keyOf(encryption.decrypt(secret)).id),
    previous_key_until: until && until > clock.now() ? until.toISOString() : null,
  }
}

/** What the audit log says of a subscription: the settings, of the headers their names. */
export function audited(reader: Reader, row: SubscriptionRow) {
  const { headers, key_id, ...settings } = shown(reader, row)
  return { ...settings, headers: Object.keys(headers), key_id }
}

/** Writes the audit row of what was done with a subscription. */
export const auditSubscription = (
  tx: Sql,
  acting: Acting,
  action: `webhook.${string}`,
  id: number,
  said: Pick<AuditEntry, 'before' | 'after'>,
) => audit(tx, acting, { action, entity: 'webhook_subscription', entity_id: id, ...said })

export const decryptHeaders = (encryption: Encryption, encrypted: string | null): Headers =>
  encrypted ? JSON.parse(encryption.decrypt(encrypted)) : {}

/** Headers as they are meant: a value that was not shown is that of before. */
export const unhidden = (given: Headers, before: Headers) =>
  changed(given, (name, value) => (value === HIDDEN ? (before[name] ?? value) : value))

const changed = (headers: Headers, change: (name: string, value: string) => string): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name, value)]))

/** Headers as they are kept; null for none. @throws 400 for what is no header or is not the caller's to set */
export function encryptHeaders(encryption: Encryption, headers: Headers): string | null {
  const problem = headersProblem(headers)
  if (problem) throw badRequest('invalid_field', problem)
  const unknown = Object.keys(headers).find((name) => headers[name] === HIDDEN)
  if (unknown)
    throw invalidField(`headers: ${HIDDEN} keeps the value of a header, but there is no ${unknown} yet.`)
  return Object.keys(headers).length > 0 ? encryption.encrypt(JSON.stringify(headers)) : null
}

/** The given secret or a new one, encrypted. @throws 400 for a text that is no signing secret */
export function encryptSecret(
  encryption: Encryption,
  given = formatSecret(randomBytes(SECRET_BYTES)),
): string {
  const parsed = parseSecret(given)
  if ('problem' in parsed) throw badRequest('invalid_field', parsed.problem)
  return encryption.encrypt(given)
}

const hidden = (headers: Headers) =>
  changed(headers, (name, value) => (isCredential(name, value) ? HIDDEN : value))

/** What a secret signs with, and how the log names it. @throws Error for a text that is no signing secret */
export function keyOf(secret: string) {
  const parsed = parseSecret(secret)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return { id: keyId(parsed.bytes), key: createSecretKey(parsed.bytes) }
}

/** What was encrypted with another key is not readable; a list that holds it still is. */
export function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** What is encrypted in a subscription. */
export type StoredSecrets = Pick<webhook_subscription, 'id' | 'secret' | 'previous_secret' | 'headers'>

/** SQL: the subscriptions that are not deleted, with the codes that their sellers have now. */
export const SUBSCRIPTIONS = `
  select s.*, case when s.seller_ids is not null then array(
    select seller_code from unnest(s.seller_ids) with ordinality given(id, place) join sellers using (id) order by place
  ) end as seller_codes
  from webhook_subscriptions s where s.deleted_at is null`

/** @throws 404 when there is none, or it is deleted */
export async function findSubscription(db: Sql, id: number, more = '') {
  const row = await db.row<SubscriptionRow>(`${SUBSCRIPTIONS} and s.id = $1 ${more}`, [id])
  if (!row) throw notFound('webhook_not_found', `There is no webhook subscription ${id}.`)
  return row
}

/** The subscription, locked until the transaction ends. @throws 404 when it is deleted */
export const lockSubscription = (tx: Tx, id: number) => findSubscription(tx, id, 'for update of s')

/** Columns of a subscription; an undefined one stays as it is. */
type Changes = { [Name in keyof webhook_subscription]?: webhook_subscription[Name] | null | undefined }

/** Changes the given columns, leaves the others: headers are encrypted. Prisma can't set a list to null. */
export async function changeSubscription(tx: Tx, id: number, columns: Changes): Promise<SubscriptionRow> {
  const given = JSON.stringify(columns)
  const names = Object.keys(JSON.parse(given)).join()
  await tx.run(
    `update webhook_subscriptions s
     set updated_at = now(), (${names}) = (select ${names} from jsonb_populate_record(s, $2::jsonb)) where id = $1`,
    [id, given],
  )
  return lockSubscription(tx, id)
}
