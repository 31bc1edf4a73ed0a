import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Gauge } from 'prom-client'
import { callerOf } from '../http/answers/big-reads.ts'
import { clientDisconnected } from '../http/connections/client-disconnected.ts'
import { type Asker, createThreads, type Threads } from './pool.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Threads for what computes long enough to hold up other requests. */
    threads: Threads
  }
}

/** How long a task may compute, in milliseconds. */
const LIMIT_MS = 30_000

/** Runs long computations beside the thread that answers requests. A server at rest has no thread but that one. */
export const threads = fp(
  async (app) => {
    const tasks = app.metrics.counter({
      name: 'sos_thread_tasks_total',
      help: 'Tasks of worker threads by how they ended',
      labelNames: ['result'],
    })
    const pool = createThreads({
      most: app.env.COMPUTE_THREADS,
      limitMs: LIMIT_MS,
      log: app.log,
      count: (result) => tasks.inc({ result }),
    })
    app.decorate('threads', pool)
    const alive: Gauge = app.metrics.gauge({
      name: 'sos_threads',
      help: 'Worker threads that there are, at work or not',
      collect: () => alive.set(pool.alive()),
    })
    const busy: Gauge = app.metrics.gauge({
      name: 'sos_thread_tasks_running',
      help: 'Tasks that worker threads are at',
      collect: () => busy.set(pool.running()),
    })
    const waiting: Gauge = app.metrics.gauge({
      name: 'sos_thread_tasks_waiting',
      help: 'Tasks that wait for a worker thread',
      collect: () => waiting.set(pool.waiting()),
    })
    app.addHook('preClose', async () => pool.stop())
    app.addHook('onClose', () => pool.close())
  },
  { name: 'threads', dependencies: ['metrics', 'access'] },
)

/** Who asks for a task with a request, until its connection closes. */
export const askerOf = (request: FastifyRequest, reply: FastifyReply): Asker => ({
  caller: callerOf(request),
  gone: clientDisconnected(reply),
})
