import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Job, JobResult, PgBoss, QueueResult } from 'pg-boss'
import { checked, type QueueFamily, queueName, type Thing } from './job.ts'
import { idleQueues } from './queue-queries.ts'
import { FAMILY_QUEUE, makeQueue } from './queues.ts'
import type { OnEnd } from './workers.ts'

const LOOK_MS = 5_000
const POLLS = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10 } as const
/** Few jobs at a time are fetched together all the same. */
const LEAST_BATCH = 10
/** A job that has failed is due again about this soon at first. */
const FAILED_MS = 2_500

/** A queue that this process works. */
interface RunningQueue {
  name: string
  thing: Thing
  /** How many of its jobs this process has. */
  open: number
  /** Whether a worker waits for jobs. */
  isFetching: boolean
  /** The last one that did. */
  worker?: string
}

/** Works the queues of a family: begins with those that it does not know, and ends with those that are gone. */
export function runFamily(app: FastifyInstance, boss: PgBoss, family: QueueFamily, onEnd: OnEnd) {
  const stopping = new AbortController()
  const { signal } = stopping
  const { work, close } = family.open(app, signal)
  const known = new Map<string, RunningQueue>()
  /** Between two looks; it is cut short where a queue is met that is not known. */
  let pause = new AbortController()

  async function begin(name: string, thing: Thing, made: QueueResult | undefined) {
    await makeQueue(boss, name, FAMILY_QUEUE, made)
    const queue = { name, thing, open: 0, isFetching: false }
    known.set(name, queue)
    await fetchMore(queue)
  }

  /**
   * A worker fetches jobs, and ends with those that it gets: one is always fetching while fewer jobs are open than may
   * be done at a time, so that those which hang don't hold up the others.
   */
  async function fetchMore(queue: RunningQueue) {
    const { name, thing } = queue
    if (queue.isFetching || queue.open >= thing.at_a_time || known.get(name) !== queue || signal.aborted)
      return
    queue.isFetching = true
    const options = {
      ...POLLS,
      batchSize: Math.max(thing.at_a_time, LEAST_BATCH),
      perJobResults: true,
    } as const
    const worker: string = await boss.work<object>(name, options, async (jobs) => {
      queue.isFetching = false
      queue.open += jobs.length
      await Promise.all([boss.offWork(name, { id: worker, wait: false }), fetchMore(queue)])
      const results = await Promise.all(jobs.map((job) => finish(queue, job)))
      if (results.some(({ status }) => status === 'failed')) setTimeout(() => wake(queue), FAILED_MS).unref()
      return results
    })
    queue.worker = worker
  }

  async function finish(queue: RunningQueue, { id, data, signal: claim }: Job<object>): Promise<JobResult> {
    try {
      await work(queue.thing, checked(family, data), claim)
      onEnd(family.name, 'done')
      return { id, status: 'completed' }
    } catch (error) {
      onEnd(family.name, 'failed')
      const level = signal.aborted || app.db.availability.problem() ? 'debug' : 'warn'
      app.log[level]({ err: error, queue: family.name, jobId: id, again: true }, 'job failed')
      return { id, status: 'failed', output: error as Error }
    } finally {
      queue.open--
      await fetchMore(queue)
    }
  }

  const wake = ({ worker }: RunningQueue) => worker && boss.notifyWorker(worker)

  async function look() {
    // The queues before the things: whoever makes a queue has its thing.
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    const things = new Map((await family.list(app)).map((thing) => [queueName(family, thing.id), thing]))
    for (const [name, { thing }] of known)
      if (!signal.aborted && things.get(name)?.at_a_time !== thing.at_a_time) {
        known.delete(name)
        await boss.offWork(name, { wait: false })
      }
    for (const [name, thing] of things)
      if (!signal.aborted && !known.has(name)) await begin(name, thing, queues.get(name))
    await forget([...queues.keys()].filter((name) => idOf(family, name) && !things.has(name)))
  }

  /** Deletes the queues of things that are gone when no job of theirs is under way. */
  async function forget(gone: string[]) {
    if (gone.length === 0) return
    for (const name of gone) await family.end(app, idOf(family, name))
    for (const name of await idleQueues(app.db, gone)) await boss.deleteQueue(name)
  }

  /** Looks again and again, until the process stops. */
  async function watch() {
    while (!signal.aborted) {
      pause = new AbortController()
      await look().catch((err) => {
        const level = app.db.availability.problem() ? 'debug' : 'error'
        app.log[level]({ err, queue: family.name }, 'the queues could not be looked up')
      })
      await delay(LOOK_MS, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => {})
    }
  }
  const watching = watch()

  return {
    /** Jobs are sent to a queue: where it is a new one its thing is looked up now. */
    meet(name: string) {
      if (!known.has(name)) pause.abort()
    },
    wake(name: string) {
      const queue = known.get(name)
      if (queue) wake(queue)
    },
    /** Ends what is under way, for as long as `bound` allows; what is cut off then comes again. */
    async stop(bound: AbortSignal) {
      stopping.abort()
      await watching
      bound.addEventListener('abort', close)
      await Promise.all([...known.keys()].map((name) => boss.offWork(name)))
      await close()
    },
  }
}

/** The id of the thing that a queue is for; 0 where it is none of the family. */
const idOf = ({ name }: QueueFamily, queue: string) =>
  queue.startsWith(`${name}-`) ? Number(queue.slice(name.length + 1)) || 0 : 0
