import { basename } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { Piscina } from 'piscina'
import { createSlots } from '../http/answers/slots.ts'
import { badRequest, serviceUnavailable } from '../http/errors/problems.ts'
import { Problem } from '../schemas/schemas.ts'

/**
 * Work for a thread: the default export of a file, which takes one input and answers. The thread loads that file and
 * what it imports, so it should import no more than it needs, and above all no framework and no database. Input and
 * answer are copied between threads: plain data, no functions and no classes. What a caller can cause is part of the
 * answer; work that throws has failed.
 */
type Work = (input: never) => unknown

type Threads = ReturnType<typeof createThreads>

declare module 'fastify' {
  interface FastifyInstance {
    /** Threads for what computes long enough to hold up other requests. */
    threads: Threads
  }
}

type Result = 'done' | 'failed' | 'too_long' | 'caller_gone' | 'refused'

const DEFAULTS = {
  /** How long work may take, in milliseconds, with the start of its thread. */
  limitMs: 30_000,
  places: 50,
  waitMs: 30_000,
  idleMs: 10_000,
  /** The memory for the objects of a thread. */
  megabytes: 256,
  count: (_: Result) => {},
}

export type ThreadOptions = Partial<typeof DEFAULTS> & {
  most: number
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** What a route says whose answer a thread computes. */
export const NO_THREAD = {
  503: Problem(
    'Too many computations wait, this one took longer than it may, or the database does not answer; Retry-After says when to come back',
  ),
}

/** Threads compute behind everything else. Elsewhere than on Linux this would hold back the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/** Threads that start when there is work and end when there has been none for a while. */
export function createThreads(options: ThreadOptions) {
  const { most, log, limitMs, places, waitMs, idleMs, megabytes, count } = { ...DEFAULTS, ...options }
  const slots = createSlots({ atOnce: most, places, waitMs, refuse: tooMany })
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
  let stopped = false

  /**
   * Has a thread of its own do the work of a file: `run<typeof import('./add-task.ts').default>(file, input, gone)`.
   * When `gone` aborts, it leaves the line, or the thread ends that is at it.
   * @throws 503 `computations_full` when too many wait or the wait is too long, `computation_too_long` when it is not
   * done in time and so its thread has been ended, and `computation_failed` when it threw or its thread died
   */
  async function run<Task extends Work>(
    file: URL,
    input: Parameters<Task>[0],
    gone: AbortSignal,
  ): Promise<Awaited<ReturnType<Task>>> {
    const free = await slots.take(gone).catch((error) => {
      count(gone.aborted ? 'caller_gone' : 'refused')
      throw error
    })
    const limit = AbortSignal.timeout(limitMs)
    try {
      if (stopped) throw stopping()
      const signal = AbortSignal.any([gone, limit])
      const answer = await pool.run(input, { filename: file.href, signal })
      count('done')
      return answer
    } catch (error) {
      const result = gone.aborted ? 'caller_gone' : limit.aborted ? 'too_long' : 'failed'
      count(result)
      throw explain(basename(file.pathname), error, result)
    } finally {
      free()
    }
  }

  function explain(task: string, error: unknown, result: Result) {
    if (result === 'caller_gone') return badRequest('caller_gone', 'The caller has gone; ask again.')
    if (stopped) return stopping()
    if (result === 'failed') {
      log.error({ err: error, task }, 'the task of a thread failed')
      return serviceUnavailable('computation_failed', 'The computation failed; try again.')
    }
    log.warn({ task }, `the task took longer than ${limitMs} ms, so its thread was ended`)
    return serviceUnavailable(
      'computation_too_long',
      `The computation took longer than ${limitMs / 1000} seconds; ask for less, or try again.`,
    )
  }

  /** Begins nothing any more; what runs goes on. */
  function stop() {
    stopped = true
  }

  return {
    run,
    /** How many threads there are, at work or not. */
    alive: () => pool.threads.length,
    running: slots.taken,
    waiting: slots.waiting,
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

/** Runs long computations beside the thread that answers requests. A server at rest has no thread but that one. */
export const threads = fp(
  async (app) => {
    const tasks = app.metrics.counter({
      name: 'sos_thread_tasks_total',
      help: 'Tasks of worker threads by how they ended',
      labelNames: ['result'],
    })
    const threads = createThreads({
      most: app.env.COMPUTE_THREADS,
      log: app.log,
      count: (result) => tasks.inc({ result }),
    })
    app.decorate('threads', threads)
    const { watch } = app.metrics
    watch('sos_threads', 'Worker threads that there are, at work or not', threads.alive)
    watch('sos_thread_tasks_running', 'Tasks that worker threads are at', threads.running)
    watch('sos_thread_tasks_waiting', 'Tasks that wait for a worker thread', threads.waiting)
    app.addHook('preClose', async () => threads.stop())
    app.addHook('onClose', () => threads.close())
  },
  { name: 'threads', dependencies: ['metrics'] },
)
