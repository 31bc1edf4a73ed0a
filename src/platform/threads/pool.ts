import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Piscina } from 'piscina'
import { badRequest, serviceUnavailable } from '../http/problems.ts'
import { createTurns } from '../http/turns.ts'
import type { ThreadTask } from './task.ts'

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
/** Threads compute behind everything else. Elsewhere than on Linux this would hold back the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/**
 * A pool of threads that start when there is work and end when there has been none for a while. A task has its thread
 * for itself, and never waits inside the pool: with no thread kept, nobody there would start one for who waits behind
 * a thread that died.
 */
export function createThreads(options: ThreadOptions): Threads {
  const { most, limitMs, log, count = () => {} } = options
  let running = 0
  let stopped = false
  let opened: Promise<Piscina> | undefined
  let alive = () => 0
  const turns = createTurns({
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
    const ending = new AbortController()
    const limit = setTimeout(() => ending.abort('too_long'), limitMs)
    const hangUp = () => ending.abort('caller_gone')
    gone.addEventListener('abort', hangUp)
    if (gone.aborted) hangUp()
    try {
      const pool = await open()
      alive = () => pool.threads.length
      if (stopped) throw stopping()
      const output = await pool.run(input, { filename: task.file.href, signal: ending.signal })
      count('done')
      return output
    } catch (error) {
      throw explain(task.name, error, ending.signal.reason)
    } finally {
      clearTimeout(limit)
      gone.removeEventListener('abort', hangUp)
    }
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

  function open() {
    opened ??= openPool(options)
    opened.catch(() => (opened = undefined)) // the next task tries again
    return opened
  }

  function stop() {
    stopped = true
  }

  async function close() {
    stop()
    const pool = await opened?.catch(() => undefined)
    if (pool) await Promise.race([pool.destroy(), delay(CLOSE_MS, undefined, { ref: false })])
  }

  return {
    run,
    alive: () => alive(),
    running: () => running,
    waiting: turns.waiting,
    stop,
    close,
  }
}

/** The pool's library is loaded with the first task, so that a server starts no slower for it. */
async function openPool({ most, idleMs = IDLE_MS, megabytes = MEGABYTES, log }: ThreadOptions) {
  const { Piscina } = await import('piscina')
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: most,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled', // a thread that waits by them does nothing else meanwhile, such as print
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {}, // no secret of the settings is needed there
    execArgv: [],
    niceIncrement: NICE,
    recordTiming: false,
  })
  // What fails beside a task, such as a thread that can't start: whoever waits for it is answered by the time limit.
  pool.on('error', (err) => log.error({ err }, 'a worker thread failed'))
  return pool
}

const tooMany = () =>
  serviceUnavailable('computations_full', 'Too many computations wait already; try again.')

const stopping = () => serviceUnavailable('computations_full', 'The service is stopping; try again.')
