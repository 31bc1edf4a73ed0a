import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { fromPrisma, type JobInsert, PgBoss, type Queue, type SendOptions, type WorkOptions } from 'pg-boss'
import type { Statements } from './bulk-transaction.ts'
import type { Tx } from './database.ts'
import { type Claim, type ClaimSource, openStream, type Stream } from './job-stream.ts'

/**
 * What a handler is told of the attempt it makes. `signal` aborts when the claim on the job is lost. `failure` is
 * why the job failed that a dead letter stands for, null for every other job.
 */
export interface Attempt {
  id: string
  retryCount: number
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
  /** A cron expression in the business time zone, for jobs that come by themselves. */
  schedule?: string
  handler(app: FastifyInstance, data: Static<Data>, attempt: Attempt): Promise<void>
}

/** Declares a job; only its types are inferred. */
export const defineJob = <Data extends TSchema>(job: Job<Data>) => job

/** What must be known of a job to send it: its handler may belong to another part of the service. */
export type Sendable<Data extends TSchema = TSchema> = Pick<Job<Data>, 'name' | 'data'>

/** What one of many jobs may have of its own. */
export type JobOptions = Omit<JobInsert, 'data'>

export interface Jobs {
  /** Makes the job's queue and, in a process with workers, its worker. Called while the app boots. */
  add(job: Job | Stream): void
  /** Puts a job into the caller's transaction: it exists exactly when the transaction commits. */
  send<Data extends TSchema>(
    tx: Tx,
    job: Sendable<Data>,
    data: Static<Data>,
    options?: SendOptions,
  ): Promise<string | null>
  /** The same for many jobs of one kind, in one statement. */
  sendAll<Data extends TSchema>(
    tx: Tx | Statements,
    job: Sendable<Data>,
    data: Static<Data>[],
    options?: (data: Static<Data>) => JobOptions,
  ): Promise<void>
  /** Ends claimed jobs of a stream, exactly when the transaction commits. */
  end(tx: Tx | Statements, stream: Pick<Stream, 'name'>, claims: Claim[]): Promise<void>
  /** Takes back jobs that have not begun, exactly when the transaction commits. */
  cancel(tx: Tx | Statements, job: Pick<Job, 'name'>, ids: string[]): Promise<void>
  /** Whether queues are made and workers started. */
  isReady(): boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs
  }
}

/** What every queue has unless its job says otherwise: woken by NOTIFY, a killed worker noticed by its heartbeat. */
const QUEUE_DEFAULTS = {
  notify: true,
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  deleteAfterSeconds: 24 * 3600,
} as const satisfies Omit<Queue, 'name'>

const WORK_DEFAULTS = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 } as const
/**
 * The jobs of a stream are ended by deleting them, whatever came of them, and a dead process's are taken again. They
 * have a table of their own: in one with others, what PostgreSQL remembers of an empty queue spoils its plans for a
 * full one.
 */
const STREAM_QUEUE = {
  partition: true,
  notify: false,
  retryLimit: 1_000_000,
  warningQueueSize: 1_000_000,
  retryDelay: 0,
  heartbeatSeconds: QUEUE_DEFAULTS.heartbeatSeconds,
  expireInSeconds: QUEUE_DEFAULTS.expireInSeconds,
  retentionSeconds: 366 * 24 * 3600,
} as const satisfies Omit<Queue, 'name'>

/** How often jobs of dead workers are looked for. */
const MONITOR_SECONDS = 5

