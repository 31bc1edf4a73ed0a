import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Encryption } from '../../src/platform/security/secrets.ts'
import { isCredential } from './delivery/credentials.ts'
import { headersProblem } from './delivery/headers.ts'
import { formatSecret, keyId, parseSecret } from './delivery/secret.ts'
import type { Subscription } from './schemas.ts'

/** A row of webhook_subscriptions: what is secret in it is encrypted. */
export type SubscriptionRow = Omit<Subscription, 'headers' | 'status' | 'key_id' | 'previous_key_until'> & {
  headers: string | null
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
}

type Headers = Record<string, string>
type Reader = Pick<FastifyInstance, 'encryption' | 'clock'>
const HIDDEN = '[hidden]'
const SECRET_BYTES = 32

/** The subscription as the API shows it: no secret, and no value of a header that is one. */
export function shown({ encryption, clock }: Reader, row: SubscriptionRow): Subscription {
  const { secret, previous_secret, previous_secret_until, headers, ...rest } = row
  const until = previous_secret_until && new Date(previous_secret_until)
  return {
    ...rest,
    headers: headers ? hidden(readable(() => decryptHeaders(encryption, headers)) ?? {}) : {},
    status: row.is_active ? 'active' : row.disabled_at ? 'disabled' : 'paused',
    key_id: readable(() => keyIdOf(encryption.decrypt(secret))),
    previous_key_until: until && until > clock.now() ? until.toISOString() : null,
  }
}

/** What the audit log says of a subscription: the settings, of the headers their names. */
export function audited(reader: Reader, row: SubscriptionRow) {
  const { headers, key_id, ...settings } = shown(reader, row)
  return { ...settings, headers: Object.keys(headers), key_id }
}

export const decryptHeaders = (encryption: Encryption, encrypted: string | null): Headers =>
  encrypted ? JSON.parse(encryption.decrypt(encrypted)) : {}

/** Headers as they are meant: a value that was not shown is that of before. */
export const unhidden = (given: Headers, before: Headers): Headers =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === HIDDEN ? (before[name] ?? value) : value]),
  )

/** Headers as they are kept; null for none. @throws 400 for what is no header or is not the caller's to set */
export function encryptHeaders(encryption: Encryption, headers: Headers): string | null {
  const problem = headersProblem(headers)
  if (problem) throw badRequest('invalid_field', problem)
  const unknown = Object.keys(headers).find((name) => headers[name] === HIDDEN)
  if (unknown)
    throw badRequest(
      'invalid_field',
      `headers: ${HIDDEN} keeps the value of a header, but there is no ${unknown} yet.`,
    )
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

const hidden = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredential(name, value) ? HIDDEN : value]),
  )

function keyIdOf(secret: string) {
  const parsed = parseSecret(secret)
  return 'bytes' in parsed ? keyId(parsed.bytes) : null
}

/** What was encrypted with another key is not readable; a list that holds it still is. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
