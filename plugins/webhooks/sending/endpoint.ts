import type { Database } from '../../../src/platform/database/database.ts'
import type { webhook_subscription } from '../../../src/platform/prisma/client.ts'
import type { Encryption } from '../../../src/platform/security/secrets.ts'
import { loggedHeaders, secretsOf } from '../delivery/redact.ts'
import { decryptHeaders, keyOf, readable, type StoredSecrets } from '../subscription-row.ts'

/** What sending needs of a subscription. */
type Shown = Pick<webhook_subscription, 'id' | 'url' | 'timeout_ms' | 'is_active'>

/** The receiver of a subscription: its URL, headers and signing keys. */
export type Endpoint = ReturnType<typeof endpointOf>

const UNREADABLE =
  'The secrets of the subscription can’t be read: WEBHOOK_SECRET_KEY is not the one they were encrypted with.'

/**
 * The endpoints of subscriptions that are not deleted, or the error that keeps one from being read. The previous secret
 * is there while it signs too.
 */
export async function findEndpoints(db: Database, encryption: Encryption, ids: number[]) {
  const rows = await db.rows<Shown & StoredSecrets>(
    `select id, url, headers, timeout_ms, is_active, secret,
            case when previous_secret_until > now() then previous_secret end as previous_secret
     from webhook_subscriptions where id = any($1) and deleted_at is null`,
    [ids],
    'webhook-endpoints',
  )
  const read = (row: Shown & StoredSecrets) =>
    readable(() => endpointOf(encryption, row)) ?? new Error(UNREADABLE)
  return new Map(rows.map((row) => [row.id, read(row)]))
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'seller-operating-score' }

/** `shown_headers` are the headers as the log shows them, `hidden` what it hides, `keys` the newest first. */
function endpointOf(
  encryption: Encryption,
  { headers: encrypted, secret, previous_secret, ...row }: Shown & StoredSecrets,
) {
  const { origin, pathname, search } = new URL(row.url)
  const own = decryptHeaders(encryption, encrypted)
  const headers: Record<string, string> = { ...HEADERS, ...own }
  const hidden = secretsOf(own)
  const shown_headers = loggedHeaders(headers, hidden)
  const secrets = [secret, previous_secret].filter((one) => one !== null)
  const keys = secrets.map((one) => keyOf(encryption.decrypt(one)))
  return { ...row, origin, path: pathname + search, headers, shown_headers, hidden, keys }
}
