import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'

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
