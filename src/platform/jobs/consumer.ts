import { setTimeout as delay } from 'node:timers/promises'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { checked } from './job.ts'
import { unknownDataLog } from './unknown-data.ts'

/** A job that this process holds: nobody else gets it until it is given back or its heartbeat has run out. */
export interface Claim<Data = unknown> {
  id: string
  retryCount: number
  data: Data
  /** When this process asked for it, by performance.now(). */
  asked?: number
  /** True when this process holds it no more: what it has not begun of the job it leaves to others. */
  lost?: boolean
}

/**
 * A kind of job that a process holds by the hundred, each for as long as it takes, where a handler of single jobs
 * would let slow ones hold up quick ones. Its jobs may run twice, like those of any other kind.
 */
export interface ConsumerJob<Data extends TSchema = TSchema> {
  name: string
  data: Data
  /** How many jobs a process holds at the most; with `sizeOf`, at what size of all together it claims no more. */
  room: number
  sizeOf?(data: Static<Data>): number
  /** How many jobs it claims at a time. */
  batch: number
  open(app: FastifyInstance, lease: Lease): Consumer<Static<Data>>
}

/** Declares a job with a consumer; only its types are inferred. */
export const defineConsumer = <Data extends TSchema>(job: ConsumerJob<Data>) => job

/** Does the jobs that this process has claimed. */
export interface Consumer<Data> {
  take(claims: Claim<Data>[]): void
  /** The groups that have enough to do: their jobs stay in the queue. */
  full(): string[]
  /** Goes on with what it did not begin while `Lease.isFresh` said no. */
  resume(): void
  /** Begins no more jobs, and comes back when none is under way, or soon after `signal` has aborted. */
  stop(signal: AbortSignal): Promise<void>
}

/** The claims that a consumer holds, renewed for as long as it holds them. */
export interface Lease {
  /** Takes jobs that this process has sent for itself (Jobs.sendClaimed), when their transaction has committed. */
  hold(claims: Claim[]): void
  /**
   * Whether the claims were renewed lately. A process that was frozen, or had no database, may have lost them
   * without knowing: it must begin nothing until they are renewed.
   */
  isFresh(): boolean
  /** The jobs have been ended by a committed transaction, or are left to come again by themselves. */
  ended(claims: Claim[]): void
  /** Puts the jobs back into the queue, for any process to take at once. */
  giveBack(claims: Claim[]): Promise<void>
  /** Asks the queue now: there is room for jobs that were left in it before. */
  poll(): void
}

/** What a consumer needs of the queue. */
export interface ClaimSource {
  claim(limit: number, exceptGroups: string[]): Promise<Claim[]>
  /** Renews the heartbeat of claims; answers those that the process has lost in the meantime. */
  renew(claims: Claim[]): Promise<Claim[]>
  giveBack(claims: Claim[]): Promise<void>
}

const POLL_MS = 500
const RENEW_MS = 4_000
/** Less than the heartbeat of a queue (queues.ts), after which others may take a claim. */
const FRESH_MS = 8_000
const AFTER_ERROR_MS = 1_000

/**
 * Whether a claim, known only now, may have become another's before it is renewed, because the process was frozen or
 * its commit took long: it is left to come again.
 */
const isLate = ({ asked }: Claim) => asked !== undefined && performance.now() - asked > FRESH_MS - RENEW_MS

/** Claims jobs as long as there is room, woken by `app.notifications` under the job's name. */
export function openConsumer(app: FastifyInstance, source: ClaimSource, job: ConsumerJob) {
  const claims = new Map<string, { claim: Claim; size: number }>()
  const stopping = new AbortController()
  let size = 0
  let renewedAt = performance.now()
  const keep = (claim: Claim, sized: number) => {
    const before = claims.get(claim.id)
    if (before) drop([before.claim]) // this process has taken again what it was too late to renew
    claims.set(claim.id, { claim, size: sized })
    size += sized
  }
  const drop = (ended: Claim[]) => {
    for (const claim of ended) {
      claim.lost = true
      const held = claims.get(claim.id)
      if (held?.claim !== claim) continue
      size -= held.size
      claims.delete(claim.id)
    }
  }
  const isShort = () => (job.room - size) * 4 < job.batch
  const lease: Lease = {
    hold(held) {
      for (const claim of held)
        if (isLate(claim)) claim.lost = true
        else keep(claim, 0) // the consumer has said that it has room for it
    },
    isFresh: () => performance.now() - renewedAt < FRESH_MS,
    ended(ended) {
      const wasShort = isShort()
      drop(ended)
      if (wasShort && !isShort()) lease.poll()
    },
    async giveBack(back) {
      const mine = back.flatMap(({ id }) => claims.get(id)?.claim ?? [])
      drop(mine)
      if (mine.length > 0) await source.giveBack(mine)
    },
    poll: () => app.notifications.wake(job.name),
  }
  const consumer = job.open(app, lease)
  const logUnknown = unknownDataLog(app.log, job.name)
  /** One line says that the database is away, not one for each attempt. */
  const away = () => (app.db.availability.problem() ? 'debug' : 'error')

  async function claim() {
    if (isShort()) return undefined
    const room = Math.min(job.room - size, job.batch)
    const asked = performance.now()
    const claimed = await source.claim(room, consumer.full())
    for (const one of claimed) one.asked = asked
    return claimed.length > 0 ? claimed : undefined
  }
  /** A job with other data, of another release as a rule, is left to come again, perhaps to a process that knows it. */
  function isKnown(claimed: Claim) {
    try {
      checked(job, claimed.data)
      return true
    } catch {
      logUnknown(claimed)
      return false
    }
  }
  async function afterError(error: unknown): Promise<Claim[]> {
    app.log[away()]({ err: error, job: job.name }, 'jobs could not be claimed')
    await delay(AFTER_ERROR_MS, undefined, { signal: stopping.signal }).catch(() => {})
    return []
  }
  async function run() {
    for (;;) {
      const claimed = await app.notifications
        .until(job.name, claim, { signal: stopping.signal, pollMs: POLL_MS })
        .catch(afterError)
      if (!claimed) return // the process stops
      const held = claimed.filter((one) => !isLate(one) && isKnown(one))
      for (const one of held) keep(one, job.sizeOf?.(one.data) ?? 1)
      if (held.length > 0) consumer.take(held)
    }
  }
  async function renew() {
    const began = performance.now()
    if (claims.size > 0) drop(await source.renew([...claims.values()].map(({ claim }) => claim)))
    renewedAt = Math.max(renewedAt, began)
    consumer.resume()
  }
  const renewing = setInterval(
    () => renew().catch((error) => app.log[away()]({ err: error, job: job.name }, 'claims were not renewed')),
    RENEW_MS,
  )
  const running = run()

  return {
    /** Ends what is under way, for as long as `signal` allows, and gives the rest back. */
    async stop(signal: AbortSignal) {
      stopping.abort()
      await running
      await consumer.stop(signal)
      clearInterval(renewing)
      await lease.giveBack([...claims.values()].map(({ claim }) => claim))
    },
  }
}
