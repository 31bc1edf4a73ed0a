import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type LoneClient, openClient } from './client.ts'
import type { Database } from './database.ts'
import { reconnectPauses } from './pauses.ts'

interface ListenerOptions {
  channel: string
  hear(payload: string): void
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

const LONGEST_PAUSE_MS = 5_000
/** How often the connection is asked whether it is alive: a network that fails in silence ends nothing. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT_ANSWER_MS = 5_000

/**
 * Keeps one LISTEN connection: one attempt at a time, with growing pauses between them, cut short when the database is
 * known to be back. Comes back after the first attempt, whatever came of it; the next ones go on by themselves.
 */
export async function stayListening(db: Database, { channel, hear, log }: ListenerOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  const pauses = reconnectPauses(LONGEST_PAUSE_MS)
  let returned = new AbortController()
  db.availability.onReturn(() => returned.abort())
  let current: LoneClient | undefined

  async function listen(): Promise<LoneClient | undefined> {
    const opened = await openClient(db.connectionString, 'seller-operating-score notifications').catch(
      () => undefined,
    )
    if (!opened) return undefined
    opened.client.on('notification', ({ payload }) => hear(payload ?? ''))
    try {
      await opened.client.query({ text: `listen ${channel}`, ...ANSWER })
      return opened
    } catch {
      await opened.end()
      return undefined
    }
  }

  async function heartbeats({ client, end }: LoneClient, over: AbortSignal) {
    while (!over.aborted) {
      await delay(HEARTBEAT_MS, undefined, { signal: over }).catch(() => {})
      if (over.aborted) return
      const alive = await client.query({ text: 'select', ...ANSWER }).then(
        () => true,
        () => false,
      )
      if (!alive) return end()
    }
  }

  async function untilLost(opened: LoneClient) {
    const over = new AbortController()
    const beating = heartbeats(opened, AbortSignal.any([over.signal, signal]))
    await opened.ended
    over.abort()
    await beating
  }

  async function run() {
    while (!signal.aborted) {
      if (current) {
        pauses.restart()
        await untilLost(current)
        if (signal.aborted) return
        log.warn('the connection for notifications was lost; until it is back, others are asked every second')
      }
      returned = new AbortController()
      await delay(pauses.next(), undefined, { signal: AbortSignal.any([signal, returned.signal]) }).catch(
        () => {},
      )
      if (signal.aborted) return
      current = await listen()
      if (current && signal.aborted) await current.end()
      else if (current) log.info('notifications are heard again')
    }
  }

  current = await listen()
  const running = run()
  return {
    /** Ends the connection and its attempts. */
    async stop() {
      stopping.abort()
      await current?.end()
      await running
    },
  }
}

const ANSWER = { query_timeout: HEARTBEAT_ANSWER_MS }