/** The queue, pg-boss in the service's own database. Nothing else imports pg-boss. */
export const jobs = fp(
  async (app) => {
    const boss = new PgBoss({
      connectionString: app.db.connectionString,
      application_name: 'seller-operating-score jobs',
      schema: 'pgboss',
      max: 4,
      useListenNotify: true,
      supervise: true,
      schedule: app.env.WORKER === 'on',
      monitorIntervalSeconds: MONITOR_SECONDS,
      superviseIntervalSeconds: MONITOR_SECONDS,
    })
    boss.on('error', (error) => app.log.error({ err: error }, 'the queue reports an error'))
    boss.on('warning', (warning) => app.log.warn({ warning }, 'the queue reports a warning'))
    await boss.start()

    const known = new Map<string, Job | Stream>()
    const streams: { stop(signal: AbortSignal): Promise<void> }[] = []
    let ready = false
    app.decorate('jobs', {
      add: (job) => void known.set(job.name, job),
      send: (tx, job, data, options) =>
        boss.send(job.name, checked(job, data), { ...options, db: fromPrisma(tx) }),
      async sendAll(tx, job, data, options) {
        const rows: JobInsert[] = data.map((one) => ({ ...options?.(one), data: checked(job, one) }))
        if (rows.length === 0) return
        await boss.insert(job.name, rows, { db: fromPrisma(tx) })
        if (isStream(known.get(job.name)) && rows.some(({ startAfter }) => startAfter === undefined))
          await tx.$queryRaw`select pg_notify('sos_signals', ${job.name})::text`
      },
      async end(tx, { name }, claims) {
        if (claims.length > 0) await boss.deleteJob(name, claims, { db: fromPrisma(tx) })
      },
      async cancel(tx, { name }, ids) {
        if (ids.length > 0) await boss.deleteJob(name, ids, { db: fromPrisma(tx) })
      },
      isReady: () => ready,
    })

    app.addHook('onReady', async () => {
      for (const job of known.values()) await boss.createQueue(job.name, queueOf(job))
      if (app.env.WORKER === 'on')
        for (const job of known.values())
          if (isStream(job)) streams.push(openStream(app, claimsOf(boss, job), job))
          else await startWorkers(app, boss, job)
      ready = true
    })
    app.addHook('preClose', async () => {
      ready = false
      const bound = AbortSignal.timeout(app.env.SHUTDOWN_SECONDS * 1000)
      await Promise.all(streams.map((stream) => stream.stop(bound)))
      await boss.stop({ graceful: true, timeout: app.env.SHUTDOWN_SECONDS * 1000, close: true })
    })
  },
  { name: 'jobs', dependencies: ['database'] },
)

const isStream = (job: Job | Stream | undefined): job is Stream => job !== undefined && 'open' in job

const queueOf = (job: Job | Stream) => (isStream(job) ? STREAM_QUEUE : { ...QUEUE_DEFAULTS, ...job.queue })

const claimsOf = (boss: PgBoss, { name }: Stream): ClaimSource => ({
  claim: (batchSize, ignoreGroups) => boss.fetch(name, { batchSize, ignoreGroups }),
  renew: async (claims) => void (await boss.touch(name, claims)),
  giveBack: async (claims) => void (await boss.fail(name, claims, { message: 'given back' })),
})

async function startWorkers(app: FastifyInstance, boss: PgBoss, job: Job) {
  if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: app.env.BUSINESS_TIMEZONE })
  const { localConcurrency = 1, ...work } = { ...WORK_DEFAULTS, ...job.work }
  for (let count = 0; count < localConcurrency; count++) await startWorker(app, boss, job, work)
}

/** A worker that has done a job looks for the next one at once; only one that found none waits out its poll delay. */
async function startWorker(app: FastifyInstance, boss: PgBoss, job: Job, work: WorkOptions) {
  let worker: string | undefined
  const options = { ...work, batchSize: 1, includeMetadata: true } as const
  worker = await boss.work<object, void, typeof options>(job.name, options, async ([taken]) => {
    if (!taken) return
    const { id, retryCount, signal, data } = taken
    const log = app.log.child({ job: job.name, jobId: id, retryCount })
    const started = performance.now()
    try {
      await job.handler(app, checked(job, data), { id, retryCount, signal, failure: failureOf(taken) })
      log.info({ ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      log.error({ err: error, ms: Math.round(performance.now() - started) }, 'job failed')
      throw error
    } finally {
      if (worker) boss.notifyWorker(worker)
    }
  })
}

/** The message of what the queue keeps of an error: the error itself, or `{ value }` around one. */
function failureOf({ sourceOutput }: { sourceOutput: object | null }): string | null {
  const { message, value } = (sourceOutput ?? {}) as { message?: string; value?: { message?: string } }
  return message ?? value?.message ?? null
}

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

function checked<Data extends TSchema>({ name, data: schema }: Sendable<Data>, data: unknown) {
  const check = checks.get(schema) ?? TypeCompiler.Compile<TSchema>(schema)
  checks.set(schema, check)
  if (!check.Check(data)) throw new Error(`${name} got data it does not know: ${JSON.stringify(data)}`)
  return data as Static<Data> & object
}
