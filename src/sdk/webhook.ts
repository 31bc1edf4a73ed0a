import { Webhook } from 'standardwebhooks'
import type { Event } from './generated/schema.ts'

/** What the service posts, by its `type`. */
export type { Event }

/** The message is not from the service, or too old. Answer 400, and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** The headers of a request, of Node.js or of the web. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * The event of a webhook, once one of its signatures is right by one of the secrets, as Standard Webhooks 1.0 has it, and
 * its time is within five minutes. The service may send an event again: its `id` stays the same.
 *
 * @param body exactly as it was received, before any JSON parsing
 * @param secret `whsec_…`, or any other text you have set; several while a secret is being changed
 * @throws WebhookError when a header is missing, the message is too old or too new, or no signature is right
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<Event> {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const given = Object.fromEntries(headers instanceof Headers ? headers : Object.entries(headers))
  let cause: unknown
  for (const one of typeof secret === 'string' ? [secret] : secret)
    try {
      return opened(one).verify(text, given as Record<string, string>) as Event
    } catch (error) {
      cause = error
    }
  throw new WebhookError(cause instanceof Error ? cause.message : 'There is no secret.', { cause })
}

/** A secret without `whsec_` signs with its own bytes. */
const opened = (secret: string) =>
  secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(new TextEncoder().encode(secret), { format: 'raw' })
