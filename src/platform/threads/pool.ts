import type { FastifyBaseLogger } from 'fastify'
import { Piscina } from 'piscina'
import { createFairQueue } from '../http/answers/fair-queue.ts'
import { badRequest, serviceUnavailable } from '../http/errors/problems.ts'
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
/** Threads compute behind everything else. Elsewhere than on Linux this would hold back the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/**
 * A pool of threads that start when there is work and end when there has been none for a while. A task has its thread
 * for itself.
 */
export function createThreads(options: ThreadOptions): Threads {
  const { most, limitMs, log, idleMs = IDLE_MS, megabytes = MEGABYTES, count = () => {} } = options
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: most,
    idleTimeout: idleMs,
    niceIncrement: NICE,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {}, // no secret of the settings is needed there
    execArgv: [],
  })
  pool.on('error', (error) => log.error({ err: error }, 'a thread without work failed'))
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

  async function run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, { caller, gone }: Asker) {
    const end = await turns.take(caller, gone).catch((error) => {
      count(gone.aborted ? 'caller_gone' : 'refused')
      throw error
    })
    running += 1
    const limit = AbortSignal.timeout(limitMs)
    try {
      if (stopped) throw stopping()
      const signal = AbortSignal.any([gone, limit])
      const output: Output = await pool.run(input, { filename: task.file.href, signal })
      count('done')
      return output
    } catch (error) {
      throw explain(task.name, error, gone.aborted ? 'caller_gone' : limit.aborted ? 'too_long' : undefined)
    } finally {
      running -= 1
      end()
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

  function stop() {
    stopped = true
  }

  return {
    run,
    alive: () => pool.threads.length,
    running: () => running,
    waiting: turns.waiting,
    stop,
    close() {
      stop()
      return pool.destroy()
    },
  }
}

const tooMany = () =>
  serviceUnavailable('computations_full', 'Too many computations wait already; try again.')

const stopping = () => serviceUnavailable('computations_full', 'The service is stopping; try again.')
