import { Type } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import type { Env } from '../env.ts'
import { defineJob } from './jobs/job.ts'

interface Keep {
  table: string
  /** When a row is too old to keep; $1 is the length of time. */
  where: string
  /** For how long, as an interval. */
  period: string
}

/** What is deleted when. Sellers, users, scores and the audit log are kept for ever. */
export const kept = (env: Env): Keep[] => {
  const facts = `${env.KEEP_FACTS_MONTHS} months`
  return [
    { table: 'orders', where: 'ordered_at < now() - $1::interval', period: facts },
    { table: 'tickets', where: 'opened_at < now() - $1::interval', period: facts },
    {
      table: 'invoices',
      where: 'greatest(due_on, paid_on) < now() - $1::interval and paid_on is not null',
      period: facts,
    },
    { table: 'inventory_snapshots', where: 'snapshot_on < now() - $1::interval', period: facts },
    { table: 'forecasts', where: `to_date(period, 'YYYY-MM') < now() - $1::interval`, period: facts },
    { table: 'revenues', where: `to_date(period, 'YYYY-MM') < now() - $1::interval`, period: facts },
    {
      table: 'campaign_actuals',
      where: 'campaign_id in (select id from campaigns where end_date < now() - $1::interval)',
      period: facts,
    },
    { table: 'sync_rejections', where: 'received_at < now() - $1::interval', period: facts },
    {
      table: 'events',
      where: 'occurred_at < now() - $1::interval',
      period: `${env.KEEP_EVENTS_MONTHS} months`,
    },
    {
      table: 'webhook_attempts',
      where: 'attempted_at < now() - $1::interval',
      period: `${env.KEEP_DELIVERY_LOG_DAYS} days`,
    },
    {
      table: 'webhook_deliveries',
      where: `created_at < now() - $1::interval and status <> 'pending'`,
      period: `${env.KEEP_DELIVERY_LOG_DAYS} days`,
    },
    {
      table: 'idempotency_keys',
      where: 'created_at < now() - $1::interval',
      period: `${env.KEEP_IDEMPOTENCY_HOURS} hours`,
    },
    { table: 'sessions', where: 'coalesce(ended_at, expires_at) < now() - $1::interval', period: '1 day' },
    { table: 'login_throttles', where: 'window_started_at < now() - $1::interval', period: '1 day' },
  ]
}

/** Deletes what is past its time, once a day. A second run finds nothing left to delete. */
export const retentionJob = defineJob({
  name: 'retention',
  data: Type.Object({}),
  schedule: '17 3 * * *',
  async handler(app) {
    for (const { table, where, period } of kept(app.env)) {
      const { rowCount } = await app.db.bulk.query({
        text: `delete from ${table} where ${where}`,
        values: [period],
      })
      if (rowCount)
        app.log.info({ table, rows: rowCount, olderThan: period }, 'deleted what is past its time')
    }
  },
})

/** The daily clean-up. */
export const retention = fp(async (app) => app.jobs.add(retentionJob), {
  name: 'retention',
  dependencies: ['jobs'],
})
