import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'

/**
 * A kind of job with a queue for each of some things that come and go, called `<name>-<id>`: a thing whose jobs are
 * slow holds up its own alone. Its jobs may run twice, like those of any other kind.
 */
export interface QueueFamily<Data extends TSchema = TSchema> {
  name: string
  data: Data
  /** Queues of former releases, whose jobs `open` sends again. */
  replaces?: string[]
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

/** Declares a family; only its types are inferred. */
export const defineFamily = <Data extends TSchema>(family: QueueFamily<Data>) => family

export const queueName = (family: Pick<QueueFamily, 'name'>, id: number) => `${family.name}-${id}`
