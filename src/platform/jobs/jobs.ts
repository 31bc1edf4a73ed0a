import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Static, TSchema } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import { type JobInsert, PgBoss, type QueueResult, type SendOptions } from 'pg-boss'
import { explainStart } from '../database/connect/explain-start.ts'
import { unavailable } from '../database/connect/unavailable.ts'
import type { Transaction } from '../database/database.ts'
import { againAfterConflict } from '../database/statements/transient.ts'
import type { Claim, ClaimSource, ConsumerJob } from './consumer.ts'
import { startHeartbeats } from './heartbeats.ts'
import { checked, type Job, type JobOptions, type Sendable } from './job.ts'
import { watchJobs } from './job-status.ts'
import { openQueueDatabase } from './queue-database.ts'
import { beginJobs, type JobsStatus, queueQuestions } from './queue-queries.ts'
import { changesOf, isConsumer, queueOf } from './queues.ts'
import { runConsumer } from './run-consumer.ts'
import { countEndedJobs, startWorkers } from './workers.ts'

export interface Jobs {
  /** Makes the job's queue and, in a process with workers, its worker. Called while the app boots. */
  add(job: Job | ConsumerJob): void
  /** Puts a job into the caller's transaction: it exists exactly when the transaction commits. */
  send<Data extends TSchema>(
    tx: Transaction,
    job: Sendable<Data>,
    data: Static<Data>,
    options?: SendOptions,
  ): Promise<string | null>
  /** The same for many jobs of one kind, in one statement. */
  sendAll<Data extends TSchema>(
    tx: Transaction,
    job: Sendable<Data>,
    data: Static<Data>[],
    options?: (data: Static<Data>) => JobOptions,
  ): Promise<void>
  /**
   * Sends jobs of a consumer that this process begins itself, claimed from the start: `Lease.hold` takes them when the
   * transaction has committed. When the process dies they come to another one like all claims of a dead process.
   */
  sendClaimed<Data extends TSchema>(
    tx: Transaction,
    job: Sendable<Data>,
    data: Static<Data>[],
    options?: (data: Static<Data>) => JobOptions,
  ): Promise<Claim<Static<Data>>[]>
  /** Ends claimed jobs of a consumer, exactly when the transaction commits. */
  end(tx: Transaction, job: Pick<ConsumerJob, 'name'>, claims: Claim[]): Promise<void>
  /** Whether queues are made and workers started. */
  isReady(): boolean
  /** How the jobs of all processes are, at most some seconds ago; undefined while the database does not say. */
  status(): Promise<JobsStatus | undefined>
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs
  }
}

/** How often jobs of dead workers are looked for. */
const MONITOR_SECONDS = 5

