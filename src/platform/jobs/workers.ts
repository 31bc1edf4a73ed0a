import type { FastifyInstance } from 'fastify'
import type { PgBoss, WorkOptions } from 'pg-boss'
import { checked, type Job } from './job.ts'

const WORK_DEFAULTS = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 } as const

/** Starts the workers of a kind of job in this process, and its schedule where it has one. */
export async function startWorkers(app: FastifyInstance, boss: PgBoss, job: Job) {
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
