import type { FastifyInstance } from 'fastify'
import type { Agent } from 'undici'
import { isTrouble } from '../delivery/breaker.ts'
import { classifyResponse } from '../delivery/outcome.ts'
import { openAgent } from './dialer.ts'
import type { Due } from './due-queries.ts'
import type { Endpoint } from './endpoint.ts'
import { attemptOf, unsendable } from './log-entry.ts'
import { signedHeaders } from './message.ts'
import type { Attempted } from './outcomes.ts'
import { post } from './post.ts'

/** The response of an endpoint to an attempt, for its circuit and its usual duration. */
export interface Reception {
  trouble: boolean
  started: Date
  now: Date
  duration_ms: number
}

/**
 * The result of an attempt; `reception` is null where it failed in this process, which says nothing of the endpoint.
 */
export interface Made {
  attempted: Attempted
  reception: Reception | null
}

/** Makes attempts: signs an event, posts it, and classifies the answer. */
export function openAttempts({ clock, env, log }: FastifyInstance) {
  let opened: Agent | undefined
  const agent = () => (opened ??= openAgent({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE === 'on' }))

  async function send(endpoint: Endpoint, due: Due): Promise<Made | null> {
    const { event_id, body } = due.payload
    const started = clock.now()
    const signed = signedHeaders(endpoint.keys, { id: event_id, body, now: started })
    const { origin, path, timeout_ms } = endpoint
    const headers = { ...endpoint.headers, ...signed }
    const posted = await post(agent(), { origin, path, headers, body, timeout_ms })
    if (opened?.destroyed) return null
    const now = clock.now()
    const attempt = due.attempt + 1
    const classification = classifyResponse({ ...posted.ending, attempt, now, random: Math.random() })
    const status = 'status' in posted.ending ? posted.ending.status : null
    const entry = attemptOf({ endpoint, signed, body, started, posted, classification })
    return {
      attempted: { kind: 'attempted', due, classification, entry },
      reception: { trouble: isTrouble(status), started, now, duration_ms: posted.duration_ms },
    }
  }

  return {
    /** Makes one attempt and never fails. Null when `close` has cut it off: another process makes it again. */
    make: (endpoint: Endpoint, due: Due): Promise<Made | null> =>
      send(endpoint, due).catch((error) => {
        const { delivery_id, subscription_id, version } = due
        const delivery = { delivery_id, subscription_id, version }
        log.error({ err: error, delivery }, 'an attempt could not be made')
        return { attempted: unsendable(due, error, clock.now(), endpoint.url), reception: null }
      }),
    /** Closes the connections, and cuts off attempts that are under way. */
    async close() {
      await opened?.destroy()
    },
  }
}
