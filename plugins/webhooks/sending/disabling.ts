import type { EventType } from '../../../src/domain/events/event-types.ts'
import type { Events } from '../../../src/domain/events/events.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import type { Plain } from '../../../src/platform/database/statements/records.ts'
import { audit } from '../../../src/platform/http/requests/change.ts'
import type { webhook_subscription } from '../../../src/platform/prisma/client.ts'
import { failingNotice } from '../delivery/failing.ts'

/** A subscription as its notices see it. */
type Failing = Plain<
  Pick<webhook_subscription, 'id' | 'name' | 'url' | 'is_active' | 'failing_since' | 'last_notice'>
>

/**
 * Gives the notice that is due for a subscription whose attempts all fail, in the event feed, and disables it with
 * the last one. It is asked under a lock, so that several processes give each notice once.
 */
export async function noticeFailing(events: Events, tx: Transaction, id: number, now: Date) {
  const subscription = await lockFailing(tx, id)
  if (!subscription) return
  const since = subscription.failing_since === null ? null : new Date(subscription.failing_since)
  const { notice, disable: last, message } = failingNotice({ ...subscription, failing_since: since, now })
  if (message === null) return
  if (last && subscription.is_active) return disable(events, tx, subscription, message, notice)
  if (notice === null || last) return
  await tx.run`update webhook_subscriptions set last_notice = ${notice} where id = ${id}`
  await publishNotice(events, tx, 'webhook.endpoint_failing', subscription, message)
}

/** Disables a subscription whose receiver answered that it wants no more. */
export async function disableGone(events: Events, tx: Transaction, id: number, reason: string) {
  const subscription = await lockFailing(tx, id)
  if (subscription?.is_active) await disable(events, tx, subscription, reason, subscription.last_notice)
}

async function disable(
  events: Events,
  tx: Transaction,
  subscription: Failing,
  reason: string,
  notice: number | null,
) {
  await tx.run`
    update webhook_subscriptions
    set is_active = false, disabled_at = now(), disabled_reason = ${reason}, last_notice = ${notice}, updated_at = now()
    where id = ${subscription.id}`
  await audit(tx, null, {
    action: 'webhook.disabled',
    entity: 'webhook_subscription',
    entity_id: subscription.id,
    before: { is_active: true },
    after: { is_active: false, disabled_reason: reason },
  })
  await publishNotice(events, tx, 'webhook.endpoint_disabled', subscription, reason)
}

const publishNotice = (
  events: Events,
  tx: Transaction,
  type: EventType,
  { id, name, url, failing_since }: Failing,
  reason: string,
) =>
  events.publish(tx, [
    { type, seller_id: null, data: { subscription: { id, name, url, failing_since }, reason } },
  ])

/** The subscription, locked until the transaction ends; undefined when it is deleted. */
const lockFailing = (tx: Sql, id: number) =>
  tx.row<Failing>`
    select id, name, url, is_active, failing_since, last_notice
    from webhook_subscriptions where id = ${id} and deleted_at is null for update`
