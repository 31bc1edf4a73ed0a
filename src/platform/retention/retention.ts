import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { defineJob } from '../jobs/job.ts'

/** Deletes what a line can't say. It may run twice. */
type Deletion = (app: FastifyInstance) => Promise<void>

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
      keep(lines: RetentionLine[]): void
      also(deletion: Deletion): void
      lines: readonly RetentionLine[]
      deletions: readonly Deletion[]
    }
  }
}

/** Deletes what is past its time, once a day. A second run finds nothing left to delete. */
export const retentionJob = defineJob({
  name: 'retention',
  data: Type.Object({}),
  schedule: '17 3 * * *',
  async handler(app) {
    for (const { table, where, period } of app.retention.lines) {
      const rows = await app.db.bulk.run(`delete from ${table} where ${where}`, [period])
      if (rows) app.log.info({ table, rows, olderThan: period }, 'deleted what is past its time')
    }
    for (const deletion of app.retention.deletions) await deletion(app)
  },
})

/** The daily clean-up. Tables without a line are kept for ever. */
export const retention = fp(
  async (app) => {
    const lines: RetentionLine[] = []
    const deletions: Deletion[] = []
    app.decorate('retention', {
      lines,
      deletions,
      keep: (more) => void lines.push(...more),
      also: (deletion) => void deletions.push(deletion),
    })
    app.retention.keep([
      {
        table: 'idempotency_keys',
        where: 'created_at < now() - $1::interval',
        period: `${app.env.KEEP_IDEMPOTENCY_HOURS} hours`,
      },
    ])
    app.jobs.add(retentionJob)
  },
  { name: 'retention', dependencies: ['database', 'jobs'] },
)
