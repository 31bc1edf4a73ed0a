import type { FastifyInstance } from 'fastify'
import type { PgBoss, Schedule, WorkOptions } from 'pg-boss'
import { keepState } from '../database/statements/service-state.ts'
import { isReadable } from '../logs/logger.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { offsetAt } from '../time/local-time.ts'
import { checked, GOES_ON, type Job } from './job.ts'
import { LAST_RUN } from './queue-queries.ts'

/** Told of each job that this process has done. */
export type OnEnd = (queue: string, result: 'done' | 'failed') => void

/** Counts the jobs that this process has done. */
export function countEndedJobs({ counter }: Metrics): OnEnd {
  const ended = counter({
    name: 'sos_jobs_total',
    help: 'Jobs that this process has done, by queue and result: done or failed (to be done again, or given up)',
    labelNames: ['queue', 'result'],
  })
  return (queue, result) => ended.inc({ queue, result })
}

const WORK_DEFAULTS = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 10 } as const
/** A job that comes once a day is looked for seldom: its coming is notified, and only a retry has to be found. */
const DAILY_DEFAULTS = { ...WORK_DEFAULTS, notifyPollingIntervalSeconds: 30 } as const

/** Starts the workers of a kind of job in this process, and its schedule where it is not among those that are there. */
export async function startWorkers(
  app: FastifyInstance,
  boss: PgBoss,
  job: Job,
  onEnd: OnEnd,
  schedules: Schedule[],
) {
  const utc = job.schedule && inUtc(job.schedule, app.env.BUSINESS_TIMEZONE, app.clock.now())
  const isScheduled = ({ name, cron, timezone }: Schedule) =>
    name === job.name && cron === utc && timezone === 'UTC'
  if (utc && !schedules.some(isScheduled)) await boss.schedule(job.name, utc, {}, { tz: 'UTC' })
  const { localConcurrency = 1, ...work } = {
    ...(job.schedule ? DAILY_DEFAULTS : WORK_DEFAULTS),
    ...job.work,
  }
  for (let count = 0; count < localConcurrency; count++) await startWorker(app, boss, job, work, onEnd)
}

/** A worker that has done a job looks for the next one at once; only one that found none waits out its poll delay. */
async function startWorker(app: FastifyInstance, boss: PgBoss, job: Job, work: WorkOptions, onEnd: OnEnd) {
  let worker: string | undefined
  const options = { ...work, batchSize: 1, includeMetadata: true } as const
  worker = await boss.work<object, void, typeof options>(job.name, options, async ([taken]) => {
    if (!taken) return
    const { id, retryCount, retryLimit, signal, data } = taken
    const log = app.log.child({ queue: job.name, jobId: id, attempt: retryCount + 1, ...aboutRun(data) })
    const started = performance.now()
    const ms = () => Math.round(performance.now() - started)
    try {
      const end = await job.handler(app, checked(job, data), { signal, failure: failureOf(taken) })
      log[isReadable ? 'debug' : 'info']({ ms: ms() }, 'job done')
      onEnd(job.name, 'done')
      if (job.schedule && end !== GOES_ON) await rememberRun(app, job.name)
    } catch (error) {
      // Every job of an outage fails; that the database is away is said once, and elsewhere.
      const level = app.db.availability.problem() ? 'debug' : 'warn'
      log[level]({ err: error, ms: ms(), again: retryCount < retryLimit }, 'job failed')
      onEnd(job.name, 'failed')
      throw error
    } finally {
      if (worker) boss.notifyWorker(worker)
    }
  })
}

/** The run and the month that a job is about, where its data names them. */
function aboutRun(data: object | null) {
  const { run_id, period, batch } = (data ?? {}) as { run_id?: number; period?: string; batch?: number }
  return { run_id, period, batch }
}

/** Notes, for /metrics, that a job that comes by a schedule has ended well; where it can't, the job has not failed. */
const rememberRun = (app: FastifyInstance, name: string) =>
  keepState(app.db, LAST_RUN + name, null).catch((error) =>
    app.log.debug({ err: error, queue: name }, 'the end of a job could not be noted'),
  )

/** The message of what the queue keeps of an error: the error itself, or `{ value }` around one. */
function failureOf({ sourceOutput }: { sourceOutput: object | null }): string | null {
  const { message, value } = (sourceOutput ?? {}) as { message?: string; value?: { message?: string } }
  return message ?? value?.message ?? null
}

const DAY_MINUTES = 24 * 60

/**
 * A schedule with hours of a time zone's standard time, in UTC: clocks that are put forward leave hours out, and put back
 * they show some twice, but a day of UTC has each time once. In summer it comes an hour later.
 */
export function inUtc(schedule: string, timeZone: string, now: Date): string {
  const [minute = '', hours = '', ...days] = schedule.split(' ')
  if (hours === '*') return schedule
  const ahead = standardOffset(timeZone, now) / 60_000
  const times = hours
    .split(',')
    .map((hour) => (Number(hour) * 60 + Number(minute) - ahead + 2 * DAY_MINUTES) % DAY_MINUTES)
    .sort((one, other) => one - other)
  return [(times[0] as number) % 60, times.map((time) => Math.floor(time / 60)).join(','), ...days].join(' ')
}

/** The lesser offset of the year: the same all year, so that a restart moves nothing. */
function standardOffset(timeZone: string, now: Date) {
  const year = now.getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 1), timeZone), offsetAt(Date.UTC(year, 6, 1), timeZone))
}
