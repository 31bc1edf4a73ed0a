import type { App } from '../../src/app.ts'
import type { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'

type Call = Awaited<ReturnType<typeof testApp>>['call']

/** Subscribes a url to everything unless settings say otherwise; answers id and secret. */
export async function subscribe(call: Call, url: string, settings: object = {}) {
  const { status, body } = await call('bod', 'POST', '/api/webhooks', { url, events: ['*'], ...settings })
  if (status !== 200) throw new Error(body.error)
  return body as { id: number; secret: string }
}

/** Publishes an event about no seller, or about one, in a transaction of its own; answers its id. */
export async function publishEvent(app: App, data: object = { n: 1 }, sellerId: number | null = null) {
  const type = sellerId === null ? 'scoring.run_completed' : 'seller.score_finalized'
  await app.db.transaction((tx) => app.events.publish(tx, [{ type, seller_id: sellerId, data }]))
  const event = await app.db.row<{ event_id: string }>(
    'select event_id from events where seller_id is not distinct from $1 order by id desc limit 1',
    [sellerId],
  )
  return event?.event_id as string
}

/** Publishes an appeal for each of these data, all in one transaction. */
export const publishAppeals = (app: App, ...appeals: object[]) =>
  app.db.transaction((tx) =>
    app.events.publish(
      tx,
      appeals.map((data) => ({ type: 'appeal.submitted' as const, seller_id: null, data })),
    ),
  )

/** The attempts that a query of the log finds, oldest first, once there are so many. */
export async function attempts(call: Call, query: string, count: number) {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an entry
  let entries: any[] = []
  await eventually(async () => {
    const { body } = await call('bod', 'GET', `/api/webhooks/logs?limit=500&${query}`)
    entries = body.data.toReversed()
    return body.total >= count
  })
  return entries
}

/** Makes the attempts that are due later due now, as if the time had passed. */
export async function passTime(app: App) {
  await app.db.rows(
    `update pgboss.job set start_after = now() where name like 'webhook-delivery-%' and state < 'active'`,
  )
  await app.db.rows(
    `select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name)::text
     from pgboss.queue where name like 'webhook-delivery-%'`,
  )
}

/** The jobs of a subscription that have not ended. */
export const openJobs = (app: App, subscriptionId: number) =>
  app.db.rows<{ state: string }>(
    `select state::text from pgboss.job where name = $1 and state < 'completed'`,
    [`webhook-delivery-${subscriptionId}`],
  )

/** How many deliveries of a subscription stand in each state. */
export async function states(app: App, subscriptionId: number) {
  const rows = await app.db.rows<{ status: string; count: number }>(
    'select status, count(*) from webhook_deliveries where subscription_id = $1 group by status',
    [subscriptionId],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
