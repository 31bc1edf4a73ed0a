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

/** Deletes what is past its time, once a day, and does what else a night is for. A second run finds nothing left. */
export const retentionJob = defineJob({
  name: 'retention',
  data: Type.Object({}),
  schedule: '17 3 * * *',
  async handler(app) {
    for (const { table, where, period } of app.retention.lines) {
      const rows = await app.db.bulk.run(`delete from ${table} where ${where}`, [period])
      if (rows) app.log.info({ table, rows, olderThan: period }, 'deleted what is past its time')
    }
    for (const doWork of app.retention.work) await doWork(app)
  },
})

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
