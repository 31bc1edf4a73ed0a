import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { pendingDeliveries } from './deliveries.ts'
import { health, healthRoute } from './health.ts'
import { fanOut, sendPending, webhookDeliveries } from './jobs.ts'
import { getLogRoute, listLogsRoute, redeliverRoute } from './log-schemas.ts'
import { getLog, listLogs, redeliver } from './logs.ts'
import { replay, replayRoute, testRoute, testSubscription, webhookReplay } from './replay.ts'
import { createRoute, deleteRoute, getRoute, listRoute, rotateRoute, updateRoute } from './schemas.ts'
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
  app.retention.lines.push(
    { table: 'webhook_attempts', where: 'attempted_at < now() - $1::interval', period },
    {
      table: 'webhook_deliveries',
      where: `created_at < now() - $1::interval and status <> 'pending'`,
      period,
    },
  )
  const published = app.metrics.counter({
    name: 'sos_events_published_total',
    help: 'Events whose deliveries this process has written',
  })
  app.metrics.ask(pendingDeliveries(app.db.queueSchema))
  app.jobs.addFamily(webhookDeliveries)
  app.jobs.add(fanOut((events) => published.inc(events)))
  app.jobs.add(webhookReplay)
  app.retention.work.push(sendPending)

  app.route({ ...listRoute, handler: listSubscriptions })
  app.route({ ...createRoute, handler: createSubscription })
  app.route({ ...getRoute, handler: getSubscription })
  app.route({ ...updateRoute, handler: updateSubscription })
  app.route({ ...deleteRoute, handler: deleteSubscription })
  app.route({ ...rotateRoute, handler: rotateSecret })
  app.route({ ...testRoute, handler: testSubscription })
  app.route({ ...replayRoute, handler: replay })
  app.route({ ...healthRoute, handler: health })
  app.route({ ...listLogsRoute, handler: listLogs })
  app.route({ ...getLogRoute, handler: getLog })
  app.route({ ...redeliverRoute, handler: redeliver })
}

export default fp(plugin, {
  name: 'webhooks',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'events', 'encryption', 'retention', 'metrics'],
})
