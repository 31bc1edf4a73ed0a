import type { FastifyInstance } from 'fastify'
import type { Agent } from 'undici'
import { isTrouble } from '../delivery/breaker.ts'
import { type Classification, classifyResponse } from '../delivery/outcome.ts'
import type { Reception } from './circuits.ts'
import { openAgent } from './dialer.ts'
import type { Due } from './due-queries.ts'
import type { Endpoint } from './endpoint.ts'
import { attemptOf, type LogEntry, unsendable } from './log-entry.ts'
import { bodyOf, signedHeaders } from './message.ts'
import { post } from './post.ts'

/** An attempt that was made, and what follows from it. */
export interface Attempted {
  due: Due
  classification: Classification
  entry: LogEntry
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

  async function send(endpoint: Endpoint, due: Due): Promise<Made> {
    const body = bodyOf(due)
    const started = clock.now()
    const signed = signedHeaders(endpoint.keys, { id: due.event_id, body, now: started })
    const { origin, path, timeout_ms } = endpoint
    const headers = { ...endpoint.headers, ...signed }
    const posted = await post(agent(), { origin, path, headers, body, timeout_ms })
    const now = clock.now()
    const attempt = due.attempt + 1
    const classification = classifyResponse({ ...posted.ending, attempt, now, random: Math.random() })
    const status = 'status' in posted.ending ? posted.ending.status : null
    const entry = attemptOf({ endpoint, signed, body, started, posted, classification })
    return {
      attempted: { due, classification, entry },
      reception: { trouble: isTrouble(status), started, now },
    }
  }

  return {
    /** Makes one attempt. @throws Error only when `close` has cut it off: it is made again */
    async make(endpoint: Endpoint, due: Due): Promise<Made> {
      const made = await send(endpoint, due).catch((error) => {
        const { delivery_id, subscription_id, version } = due
        const delivery = { delivery_id, subscription_id, version }
        log.error({ err: error, delivery }, 'an attempt could not be made')
        return { attempted: unsendable(due, error, clock.now(), endpoint.url), reception: null }
      })
      if (opened?.destroyed) throw new Error('The attempt was cut off, because the process stops.')
      return made
    },
    /** Closes the connections, and cuts off attempts that are under way. */
    async close() {
      await opened?.destroy()
    },
  }
}
