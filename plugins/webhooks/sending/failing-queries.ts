import type { Tx } from '../../../src/platform/database/database.ts'

/** A subscription as its notices see it. */
export interface Failing {
  id: number
  name: string | null
  url: string
  is_active: boolean
  failing_since: string | null
  last_notice: number | null
}

/** The subscription, locked until the transaction ends; undefined when it is deleted. */
export const lockFailing = (tx: Tx, id: number) =>
  tx.row<Failing>`
    select id, name, url, is_active, failing_since, last_notice
    from webhook_subscriptions where id = ${id} and deleted_at is null for update`

/** Remembers the days of failure of which the latest notice was. */
export const markNotice = (tx: Tx, id: number, notice: number) =>
  tx.run`update webhook_subscriptions set last_notice = ${notice} where id = ${id}`

export const markDisabled = (
  tx: Tx,
  id: number,
  { reason, notice }: { reason: string; notice: number | null },
) =>
  tx.run`
    update webhook_subscriptions
    set is_active = false, disabled_at = now(), disabled_reason = ${reason}, last_notice = ${notice}, updated_at = now()
    where id = ${id}`
