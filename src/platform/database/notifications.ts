import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import pg from 'pg'

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
}

declare module 'fastify' {
  interface FastifyInstance {
    notifications: Notifications
  }
}

/** The channel on which `select pg_notify('sos_notifications', <name>)` wakes those who wait for <name>. */
const CHANNEL = 'sos_notifications'
const RECONNECT_MS = 1_000
const POLL_MS = 1_000

/** One LISTEN connection per process. While it is down, waiting falls back to polling. */
export const notifications = fp(
  async (app) => {
    const heard = new EventEmitter().setMaxListeners(0)
    const closing = new AbortController()
    let client: pg.Client | undefined

    const listen = async () => {
      const fresh = new pg.Client({
        connectionString: app.db.connectionString,
        application_name: 'seller-operating-score notifications',
        keepAlive: true,
      })
      fresh.on('error', (error) => app.log.warn({ err: error }, 'the notification connection was lost'))
      fresh.on('notification', ({ payload }) => heard.emit(payload ?? ''))
      await fresh.connect()
      fresh.on('end', () => void reconnect())
      await fresh.query(`listen ${CHANNEL}`)
      client = fresh
    }
    const reconnect = async () => {
      while (!closing.signal.aborted) {
        await delay(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
        if (closing.signal.aborted) return
        const done = await listen().then(
          () => true,
          () => false,
        )
        if (done) return
      }
    }

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
    })
    await listen()
    app.addHook('preClose', async () => {
      closing.abort()
      client?.removeAllListeners('end')
      await client?.end()
    })
  },
  { name: 'notifications', dependencies: ['database'] },
)
