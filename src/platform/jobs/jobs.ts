import { once } from 'node:events'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type JobInsert, PgBoss, type SendOptions } from 'pg-boss'
import { explainStart } from '../database/connect/explain-start.ts'
import { unavailable } from '../database/connect/unavailable.ts'
import type { Transaction } from '../database/database.ts'
import { againAfterConflict } from '../database/statements/transaction.ts'
import { keptFresh } from '../kept.ts'
import { checked, type Job, type JobOptions, type QueueFamily, queueName, type Sendable } from './job.ts'
import { queueQuestions, readStatus } from './queue-queries.ts'
import { FAMILY_QUEUE, makeQueue, queueConnections, queueOf } from './queues.ts'
import { runFamily } from './run-family.ts'
import { openWaiting } from './waiting.ts'
import { countEndedJobs, type OnEnd, startWorkers } from './workers.ts'

export type Jobs = ReturnType<typeof createJobs>['api']

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs
  }
}

/** How often jobs of dead workers are looked for, and those deleted that have ended. None here waits for others (flow). */
const INTERVALS = {
  monitorIntervalSeconds: 10,
  superviseIntervalSeconds: 10,
  maintenanceIntervalSeconds: 600,
  flowIntervalSeconds: 600,
}
/** How old the status may be, and how long who asks waits for a new one. */
const STATUS = { freshMs: 5_000, patienceMs: 1_000 }
/** A job that is due within this time is looked for at its time, one that is due later by the next poll. */
const SOON_MS = 30_000

/** The queue, pg-boss in the service's own database. Nothing outside this folder imports pg-boss. */
export const jobs = fp(
  async (app) => {
    const explain = explainStart(app.db.connectionString, app.db.connectionSetting)
    const boss = new PgBoss({
      ...queueConnections(app.db),
      schema: app.db.queueSchema,
      createSchema: !(await app.db.row`select from pg_namespace where nspname = ${app.db.queueSchema}`),
      supervise: true,
      schedule: app.env.WORKER === 'on',
      ...INTERVALS,
    })
    boss.on('error', (error) => {
      if (unavailable(error)) app.db.availability.suspect(error)
      if (app.db.availability.problem()) app.log.debug({ err: error }, 'the queue reports an error')
      else if (unavailable(error) || error.message.startsWith('LISTEN/NOTIFY'))
        app.log.info({ reason: error.message }, 'the queue lost a connection')
      else app.log.error({ err: error }, 'the queue reports an error')
    })
    boss.on('warning', (warning) => app.log.warn({ warning }, 'the queue reports a warning'))
    await boss.start().catch(explain)
    app.metrics.ask(...queueQuestions(app.db.queueSchema))
    const jobs = createJobs(app, boss)
    app.decorate('jobs', jobs.api)
    app.addHook('onReady', async () => {
      await jobs.makeQueues().catch(explain)
      await jobs.start()
    })
    app.addHook('preClose', jobs.stop)
  },
  { name: 'jobs', dependencies: ['metrics', 'database'] },
)

function createJobs(app: FastifyInstance, boss: PgBoss) {
  const waiting = openWaiting()
  const count = countEndedJobs(app.metrics)
  const onEnd: OnEnd = (queue, result) => {
    count(queue, result)
    waiting.wake()
  }
  const known = new Map<string, Job>()
  const families: QueueFamily[] = []
  const running = new Map<string, ReturnType<typeof runFamily>>()
  const made = new Set<string>()
  const status = keptFresh(() => readStatus(app.db), STATUS)
  let ready = false

  async function makeQueues() {
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const job of known.values()) // one after the other: a dead letter is added before what names it
      await againAfterConflict(() => makeQueue(boss, job.name, queueOf(job), queues.get(job.name)))
  }

  async function start() {
    if (app.env.WORKER === 'on') {
      const schedules = await boss.getSchedules()
      await Promise.all([...known.values()].map((job) => startWorkers(app, boss, job, onEnd, schedules)))
      for (const family of families) running.set(family.name, runFamily(app, boss, family, onEnd))
    }
    ready = true
  }

  async function stop() {
    ready = false
    waiting.close()
    // A second of the whole is left for closing what is left.
    const bound = AbortSignal.timeout(app.env.SHUTDOWN_SECONDS * 1000 - 500)
    await Promise.race([stopWork(bound), once(bound, 'abort')]) // the queue's server may not answer
  }

  async function stopWork(bound: AbortSignal) {
    await Promise.all(Array.from(running.values(), (family) => family.stop(bound)))
    await boss.stop({ graceful: true, timeout: app.env.SHUTDOWN_SECONDS * 1000 })
  }

  const api = {
    /** Makes the job's queue and, in a process with workers, its worker. Called while the app boots. */
    add: (job: Job) => void known.set(job.name, job),
    /** The same for the queues of a family, which are made when they are first needed. */
    addFamily: (family: QueueFamily) => void families.push(family),
    /** Puts a job into the caller's transaction: it exists exactly when the transaction commits. */
    send: <Data extends TSchema>(
      tx: Transaction,
      job: Sendable<Data>,
      data: Static<Data>,
      options?: SendOptions,
    ) => boss.send(job.name, checked(job, data), { ...options, db: dbOf(tx) }),
    /** The same for many jobs of one kind, in one statement. */
    async sendAll<Data extends TSchema>(
      tx: Transaction,
      job: Sendable<Data>,
      data: Static<Data>[],
      options?: (data: Static<Data>) => JobOptions,
    ) {
      const rows: JobInsert[] = data.map((one) => ({ ...options?.(one), data: checked(job, one) }))
      if (rows.length > 0) await boss.insert(job.name, rows, { db: dbOf(tx) })
    },
    /** The same for jobs of a family: those of one thing, in its queue. */
    async sendTo<Data extends TSchema>(
      tx: Transaction,
      family: Sendable<Data>,
      id: number,
      jobs: (JobOptions & { data: Static<Data> })[],
    ) {
      const name = queueName(family, id)
      if (!made.has(name)) await boss.createQueue(name, FAMILY_QUEUE)
      made.add(name)
      running.get(family.name)?.meet(name)
      const rows: JobInsert[] = jobs.map((job) => ({ ...job, data: checked(family, job.data) }))
      await boss.insert(name, rows, { db: dbOf(tx) })
      for (const { startAfter } of jobs)
        if (startAfter instanceof Date) wakeAt(startAfter, () => running.get(family.name)?.wake(name))
    },
    /**
     * Asks until there is an answer, for who waits for what a job does: at the latest a quarter of a second after it was
     * done. Comes back with undefined when `signal` aborts or the process stops.
     */
    until: waiting.until,
    /** Whether queues are made and workers started. */
    isReady: () => ready,
    /** How the jobs of all processes are, at most some seconds ago; undefined while the database does not say. */
    status: async () => (await status())?.value,
  }
  return { api, makeQueues, start, stop }
}

/** The transaction as the queue runs its statements in it. */
const dbOf = (tx: Transaction) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.rows(text, values) }),
})

/** Calls `wake` at a time that comes soon. */
function wakeAt(time: Date, wake: () => void) {
  const ms = time.getTime() - Date.now()
  if (ms < SOON_MS) setTimeout(wake, Math.max(ms, 0)).unref()
}
