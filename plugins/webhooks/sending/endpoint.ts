import type { KeyObject } from 'node:crypto'
import type { Database } from '../../../src/platform/database/database.ts'
import type { webhook_subscription } from '../../../src/platform/prisma/client.ts'
import type { Encryption } from '../../../src/platform/security/secrets.ts'
import { newest } from '../../../src/transparency/newest.ts'
import { loggedHeaders, secretsOf } from '../delivery/redact.ts'
import { keyOf, readable, type StoredSecrets } from '../subscription-row.ts'

/** What sending needs of a subscription. */
type Shown = Pick<webhook_subscription, 'id' | 'url' | 'timeout_ms' | 'is_active'>

/** The receiver of a subscription: its URL, headers and signing keys. */
export interface Endpoint extends Shown {
  origin: string
  path: string
  /** The headers of every request, and their form in the log. */
  headers: Record<string, string>
  shown_headers: Record<string, string>
  /** Secret values, which the log hides. */
  hidden: string[]
  /** Newest first. */
  keys: { id: string; key: KeyObject }[]
}

const MOST_REMEMBERED = 1_000
const UNREADABLE =
  'The secrets of the subscription can’t be read: WEBHOOK_SECRET_KEY is not the one they were encrypted with.'

/** Reads endpoints. What is decrypted is remembered by its encrypted form, so that it can't be out of date. */
export function createEndpoints(db: Database, encryption: Encryption) {
  const knownHeaders = newest<string, ReturnType<typeof readHeaders>>(MOST_REMEMBERED)
  const knownKeys = newest<string, ReturnType<typeof keyOf>>(MOST_REMEMBERED)
  const headersOf = (text: string) => knownHeaders(text, () => readHeaders(encryption.decrypt(text)))
  const keyIn = (text: string) => knownKeys(text, () => keyOf(encryption.decrypt(text)))

  function endpointOf({
    headers: encrypted,
    secret,
    previous_secret,
    ...row
  }: Shown & StoredSecrets): Endpoint {
    const { origin, pathname, search } = new URL(row.url)
    const own = encrypted ? headersOf(encrypted) : readHeaders('{}')
    const keys = [secret, previous_secret].filter((one) => one !== null).map(keyIn)
    return { ...row, origin, path: pathname + search, ...own, keys }
  }

  /**
   * The endpoints of subscriptions that are not deleted, or the error that keeps one from being read. The previous secret
   * is there while it signs too.
   */
  return async (ids: number[]): Promise<Map<number, Endpoint | Error>> => {
    const rows = await db.rows<Shown & StoredSecrets>(
      `select id, url, headers, timeout_ms, is_active, secret,
              case when previous_secret_until > now() then previous_secret end as previous_secret
       from webhook_subscriptions where id = any($1) and deleted_at is null`,
      [ids],
      'webhook-endpoints',
    )
    return new Map(rows.map((row) => [row.id, readable(() => endpointOf(row)) ?? new Error(UNREADABLE)]))
  }
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'seller-operating-score' }

function readHeaders(text: string) {
  const own = JSON.parse(text) as Record<string, string>
  const headers = { ...HEADERS, ...own }
  const hidden = secretsOf(own)
  return { headers, shown_headers: loggedHeaders(headers, hidden), hidden }
}
