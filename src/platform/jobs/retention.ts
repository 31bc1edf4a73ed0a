import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { defineJob } from './job.ts'

/** A deletion that one `delete … where` can't express, or the completion of what is kept. It may run twice. */
type NightlyWork = (app: FastifyInstance) => Promise<void>

/** What of a table is deleted when. Each plugin hands in the lines of its own tables. */
export interface RetentionLine {
  table: string
  /** When a row is too old to keep; $1 is the length of time. */
  where: string
  /** For how long rows are kept, as an interval: `25 months`. */
  period: string
}

declare module 'fastify' {
  interface FastifyInstance {
    retention: {
      /** What is deleted every night. */
      lines: RetentionLine[]
      /** What else is done every night. */
      work: NightlyWork[]
    }
  }
}

/**
 * Deletes what is past its time, once a day, and does what else a night is for. What fails keeps nothing else from being
 * done. A second run finds nothing left.
 */
export const retentionJob = defineJob({
  name: 'retention',
  data: Type.Object({}),
  queue: { expireInSeconds: 6 * 3600 },
  schedule: '17 3 * * *',
  async handler(app, _data, { signal }) {
    const { lines, work } = app.retention
    const failed: Record<string, Error> = {}
    for (const [name, step] of [
      ...lines.map((line) => [line.table, () => deleteOld(app, line)] as const),
      ...work.map((doWork) => [doWork.name, () => doWork(app)] as const),
    ]) {
      signal.throwIfAborted() // another attempt has begun
      await step().catch((error) => {
        failed[name] = error
      })
    }
    const said = Object.entries(failed).map(([name, { message }]) => `${name}: ${message}`)
    if (said.length > 0) throw new AggregateError(Object.values(failed), said.join('; '))
  },
})

async function deleteOld({ db, log }: FastifyInstance, { table, where, period }: RetentionLine) {
  const rows = await db.bulk.run(`delete from ${table} where ${where}`, [period])
  if (rows) log.info({ table, rows, olderThan: period }, 'deleted what is past its time')
}

/** The daily clean-up. Tables without a line are kept for ever. */
export const retention = fp(
  async (app) => {
    const period = `${app.env.KEEP_IDEMPOTENCY_HOURS} hours`
    const lines = [{ table: 'idempotency_keys', where: 'created_at < now() - $1::interval', period }]
    app.decorate('retention', { lines, work: [] })
    app.jobs.add(retentionJob)
  },
  { name: 'retention', dependencies: ['database', 'jobs'] },
)
