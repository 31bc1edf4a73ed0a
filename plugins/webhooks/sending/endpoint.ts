import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database } from '../../../src/platform/database/database.ts'
import type { webhook_subscription } from '../../../src/platform/prisma/client.ts'
import type { Encryption } from '../../../src/platform/security/secrets.ts'
import { secretsOf } from '../delivery/credentials.ts'
import { loggedHeaders } from '../delivery/redact.ts'
import { keyId, parseSecret } from '../delivery/secret.ts'
import type { StoredSecrets } from '../queries.ts'

/** A subscription as its row has it, as far as sending needs it. */
type EndpointRow = Pick<
  webhook_subscription,
  'id' | 'url' | 'timeout_ms' | 'max_concurrency' | 'is_active' | keyof StoredSecrets
>

/** The receiver of a subscription: its URL, headers and signing keys. */
export interface Endpoint extends Omit<EndpointRow, 'headers' | 'secret' | 'previous_secret'> {
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

/** Reads endpoints. Decrypted texts are remembered by their encrypted form, so that they can't be out of date. */
export function createEndpoints(db: Database, encryption: Encryption) {
  const decrypted = new Map<string, unknown>()
  function remembered<T>(encrypted: string, read: (text: string) => T): T {
    if (!decrypted.has(encrypted)) {
      if (decrypted.size >= MOST_REMEMBERED) decrypted.clear()
      decrypted.set(encrypted, read(encryption.decrypt(encrypted)))
    }
    return decrypted.get(encrypted) as T
  }

  function endpointOf({ headers: encrypted, secret, previous_secret, ...row }: EndpointRow): Endpoint {
    const { origin, pathname, search } = new URL(row.url)
    const own = encrypted ? remembered(encrypted, readHeaders) : readHeaders('{}')
    const keys = [secret, previous_secret]
      .filter((one) => one !== null)
      .map((one) => remembered(one, readKey))
    return { ...row, origin, path: pathname + search, ...own, keys }
  }

  /** The endpoints of subscriptions that are not deleted, or the error that keeps one from being read. */
  return async (ids: number[]): Promise<Map<number, Endpoint | Error>> => {
    const rows = await endpointRows(db, ids)
    return new Map(rows.map((row) => [row.id, attempted(() => endpointOf(row))]))
  }
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'seller-operating-score' }

function readHeaders(text: string) {
  const own = JSON.parse(text) as Record<string, string>
  const headers = { ...HEADERS, ...own }
  const hidden = secretsOf(own)
  return { headers, shown_headers: loggedHeaders(headers, hidden), hidden }
}

function readKey(text: string) {
  const secret = parseSecret(text)
  if ('problem' in secret) throw new Error(secret.problem)
  return { id: keyId(secret.bytes), key: createSecretKey(secret.bytes) }
}

function attempted<T>(work: () => T): T | Error {
  try {
    return work()
  } catch {
    return new Error(
      'The secrets of the subscription can’t be read: WEBHOOK_SECRET_KEY is not the one they were encrypted with.',
    )
  }
}

/** The subscriptions with these ids that are not deleted. The previous secret is there while it signs too. */
const endpointRows = (db: Database, ids: number[]) =>
  db.rows<EndpointRow>(
    `select id, url, headers, timeout_ms, max_concurrency, is_active, secret,
            case when previous_secret_until > now() then previous_secret end as previous_secret
     from webhook_subscriptions where id = any($1) and deleted_at is null`,
    [ids],
    'webhook-endpoints',
  )
