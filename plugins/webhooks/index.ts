import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { readAliases } from '../../src/platform/http/aliases.ts'
import { pendingDeliveries } from './delivery-metrics.ts'
import { health } from './health.ts'
import { fanOut } from './jobs/event-fan-out.ts'
import { FORMER_JOBS } from './jobs/former-jobs.ts'
import { webhookDeliveries } from './jobs/webhook-deliveries.ts'
import { webhookReplay } from './jobs/webhook-replay.ts'
import { getLogSchema, listLogsSchema, redeliverSchema } from './log-schemas.ts'
import { getLog, listLogs, redeliver } from './logs.ts'
import { replay } from './replay.ts'
import { healthSchema, replaySchema, testSchema } from './replay-schemas.ts'
import {
  ALIASES,
  createSchema,
  deleteSchema,
  getSchema,
  listSchema,
  rotateSchema,
  updateSchema,
} from './schemas.ts'
import { testSubscription } from './send-test.ts'
import { requireTheirKey } from './stored-secrets.ts'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  rotateSecret,
  updateSubscription,
} from './subscriptions.ts'

/** Subscriptions to events, their delivery, and its log. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  await requireTheirKey(app)
  const period = `${app.env.KEEP_DELIVERY_LOG_DAYS} days`
  app.retention.keep([
    { table: 'webhook_attempts', where: 'attempted_at < now() - $1::interval', period },
    {
      table: 'webhook_deliveries',
      where: `created_at < now() - $1::interval and status <> 'pending'`,
      period,
    },
  ])
  const published = app.metrics.counter({
    name: 'sos_events_published_total',
    help: 'Events whose deliveries this process has written',
  })
  app.metrics.ask(pendingDeliveries(app.db.queueSchema))
  const delivery = webhookDeliveries()
  const count = (events: number) => published.inc(events)
  for (const job of [delivery.job, fanOut(delivery.sender, count), webhookReplay, ...FORMER_JOBS])
    app.jobs.add(job)

  app.route({
    method: 'GET',
    url: '/api/webhooks',
    config: { permission: 'webhooks.read' },
    schema: listSchema,
    handler: listSubscriptions,
  })
  app.route({
    method: 'POST',
    url: '/api/webhooks',
    config: { permission: 'webhooks.write', answersSecret: true },
    schema: createSchema,
    preValidation: readAliases(createSchema.body, ALIASES),
    handler: createSubscription,
  })
  app.route({
    method: 'GET',
    url: '/api/webhooks/:id',
    config: { permission: 'webhooks.read' },
    schema: getSchema,
    handler: getSubscription,
  })
  app.route({
    method: 'PATCH',
    url: '/api/webhooks/:id',
    config: { permission: 'webhooks.write', conflicts: false },
    schema: updateSchema,
    preValidation: readAliases(updateSchema.body, ALIASES),
    handler: updateSubscription,
  })
  app.route({
    method: 'DELETE',
    url: '/api/webhooks/:id',
    config: { permission: 'webhooks.write', conflicts: false },
    schema: deleteSchema,
    handler: deleteSubscription,
  })
  app.route({
    method: 'POST',
    url: '/api/webhooks/:id/rotate-secret',
    config: { permission: 'webhooks.write', answersSecret: true },
    schema: rotateSchema,
    handler: rotateSecret,
  })
  app.route({
    method: 'POST',
    url: '/api/webhooks/:id/test',
    config: { permission: 'webhooks.write' },
    schema: testSchema,
    handler: testSubscription,
  })
  app.route({
    method: 'POST',
    url: '/api/webhooks/:id/replay',
    config: { permission: 'webhooks.write' },
    schema: replaySchema,
    handler: replay,
  })
  app.route({
    method: 'GET',
    url: '/api/webhooks/:id/health',
    config: { permission: 'webhooks.read' },
    schema: healthSchema,
    handler: health,
  })
  app.route({
    method: 'GET',
    url: '/api/webhooks/logs',
    config: { permission: 'webhooks.read' },
    schema: listLogsSchema,
    handler: listLogs,
  })
  app.route({
    method: 'GET',
    url: '/api/webhooks/logs/:id',
    config: { permission: 'webhooks.read' },
    schema: getLogSchema,
    handler: getLog,
  })
  app.route({
    method: 'POST',
    url: '/api/webhooks/logs/:id/redeliver',
    config: { permission: 'webhooks.write' },
    schema: redeliverSchema,
    handler: redeliver,
  })
}

export const webhooks = fp(plugin, {
  name: 'webhooks',
  encapsulate: true,
  dependencies: [
    'database',
    'access',
    'jobs',
    'notifications',
    'events',
    'encryption',
    'retention',
    'metrics',
  ],
})
