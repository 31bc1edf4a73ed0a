import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { FastifyInstance } from 'fastify'
import type { JobInsert, Queue, WorkOptions } from 'pg-boss'

/**
 * What a handler knows of the attempt it makes. `signal` aborts when the claim on the job is lost. `failure` is
 * why the job failed that a dead letter stands for, null for every other job.
 */
export interface Attempt {
  signal: AbortSignal
  failure: string | null
}

/** One kind of job. Its handler may run twice for one job, and says in its file why that does no harm. */
export interface Job<Data extends TSchema = TSchema> {
  name: string
  data: Data
  /** A `deadLetter` names a job that was added before this one. */
  queue?: Omit<Queue, 'name'>
  /** `localConcurrency` is how many of these jobs a process does at a time. */
  work?: WorkOptions
  /** A cron expression of jobs that come by themselves: each hour, or at hours of the business zone's standard time. */
  schedule?: string
  /** GOES_ON says that another job goes on with what the schedule has begun: its end is not yet come. */
  handler(app: FastifyInstance, data: Static<Data>, attempt: Attempt): Promise<unknown>
}

export const GOES_ON = Symbol('goes on')

/** Declares a job; only its types are inferred. */
export const defineJob = <Data extends TSchema>(job: Job<Data>) => job

/** What must be known of a job to send it: its handler may belong to another part of the service. */
export type Sendable<Data extends TSchema = TSchema> = Pick<Job<Data>, 'name' | 'data'>

/** What one of many jobs may have of its own. */
export type JobOptions = Omit<JobInsert, 'data'>

/** The data of a job as its handler may take it, in a job that is sent and in one that has come. */
export function checked<Data extends TSchema>({ name, data: schema }: Sendable<Data>, data: unknown) {
  if (!Value.Check<TSchema>(schema, data))
    throw new Error(`${name} got data it does not know: ${JSON.stringify(data)}`)
  return data as Static<Data> & object
}

/**
 * A kind of job with a queue for each of some things that come and go, called `<name>-<id>`: a thing whose jobs are
 * slow holds up its own alone. Its jobs may run twice, like those of any other kind.
 */
export interface QueueFamily<Data extends TSchema = TSchema> {
  name: string
  data: Data
  /** The things that have a queue. */
  list(app: FastifyInstance): Promise<Thing[]>
  /** Ends what is open of a thing that is gone, before its queue is deleted. It may come several times. */
  end(app: FastifyInstance, id: number): Promise<void>
  /** `stopping` aborts when the process stops: no job is begun after that. */
  open(app: FastifyInstance, stopping: AbortSignal): FamilyWork<Static<Data>>
}

/** What has a queue, and how many of its jobs a process fetches at a time. */
export interface Thing {
  id: number
  at_a_time: number
}

/** Does the jobs of a family in one process. */
export interface FamilyWork<Data> {
  /** Does one job; how many at a time is its own to bound. One that throws comes again, after a second at first and a minute at the most. */
  work(thing: Thing, data: Data, signal: AbortSignal): Promise<void>
  /** Cuts off what is under way. */
  close(): Promise<void>
}

export const queueName = (family: Pick<QueueFamily, 'name'>, id: number) => `${family.name}-${id}`
