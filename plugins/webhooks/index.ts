import type { FastifyInstance } from 'fastify'
import { pendingDeliveries, webhookResume } from './deliveries.ts'
import { health } from './health.ts'
import { fanOut, sendPending, webhookDeliveries } from './jobs.ts'
import { getLog, listLogs, redeliver } from './logs.ts'
import { replay, testSubscription, webhookReplay } from './replay.ts'
import { requireTheirKey } from './stored-secrets.ts'
import { routes as subscriptions } from './subscriptions.ts'

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
  const events = fanOut((events) => published.inc(events))
  for (const job of [events, webhookReplay, webhookResume]) app.jobs.add(job)
  app.retention.work.push(sendPending)

  const deliveries = [testSubscription, replay, health]
  for (const route of [...subscriptions, ...deliveries, listLogs, getLog, redeliver]) app.route(route)
}
