import type { Event } from './generated/types.gen.ts'

/** What the service posts, by its `type`. */
export type { Event }

/** The message is not from the service, or too old. Answer 400, and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** The headers of a request, of Node.js or of the web. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/** How a message is verified. */
export interface VerifyOptions {
  /** How far the time of the message may be from this machine's, in seconds. Default: 300. */
  toleranceSeconds?: number
  /** The time of this machine. */
  now?: Date
}

/**
 * The event of a webhook, once its signature is right: one of its signatures by one of the secrets, as Standard
 * Webhooks 1.0 has it. Signatures are compared in constant time. The service may send an event again: its `id` stays
 * the same.
 *
 * @param body exactly as it was received, before any JSON parsing
 * @param secret `whsec_…`, or any other text you have set; several while a secret is being changed
 * @throws WebhookError when a header is missing, the message is too old or too new, or no signature is right
 * @example
 * createServer(async (request, response) => {
 *   const body = Buffer.concat(await request.toArray())
 *   const event = await webhook.verify(body, request.headers, process.env.SECRET)
 *   if (event.type === 'seller.order_blocked') console.log(event.data.seller_code)
 *   response.writeHead(204).end()
 * })
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<Event> {
  const id = required(headers, 'webhook-id')
  const timestamp = required(headers, 'webhook-timestamp')
  const signatures = signaturesOf(required(headers, 'webhook-signature'))
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is no number of seconds.')
  const age = now.getTime() / 1000 - Number(timestamp)
  if (Math.abs(age) > toleranceSeconds)
    throw new WebhookError(`The message is ${age > 0 ? 'too old' : 'from the future'}: check the clocks.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(importKey))
  const pairs = keys.flatMap((key) => signatures.map((signature) => [key, signature] as const))
  const right = await Promise.all(pairs.map(([key, one]) => crypto.subtle.verify('HMAC', key, one, signed)))
  if (!right.includes(true)) throw new WebhookError('No signature is right: check the secret.')
  return JSON.parse(new TextDecoder().decode(bytes)) as Event
}

function required(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headerOf(headers, name)
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`)
  return value
}

function headerOf(headers: Exclude<WebhookHeaders, Headers>, name: string) {
  const key = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return key === undefined ? undefined : headers[key]
}

/** The signatures of version 1; others are of versions to come. */
const signaturesOf = (header: string) =>
  header.split(' ').flatMap((one) => {
    const bytes = one.startsWith('v1,') ? fromBase64(one.slice(3)) : undefined
    return bytes ? [bytes] : []
  })

/** A secret without `whsec_` signs with its own bytes. */
function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret)
  if (!bytes || bytes.length === 0) throw new WebhookError('The secret is no base64 after whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
