import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** How often who waits asks, for what other processes do. */
const POLL_MS = 250

/** Waiting for what a job does, in this process or another one. */
export function openWaiting() {
  const jobs = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  return {
    /**
     * Asks until there is an answer: whenever a job has ended in this process, and every quarter of a second. Comes
     * back with undefined when `signal` aborts or the process stops.
     */
    async until<T>(ask: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
      const stop = AbortSignal.any([signal, closing.signal])
      while (!stop.aborted) {
        const waiting = new AbortController()
        const over = AbortSignal.any([stop, waiting.signal])
        const ended = once(jobs, 'ended', { signal: over }).catch(() => {})
        try {
          const answer = await ask()
          if (answer !== undefined) return answer
          await Promise.race([ended, delay(POLL_MS, undefined, { signal: over }).catch(() => {})])
        } finally {
          waiting.abort()
        }
      }
      return undefined
    },
    /** A job has ended: those who wait ask at once. */
    wake: () => void jobs.emit('ended'),
    close: () => closing.abort(),
  }
}
