import type { Events } from '../../../src/domain/events/events.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { Plain } from '../../../src/platform/database/statements/records.ts'
import type { webhook_subscription } from '../../../src/platform/prisma/client.ts'
import { failingNotice } from '../delivery/failing.ts'
import { auditSubscription } from '../subscription-row.ts'

/** A subscription as its notices see it. */
type Failing = Plain<
  Pick<webhook_subscription, 'id' | 'name' | 'url' | 'is_active' | 'failing_since' | 'last_notice'>
>

/**
 * Gives the notice that is due for a subscription whose attempts all fail, in the event feed, and disables it with
 * the last one, or because it is `gone`: why, where its receiver answered that it wants no more. It is asked under a
 * lock, so that several processes give each notice once.
 */
export async function noticeFailing(events: Events, tx: Transaction, id: number, now: Date, gone?: string) {
  const subscription = await tx.row<Failing>`
    select id, name, url, is_active, failing_since, last_notice
    from webhook_subscriptions where id = ${id} and deleted_at is null for update`
  if (!subscription) return
  const { is_active, last_notice, ...shown } = subscription
  const { origin, pathname } = new URL(shown.url)
  const failing_since = shown.failing_since === null ? null : new Date(shown.failing_since)
  const { notice, disable, message } =
    gone === undefined
      ? failingNotice({ failing_since, last_notice, now })
      : { notice: last_notice, disable: true, message: gone }
  if (message === null || (disable ? !is_active : notice === null)) return
  await tx.run`update webhook_subscriptions set last_notice = ${notice} where id = ${id}`
  if (disable) {
    await tx.run`
      update webhook_subscriptions
      set is_active = false, disabled_at = now(), disabled_reason = ${message}, updated_at = now() where id = ${id}`
    await auditSubscription(tx, null, 'webhook.disabled', id, {
      before: { is_active: true },
      after: { is_active: false, disabled_reason: message },
    })
  }
  const type = disable ? 'webhook.endpoint_disabled' : 'webhook.endpoint_failing'
  await events.publish(tx, [
    { type, seller_id: null, data: { subscription: { ...shown, url: origin + pathname }, reason: message } },
  ])
}
