import { sign } from '../delivery/signature.ts'
import type { Endpoint } from './endpoint.ts'

/** An event as its row has it. */
export interface StoredEvent {
  event_id: string
  event_type: string
  occurred_at: string
  sequence: number | null
  /** JSON, as it was published. */
  event_data: string
}

/** The body of a request, byte for byte the same at every attempt. */
export const bodyOf = ({ event_id, event_type, occurred_at, sequence, event_data }: StoredEvent) =>
  `${JSON.stringify({ id: event_id, type: event_type, timestamp: occurred_at, sequence }).slice(0, -1)},"data":${event_data}}`

/** The headers that sign one attempt, by all keys of the endpoint, the newest first. */
export function signedHeaders(
  keys: Endpoint['keys'],
  { id, body, now }: { id: string; body: string; now: Date },
) {
  const timestamp = Math.floor(now.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({ id, timestamp, body, secrets: keys.map(({ key }) => key) }),
  }
}
