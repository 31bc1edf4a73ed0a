import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** What is signed: `id` without a dot, `timestamp` of the attempt in Unix seconds, `body` exactly as sent. */
export type Message = { id: string; timestamp: number; body: string | Uint8Array }

/** The bytes of a secret, or for one that signs often a KeyObject made of them: it signs five times as fast. */
export type Key = Uint8Array | KeyObject

/** How far a timestamp may be from the receiver's clock, in seconds, as the published libraries have it. */
const TOLERANCE = 300

/**
 * The value of `webhook-signature`: one `v1` signature per secret, in the order given (newest first), so that a
 * receiver that knows any of them accepts the message. Standard Webhooks 1.0, "Webhook headers".
 */
export const sign = ({ secrets, ...message }: Message & { secrets: readonly Key[] }): string =>
  secrets.map((secret) => signature(message, secret)).join(' ')

/** Whether a received `webhook-signature` holds a signature by one of the secrets and is fresh at `now`. */
export function verify({
  header,
  secrets,
  now,
  ...message
}: Message & { header: string; secrets: readonly Key[]; now: Date }): boolean {
  const age = Math.abs(now.getTime() / 1000 - message.timestamp)
  if (!(age <= TOLERANCE)) return false
  const given = header.split(' ')
  return secrets.some((secret) => {
    const expected = signature(message, secret)
    return given.some((one) => equal(one, expected))
  })
}

/** `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
const signature = ({ id, timestamp, body }: Message, secret: Key) =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

/** In a time that does not depend on where the texts differ. */
function equal(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