/** The queue, pg-boss in the service's own database. Nothing outside this folder imports pg-boss. */
export const jobs = fp(
  async (app) => {
    const explain = explainStart(app.db.connectionString)
    const queueDatabase = openQueueDatabase(app)
    const boss = new PgBoss({
      db: queueDatabase,
      schema: app.db.queueSchema,
      createSchema: !(await app.db.row`select from pg_namespace where nspname = ${app.db.queueSchema}`),
      useListenNotify: app.notifications.isHearing(),
      supervise: true,
      schedule: app.env.WORKER === 'on',
      monitorIntervalSeconds: MONITOR_SECONDS,
      superviseIntervalSeconds: MONITOR_SECONDS,
    })
    boss.on('error', (error) => {
      if (app.db.availability.problem()) app.log.debug({ err: error }, 'the queue reports an error')
      else if (unavailable(error)) app.log.info({ reason: error.message }, 'the queue lost a connection')
      else app.log.error({ err: error }, 'the queue reports an error')
    })
    boss.on('warning', (warning) => app.log.warn({ warning }, 'the queue reports a warning'))
    await boss.start().catch(explain)
    app.metrics.ask(...queueQuestions(app.db.queueSchema))
    const endedJobs = countEndedJobs(app.metrics)

    const known = new Map<string, Job | ConsumerJob>()
    const consumers: { stop(signal: AbortSignal): Promise<void> }[] = []
    const scheduled = () =>
      [...known.values()].flatMap((job) => ('schedule' in job && job.schedule ? job.name : []))
    let heartbeats: ReturnType<typeof startHeartbeats> | undefined
    let ready = false
    app.decorate('jobs', {
      add: (job) => void known.set(job.name, job),
      send: (tx, job, data, options) => boss.send(job.name, checked(job, data), { ...options, db: dbOf(tx) }),
      async sendAll(tx, job, data, options) {
        const rows: JobInsert[] = data.map((one) => ({ ...options?.(one), data: checked(job, one) }))
        if (rows.length === 0) return
        await boss.insert(job.name, rows, { db: dbOf(tx) })
        if (isConsumer(known.get(job.name)) && rows.some(({ startAfter }) => startAfter === undefined))
          await tx.run`select pg_notify('sos_notifications', ${job.name})`
      },
      async sendClaimed(tx, job, data, options) {
        const asked = performance.now()
        const claims = data.map((one) => ({
          id: randomUUID(),
          retryCount: 0,
          data: checked(job, one),
          asked,
        }))
        if (claims.length === 0) return claims
        const rows = claims.map(({ id, data }) => ({ ...options?.(data), id, data }))
        await boss.insert(job.name, rows, { db: dbOf(tx) })
        const ids = claims.map(({ id }) => id)
        await beginJobs(tx, app.db.queueSchema, job.name, ids)
        return claims
      },
      async end(tx, { name }, claims) {
        if (claims.length > 0) await boss.deleteJob(name, claims, { db: dbOf(tx) })
      },
      isReady: () => ready,
      status: watchJobs(app.db, scheduled),
    })

    app.addHook('onReady', async () => {
      const queues = new Map((await boss.getQueues().catch(explain)).map((queue) => [queue.name, queue]))
      for (const job of known.values()) // one after the other: a dead letter is added before what names it
        await againAfterConflict(() => makeQueue(job, queues.get(job.name))).catch(explain)
      if (app.env.WORKER === 'on') await startWork()
      ready = true
    })
    async function makeQueue(job: Job | ConsumerJob, made: QueueResult | undefined) {
      if (!made) return boss.createQueue(job.name, queueOf(job))
      const changes = changesOf(job, made)
      if (Object.keys(changes).length > 0) await boss.updateQueue(job.name, changes)
    }
    async function startWork() {
      const jobs = [...known.values()]
      heartbeats = startHeartbeats(app)
      const schedules = await boss.getSchedules()
      const started = jobs.map(async (job) => {
        if (isConsumer(job)) consumers.push(runConsumer(app, claimsOf(boss, job), job))
        else await startWorkers(app, boss, job, endedJobs, schedules)
      })
      await Promise.all([heartbeats.first, ...started])
    }
    app.addHook('preClose', async () => {
      ready = false
      // A second of the whole is left for closing what is left.
      const bound = AbortSignal.timeout(app.env.SHUTDOWN_SECONDS * 1000 - 500)
      await Promise.all(consumers.map((consumer) => consumer.stop(bound)))
      const stopping = boss.stop({ graceful: true, timeout: app.env.SHUTDOWN_SECONDS * 1000 })
      await withinBound(stopping.then(queueDatabase.end), bound)
      if (heartbeats) await withinBound(heartbeats.stop(), bound)
    })
  },
  { name: 'jobs', dependencies: ['metrics', 'database', 'notifications'] },
)

/** Waits until the work is done or the signal aborts, because the queue's server may not answer. */
const withinBound = (work: Promise<void>, bound: AbortSignal) =>
  Promise.race([work, once(bound, 'abort').then(() => {})])

/** The transaction as the queue runs its statements in it. */
const dbOf = (tx: Transaction) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.rows(text, values) }),
})

const claimsOf = (boss: PgBoss, { name }: ConsumerJob): ClaimSource => ({
  claim: (batchSize, ignoreGroups) => boss.fetch(name, { batchSize, ignoreGroups }),
  async renew(claims) {
    // The ids of those it has renewed are in its answer, but not in its type.
    const { settled } = (await boss.touch(name, claims)) as { settled?: string[] }
    const renewed = new Set(settled ?? claims.map(({ id }) => id))
    return claims.filter(({ id }) => !renewed.has(id))
  },
  giveBack: async (claims) => void (await boss.fail(name, claims, { message: 'given back' })),
})
