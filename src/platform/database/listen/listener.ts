import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type LoneClient, openClient } from '../connect/client.ts'
import { reconnectPauses } from '../connect/reconnect-pauses.ts'
import { beginLoneSession } from '../connect/session.ts'
import type { Database } from '../database.ts'
import { hearsOthers, isOwnSession } from './listen-check.ts'

/** Somebody who listens to a channel. */
export interface Hearer {
  hear(payload: string): void
  /** Called whenever the channel is heard from now on: what was notified before may have been missed. */
  again?(): void
}

const LONGEST_PAUSE_MS = 5_000
/** How often the connection is asked whether it is alive: a network that fails in silence ends nothing. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT_ANSWER_MS = 5_000

/**
 * Keeps one LISTEN connection: one attempt at a time, with growing pauses between them, cut short when the database is
 * known to be back. Comes back after the first attempt, whatever came of it; the next ones go on by themselves, unless
 * notifications can't come through: then there is one warning and no connection.
 */
export async function stayListening(
  db: Pick<Database, 'connectionString' | 'directUrl' | 'availability' | 'quick'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
) {
  const hearers = new Map<string, Hearer>()
  const stopping = new AbortController()
  const { signal } = stopping
  const pauses = reconnectPauses(LONGEST_PAUSE_MS)
  let returned = new AbortController()
  db.availability.onReturn(() => returned.abort())
  let current: LoneClient | undefined
  let isDeaf = false
  let hasHeard = false

  async function listen(): Promise<LoneClient | undefined> {
    const url = db.directUrl ?? db.connectionString
    const opened = await openClient(url, 'seller-operating-score notifications').catch(() => undefined)
    if (!opened) return undefined
    try {
      await beginLoneSession(opened.client)
      if (await comesThrough(opened)) return await begin(opened)
      isDeaf = !hasHeard // later the two may only be at different servers for a while
      if (isDeaf) log.warn(db.directUrl ? NOT_THE_SAME : POOLER)
    } catch {} // the connection broke, or the one that notifies
    await opened.end()
    return undefined
  }

  async function comesThrough(opened: LoneClient) {
    if (!db.directUrl && (await isOwnSession(opened))) return true
    return hearsOthers(opened, (channel) => db.quick.run`select pg_notify(${channel}, '')`)
  }

  async function begin(opened: LoneClient) {
    opened.client.on('notification', ({ channel, payload }) => hearers.get(channel)?.hear(payload ?? ''))
    for (const channel of hearers.keys()) await opened.client.query(listening(channel))
    for (const { again } of hearers.values()) again?.()
    hasHeard = true
    return opened
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
    while (!signal.aborted && !isDeaf) {
      if (current) {
        pauses.restart()
        await untilLost(current)
        if (signal.aborted) return
        log.warn('the connection for notifications was lost; until it is back, others are asked every second')
      }
      current = undefined
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
    /** Whether notifications come, or will again when the connection is back. */
    isHearing: () => !isDeaf,
    /** Hears a channel from now on, whenever there is a connection. */
    async add(channel: string, hearer: Hearer) {
      hearers.set(channel, hearer)
      if (!current) return
      await current.client.query(listening(channel)).then(hearer.again, () => {}) // the next connection hears it
    },
    remove: (channel: string) => void hearers.delete(channel),
    /** Ends the connection and its attempts. */
    async stop() {
      stopping.abort()
      await current?.end()
      await running
    },
  }
}

const ANSWER = { query_timeout: HEARTBEAT_ANSWER_MS }

const listening = (channel: string) => ({ text: `listen ${pg.escapeIdentifier(channel)}`, ...ANSWER })

const POOLER =
  'notifications do not come through the pooler in DATABASE_URL: set DATABASE_DIRECT_URL to the server itself; until then the service asks every second'
const NOT_THE_SAME =
  'notifications of DATABASE_URL do not arrive at DATABASE_DIRECT_URL: set it to the server itself, not to a pooler; until then the service asks every second'
