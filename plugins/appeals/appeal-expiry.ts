import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { APPEAL_IS_OPEN, type AppealStatus } from '../../src/domain/appeals/appeal-record.ts'
import { type AppealRow, decidedEvent } from '../../src/domain/appeals/appeal-row.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { auditAll } from '../../src/platform/http/requests/change.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'

/** Closes appeals that nobody decided in time, once a day. A second run finds none left to close. */
export const appealExpiry = defineJob({
  name: 'appeal-expiry',
  data: Type.Object({}),
  schedule: '35 0 * * *',
  handler: (app) => expireAppeals(app),
})

/** Expires every open appeal whose time is over, with its audit row and event. */
export async function expireAppeals({ db, events, log }: FastifyInstance) {
  const appeals = await db.transaction(async (tx) => {
    const expired = await expireDue(tx)
    await auditAll(
      tx,
      null,
      expired.map(({ id, status, status_before }) => ({
        action: 'appeal.expired',
        entity_id: id,
        before: { status: status_before },
        after: { status },
      })),
    )
    await events.publish(
      tx,
      expired.map((appeal) => decidedEvent(appeal, appeal.status_before)),
    )
    return expired.length
  }, JOB_TRANSACTION)
  if (appeals > 0) log.info({ appeals }, 'appeals have expired')
}

/** One that is decided while this waits for its row is checked again once it is locked, and left out. */
const expireDue = (tx: Tx) =>
  tx.rows<AppealRow & { status_before: AppealStatus }>(
    `
    with due as (
      select seller_id, id, status from appeals a
      where ${APPEAL_IS_OPEN} and expires_at <= now()
      order by seller_id, id for update
    ), expired as (
      update appeals a set status = 'expired', open_key = null, updated_at = now()
      from due where a.seller_id = due.seller_id and a.id = due.id
      returning a.*
    )
    select expired.*, due.status as status_before, s.seller_code, s.company_name, m.name as am_name
    from expired join due on due.seller_id = expired.seller_id and due.id = expired.id
      join sellers s on s.id = expired.seller_id left join account_managers m on m.id = expired.submitted_by_am_id
    order by expired.seller_id, expired.id`,
  )
