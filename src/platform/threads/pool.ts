import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createFairQueue } from '../http/answers/fair-queue.ts'
import { badRequest, serviceUnavailable } from '../http/errors/problems.ts'
import type { ThreadTask } from './task.ts'
import { startThread, type Thread } from './thread.ts'

/** Who wants the answer, and until when. */
export interface Asker {
  /** Callers have their turns in rotation. */
  caller: string
  gone: AbortSignal
}

export interface Threads {
  /**
   * Runs a task in a thread and answers what it answers. It waits for a free thread in a line that is fair to callers.
   * Who is gone leaves the line, or ends the thread that is at his task.
   * @throws 503 `computations_full` when too many wait or the wait is too long, `computation_too_long` when the task is
   * not done in time and so its thread has been ended, and `computation_failed` when it threw or its thread died
   */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, asker: Asker): Promise<Output>
  /** How many threads there are, at work or not. */
  alive(): number
  running(): number
  waiting(): number
  /** Begins nothing any more; what runs goes on. */
  stop(): void
  /** Ends all threads. */
  close(): Promise<void>
}

export type TaskResult = 'done' | 'failed' | 'too_long' | 'caller_gone' | 'refused'

export interface ThreadOptions {
  /** How many threads there are at the most. */
  most: number
  /** How long a task may take, in milliseconds, with the start of its thread. */
  limitMs: number
  /** How many may wait. */
  places?: number
  /** How long one waits who asks for several things at once; who asks for one thing waits up to WAITS times as long. */
  waitMs?: number
  /** How long a thread without work is kept. */
  idleMs?: number
  /** The memory for the objects of a thread, in megabytes. */
  megabytes?: number
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  count?: (result: TaskResult) => void
}

const PLACES = 50
const WAIT_MS = 5_000
const WAITS = 6
const IDLE_MS = 10_000
const MEGABYTES = 256
/** How long closing waits for threads to end. */
const CLOSE_MS = 5_000
/**
 * A pool of threads that start when there is work and end when there has been none for a while. A task has its thread
 * for itself.
 */
export function createThreads(options: ThreadOptions): Threads {
  const { most, limitMs, log, idleMs = IDLE_MS, megabytes = MEGABYTES, count = () => {} } = options
  const threads = new Set<Thread>()
  const idle = new Map<Thread, NodeJS.Timeout>()
  let running = 0
  let stopped = false
  const turns = createFairQueue({
    atOnce: most,
    mostOfOne: Math.max(1, most - 1), // one caller leaves a thread to others
    places: options.places ?? PLACES,
    waitMs: options.waitMs ?? WAIT_MS,
    mostWaits: WAITS,
    refuse: tooMany,
  })

  async function run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, asker: Asker) {
    const end = await turns.take(asker.caller, asker.gone).catch((error) => {
      count(asker.gone.aborted ? 'caller_gone' : 'refused')
      throw error
    })
    running += 1
    try {
      return await bounded(task, input, asker.gone)
    } finally {
      running -= 1
      end()
    }
  }

  /** Runs a task until it is done, out of time, or the caller has gone. */
  async function bounded<Input, Output>(
    task: ThreadTask<Input, Output>,
    input: Input,
    gone: AbortSignal,
  ): Promise<Output> {
    const ending = Promise.withResolvers<never>()
    ending.promise.catch(() => {}) // the caller may go before there is a thread
    let reason: 'too_long' | 'caller_gone' | undefined
    const end = (why: typeof reason) => {
      reason ??= why
      ending.reject(new Error(why))
    }
    const limit = setTimeout(end, limitMs, 'too_long')
    const hangUp = () => end('caller_gone')
    gone.addEventListener('abort', hangUp)
    if (gone.aborted) hangUp()
    let thread: Thread | undefined
    try {
      if (stopped) throw stopping()
      thread = take()
      const output = await Promise.race([thread.run(task.file, input), ending.promise])
      count('done')
      return output as Output
    } catch (error) {
      throw explain(task.name, error, reason)
    } finally {
      clearTimeout(limit)
      gone.removeEventListener('abort', hangUp)
      if (thread && reason) void thread.end()
      else if (thread) keep(thread)
    }
  }

  /** The thread that has waited least, or a new one. */
  function take(): Thread {
    const waiting = [...idle].at(-1)
    if (waiting) {
      clearTimeout(waiting[1])
      idle.delete(waiting[0])
      return waiting[0]
    }
    const thread = startThread(megabytes, (error) => {
      threads.delete(thread)
      clearTimeout(idle.get(thread))
      if (idle.delete(thread) && error) log.error({ err: error }, 'a thread without work failed')
    })
    threads.add(thread)
    return thread
  }

  /** Keeps a thread for the next task, if it lives. One that has begun to end is taken by nobody. */
  function keep(thread: Thread) {
    const end = () => {
      idle.delete(thread)
      void thread.end()
    }
    if (threads.has(thread)) idle.set(thread, setTimeout(end, idleMs))
  }

  function explain(task: string, error: unknown, reason: 'too_long' | 'caller_gone' | undefined) {
    count(reason ?? 'failed')
    if (reason === 'caller_gone') return badRequest('caller_gone', 'The caller has gone; ask again.')
    if (stopped) return stopping()
    if (reason === 'too_long') {
      log.warn({ task }, `the task took longer than ${limitMs} ms, so its thread was ended`)
      return serviceUnavailable(
        'computation_too_long',
        `The computation took longer than ${limitMs / 1000} seconds; ask for less, or try again.`,
      )
    }
    log.error({ err: error, task }, 'the task of a thread failed')
    return serviceUnavailable('computation_failed', 'The computation failed; try again.')
  }

  function stop() {
    stopped = true
  }

  async function close() {
    stop()
    const ended = Promise.all([...threads].map((thread) => thread.end()))
    await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })])
  }

  return {
    run,
    alive: () => threads.size,
    running: () => running,
    waiting: turns.waiting,
    stop,
    close,
  }
}

const tooMany = () =>
  serviceUnavailable('computations_full', 'Too many computations wait already; try again.')

const stopping = () => serviceUnavailable('computations_full', 'The service is stopping; try again.')
