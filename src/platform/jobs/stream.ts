import { setTimeout as delay } from 'node:timers/promises'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'

/** A job that this process holds: nobody else gets it until it is given back or its heartbeat has run out. */
export interface Claim<Data = unknown> {
  id: string
  retryCount: number
  data: Data
}

/**
 * A kind of job that a process holds by the hundred, each for as long as it takes, where a handler of single jobs
 * would let slow ones hold up quick ones. Its jobs may run twice, like those of any other kind.
 */
export interface Stream<Data extends TSchema = TSchema> {
  name: string
  data: Data
  /** How many jobs a process holds at the most. */
  room: number
  /** How many jobs it claims at a time. */
  batch: number
  open(app: FastifyInstance, held: Held): Taker<Static<Data>>
}

/** Declares a stream; only its types are inferred. */
export const defineStream = <Data extends TSchema>(stream: Stream<Data>) => stream

/** Who does the jobs of a stream. */
export interface Taker<Data> {
  take(claims: Claim<Data>[]): void
  /** The groups that have enough to do: their jobs stay in the queue. */
  full(): string[]
  /** Begins no more jobs, and comes back when none is under way, or soon after `signal` has aborted. */
  stop(signal: AbortSignal): Promise<void>
}

/** What the taker of a stream tells of its claims. */
export interface Held {
  /** The jobs have been ended by a committed transaction, or are left to come again by themselves. */
  ended(claims: Claim[]): void
  /** Puts the jobs back into the queue, for any process to take at once. */
  giveBack(claims: Claim[]): Promise<void>
  /** Jobs may be taken that were left in the queue before. */
  look(): void
}

/** What a stream needs of the queue. */
export interface ClaimSource {
  claim(limit: number, exceptGroups: string[]): Promise<Claim[]>
  /** Tells that this process is alive. Claims that it has lost meanwhile stay lost. */
  renew(claims: Claim[]): Promise<void>
  giveBack(claims: Claim[]): Promise<void>
}

const POLL_MS = 500
const RENEW_MS = 4_000
const AFTER_ERROR_MS = 1_000

/** Claims jobs as long as there is room, woken by `app.notifications` under the stream's name. */
export function openStream(app: FastifyInstance, source: ClaimSource, stream: Stream) {
  const claims = new Map<string, Claim>()
  const stopping = new AbortController()
  const drop = (ended: Claim[]) => {
    for (const { id } of ended) claims.delete(id)
  }
  const isShort = () => (stream.room - claims.size) * 4 < stream.batch
  const held: Held = {
    ended(ended) {
      const wasShort = isShort()
      drop(ended)
      if (wasShort && !isShort()) held.look()
    },
    async giveBack(back) {
      const mine = back.map(({ id }) => claims.get(id)).filter((claim) => claim !== undefined)
      drop(mine)
      if (mine.length > 0) await source.giveBack(mine)
    },
    look: () => app.notifications.wake(stream.name),
  }
  const taker = stream.open(app, held)
  /** One line says that the database is away, not one for each attempt. */
  const away = () => (app.db.availability.problem() ? 'debug' : 'error')

  async function claim() {
    if (isShort()) return undefined
    const room = Math.min(stream.room - claims.size, stream.batch)
    const claimed = await source.claim(room, taker.full())
    return claimed.length > 0 ? claimed : undefined
  }
  async function afterError(error: unknown): Promise<Claim[]> {
    app.log[away()]({ err: error, job: stream.name }, 'jobs could not be claimed')
    await delay(AFTER_ERROR_MS, undefined, { signal: stopping.signal }).catch(() => {})
    return []
  }
  async function run() {
    for (;;) {
      const claimed = await app.notifications
        .until(stream.name, claim, { signal: stopping.signal, pollMs: POLL_MS })
        .catch(afterError)
      if (!claimed) return // the process stops
      for (const one of claimed) claims.set(one.id, one)
      if (claimed.length > 0) taker.take(claimed)
    }
  }
  async function renew() {
    if (claims.size > 0) await source.renew([...claims.values()])
  }
  const renewing = setInterval(
    () =>
      renew().catch((error) => app.log[away()]({ err: error, job: stream.name }, 'claims were not renewed')),
    RENEW_MS,
  )
  const running = run()

  return {
    /** Ends what is under way, for as long as `signal` allows, and gives the rest back. */
    async stop(signal: AbortSignal) {
      stopping.abort()
      await running
      await taker.stop(signal)
      clearInterval(renewing)
      await held.giveBack([...claims.values()])
    },
  }
}
