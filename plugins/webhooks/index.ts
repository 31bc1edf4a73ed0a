import type { FastifyInstance } from 'fastify'
import { pendingDeliveries, webhookResume } from './deliveries.ts'
import { health } from './health.ts'
import { fanOut, sendPending, webhookDeliveries } from './jobs.ts'
import { getLog, listLogs, redeliver } from './logs.ts'
import { replay, testSubscription, webhookReplay } from './replay.ts'
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
export default async function plugin(app: FastifyInstance) {
  await requireTheirKey(app)
  const period = `${app.env.KEEP_DELIVERY_LOG_DAYS} days`
  const table = 'webhook_deliveries'
  app.retention.lines.push(
    { table: 'webhook_attempts', where: 'attempted_at < now() - $1::interval', period },
    // created_at has the index
    { table, where: 'created_at < now() - $1::interval and settled_at < now() - $1::interval', period },
    // What is pending or held goes with its event.
    {
      table,
      where: 'created_at < now() - $1::interval and settled_at is null',
      period: `${app.env.KEEP_EVENTS_MONTHS} months`,
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
  app.jobs.add(webhookResume)
  app.retention.work.push(sendPending)

  app.route(listSubscriptions)
  app.route(createSubscription)
  app.route(getSubscription)
  app.route(updateSubscription)
  app.route(deleteSubscription)
  app.route(rotateSecret)
  app.route(testSubscription)
  app.route(replay)
  app.route(health)
  app.route(listLogs)
  app.route(getLog)
  app.route(redeliver)
}
