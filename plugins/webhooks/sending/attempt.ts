import type { FastifyInstance } from 'fastify'
import type { Agent } from 'undici'
import type { Database } from '../../../src/platform/database/database.ts'
import type { DeliveryTask } from '../deliveries.ts'
import { isTrouble, type Reception } from '../delivery/breaker.ts'
import { classifyResponse, type Ending } from '../delivery/outcome.ts'
import { LOG_LIMIT, loggedBody, loggedHeaders } from '../delivery/redact.ts'
import { sign } from '../delivery/secret.ts'
import type { LogEntry as ShownEntry } from '../logs.ts'
import { openAgent } from './dialer.ts'
import type { Endpoint } from './endpoint.ts'
import { post } from './post.ts'

/** An event as its row has it. */
interface StoredEvent {
  event_id: string
  event_type: string
  occurred_at: string
  sequence: number | null
  /** JSON, as it was published. */
  event_data: string
}

/** A delivery that is due, with its event. */
interface Due extends DeliveryTask, StoredEvent {
  /** Attempts made so far. */
  attempt: number
  trigger: 'event' | 'replay' | 'redeliver' | 'test'
}

/** Finds the deliveries that are still pending and have their event, by id. */
export async function findDue(db: Database, ids: number[]): Promise<Map<number, Due>> {
  const rows = await db.rows<Due>(
    `select d.id as delivery_id, d.subscription_id, d.turn as version, d.attempt, d.trigger,
            e.event_id, e.type as event_type, e.occurred_at, e.sequence, e.data::text as event_data
     from webhook_deliveries d join events e on e.id = d.event_id
     where d.id = any($1::bigint[]) and d.status = 'pending'`,
    [ids],
    'webhook-deliveries-due',
  )
  return new Map(rows.map((due) => [due.delivery_id, due]))
}

/** A row of the log of attempts, secrets hidden. Its fields have the names of the columns of webhook_attempts. */
type LogEntry = Omit<ShownEntry, keyof Due | 'id' | 'status' | 'next_attempt_at' | 'attempted_at'> & {
  attempted_at: Date
}

/** An attempt that was made, and what follows: no `reception` where it failed here, which says nothing of the endpoint. */
export type Attempted = ReturnType<typeof endedBy> & { reception?: Reception }

/** Makes attempts: signs an event, posts it, and classifies the answer. */
export function openAttempts({ clock, env, log }: FastifyInstance) {
  let opened: Agent | undefined
  const agent = () => (opened ??= openAgent({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE === 'on' }))

  async function send(endpoint: Endpoint, due: Due): Promise<Attempted> {
    const { url, origin, path, timeout_ms, keys, hidden, shown_headers } = endpoint
    const body = bodyOf(due)
    const attempted_at = clock.now()
    const started = performance.now()
    const signed = signedHeaders(keys, { id: due.event_id, body, now: attempted_at })
    const headers = { ...endpoint.headers, ...signed }
    const posted = await post(agent(), { origin, path, headers, body, timeout_ms })
    const ended = endedBy(due, posted.ending, clock.now(), {
      attempted_at,
      duration_ms: posted.duration_ms,
      url,
      address: posted.address,
      key_ids: keys.map(({ id }) => id),
      request_headers: { ...shown_headers, ...signed },
      request_body: Buffer.byteLength(body) > LOG_LIMIT ? loggedBody(body) : body,
      response_headers: posted.headers && loggedHeaders(posted.headers, hidden),
      response_body: posted.body && loggedBody(posted.body, hidden),
    })
    const trouble = isTrouble(ended.entry.response_status)
    return { ...ended, reception: { trouble, started, now: performance.now() } }
  }

  return {
    /** Makes one attempt. @throws Error only when `close` has cut it off: it is made again */
    async make(endpoint: Endpoint, due: Due): Promise<Attempted> {
      const attempted = await send(endpoint, due).catch((error) => {
        const { delivery_id, subscription_id, version } = due
        const delivery = { delivery_id, subscription_id, version }
        log.error({ err: error, delivery }, 'an attempt could not be made')
        return unsendable(due, error, clock.now(), endpoint.url)
      })
      if (opened?.destroyed) throw new Error('The attempt was cut off, because the process stops.')
      return attempted
    },
    /** Closes the connections, and cuts off attempts that are under way. */
    async close() {
      await opened?.destroy()
    },
  }
}

/**
 * An attempt that ended in this process, as a rule before anything was dialled. It counts, and has its place in the
 * log. `url` is where it should have gone, if that is known.
 */
export const unsendable = (due: Due, error: Error, now: Date, url = '') =>
  endedBy(due, { error }, now, {
    ...{ attempted_at: now, duration_ms: 0, url, address: null, key_ids: [] },
    ...{ request_headers: {}, request_body: bodyOf(due), response_headers: null, response_body: null },
  })

/** What follows from the ending of an attempt, of which the log says what is given besides. */
function endedBy(due: Due, ending: Ending, now: Date, said: Omit<LogEntry, 'reason' | 'response_status'>) {
  const random = Math.random()
  const classification = classifyResponse({ ...ending, attempt: due.attempt + 1, now, random })
  const response_status = 'status' in ending ? ending.status : null
  const entry: LogEntry = { ...said, response_status, reason: classification.reason }
  return { due, classification, entry }
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
