import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { type Hearer, stayListening } from './listener.ts'

/** Waiting for something that another process does. */
export interface Notifications {
  /**
   * Asks `ask` until it answers something, again whenever `channel` is notified and at least every
   * `pollMs`. Stops with undefined when `signal` aborts.
   */
  until<T>(
    channel: string,
    ask: () => Promise<T | undefined>,
    options: { signal: AbortSignal; pollMs?: number },
  ): Promise<T | undefined>
  /** Wakes those who wait for `channel` in this process. */
  wake(channel: string): void
  /** Listens to a channel of the database's own, on the one LISTEN connection of the process. */
  listen(channel: string, hearer: Hearer): Promise<{ close(): Promise<void> }>
  /** Whether notifications come from the database. Where they don't, all waiting is polling. */
  isHearing(): boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    notifications: Notifications
  }
}

/** The channel on which `select pg_notify('sos_notifications', <name>)` wakes those who wait for <name>. */
const CHANNEL = 'sos_notifications'
const POLL_MS = 1_000

/** One LISTEN connection per process. While it is down, waiting falls back to polling. */
export const notifications = fp(
  async (app) => {
    const heard = new EventEmitter().setMaxListeners(0)
    const closing = new AbortController()
    const listener = await stayListening(app.db, app.log)

    app.decorate('notifications', {
      async until(channel, ask, { signal, pollMs = POLL_MS }) {
        while (!signal.aborted && !closing.signal.aborted) {
          const waiting = new AbortController()
          const stop = AbortSignal.any([signal, closing.signal, waiting.signal])
          const woken = once(heard, channel, { signal: stop }).catch(() => {})
          const answer = await ask().catch((error) => {
            waiting.abort()
            throw error
          })
          if (answer === undefined)
            await Promise.race([woken, delay(pollMs, undefined, { signal: stop }).catch(() => {})])
          waiting.abort()
          if (answer !== undefined) return answer
        }
        return undefined
      },
      wake: (channel) => void heard.emit(channel),
      async listen(channel, hearer) {
        await listener.add(channel, hearer)
        return { close: async () => listener.remove(channel) }
      },
      isHearing: listener.isHearing,
    })
    await listener.add(CHANNEL, { hear: (payload) => void heard.emit(payload) })
    app.addHook('preClose', async () => {
      closing.abort()
      await listener.stop()
    })
  },
  { name: 'notifications', dependencies: ['database'] },
)
