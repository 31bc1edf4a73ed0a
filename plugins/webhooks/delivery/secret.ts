import { createHmac, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'
const MIN_BYTES = 24
const MAX_BYTES = 64
const MIN_PLAIN = 16

/**
 * A signing secret as its owner sees it: `whsec_` and its bytes in base64 (Standard Webhooks 1.0, "Signature scheme").
 */
export const formatSecret = (bytes: Uint8Array) => PREFIX + Buffer.from(bytes).toString('base64')

/**
 * The bytes of a secret, or what is wrong with it as a sentence that never repeats it. Padding and alphabet are
 * checked strictly, because a receiver's library that decodes the same text otherwise would get another key. A text
 * without the prefix is no base64 to anybody: its own bytes sign.
 */
export function parseSecret(text: string): { bytes: Buffer } | { problem: string } {
  if (!text.startsWith(PREFIX))
    return [...text].length < MIN_PLAIN
      ? { problem: `secret must begin with ${PREFIX}, or be a text of at least ${MIN_PLAIN} characters.` }
      : { bytes: Buffer.from(text) }
  const encoded = text.slice(PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded)
    return { problem: `secret must be ${PREFIX} followed by base64 with its padding, without blanks.` }
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES)
    return { problem: `secret must hold ${MIN_BYTES} to ${MAX_BYTES} bytes, not ${bytes.length}.` }
  return { bytes }
}

/**
 * A short name of a secret for logs, the same for the same secret. What is signed always holds a dot, so this can
 * never be the signature of a message.
 */
export const keyId = (secret: Uint8Array) =>
  `key_${createHmac('sha256', secret).update('key-id').digest('hex').slice(0, 12)}`

/** What is signed: `id` without a dot, `timestamp` of the attempt in Unix seconds, `body` exactly as sent. */
type Message = { id: string; timestamp: number; body: string | Uint8Array }

/** The bytes of a secret, or for one that signs often a KeyObject made of them: it signs five times as fast. */
type Key = Uint8Array | KeyObject

/**
 * The value of `webhook-signature`: one `v1` signature per secret, in the order given (newest first), so that a
 * receiver that knows any of them accepts the message. Standard Webhooks 1.0, "Webhook headers".
 */
export function sign({ id, timestamp, body, secrets }: Message & { secrets: readonly Key[] }): string {
  const hmac = (secret: Key) => createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
  return secrets.map((secret) => `v1,${hmac(secret).digest('base64')}`).join(' ')
}
