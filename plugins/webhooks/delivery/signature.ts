import { createHmac, type KeyObject } from 'node:crypto'

/** What is signed: `id` without a dot, `timestamp` of the attempt in Unix seconds, `body` exactly as sent. */
export type Message = { id: string; timestamp: number; body: string | Uint8Array }

/** The bytes of a secret, or for one that signs often a KeyObject made of them: it signs five times as fast. */
export type Key = Uint8Array | KeyObject

/**
 * The value of `webhook-signature`: one `v1` signature per secret, in the order given (newest first), so that a
 * receiver that knows any of them accepts the message. Standard Webhooks 1.0, "Webhook headers".
 */
export const sign = ({ secrets, ...message }: Message & { secrets: readonly Key[] }): string =>
  secrets.map((secret) => signature(message, secret)).join(' ')

/** `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
const signature = ({ id, timestamp, body }: Message, secret: Key) =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
