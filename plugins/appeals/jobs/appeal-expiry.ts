import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { auditAll } from '../../../src/platform/database/audit.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { publishAll } from '../../../src/platform/events.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { expireDue } from '../appeal.sql.ts'
import { decidedEvent } from '../appeal-events.ts'

/** Closes appeals that nobody decided in time, once a day. A second run finds none left to close. */
export const appealExpiry = defineJob({
  name: 'appeal-expiry',
  data: Type.Object({}),
  schedule: '35 0 * * *',
  handler: (app) => expireAppeals(app),
})

/** Expires every open appeal whose time is over, with its audit row and event. */
export const expireAppeals = ({ db, log }: FastifyInstance) =>
  db.transaction(async (tx) => {
    const expired = await expireDue(tx)
    await auditAll(
      tx,
      null,
      expired.map(({ status_before, appeal }) => ({
        action: 'appeal.expired',
        entity: 'appeal',
        entity_id: appeal.id,
        before: { status: status_before },
        after: { status: appeal.status },
      })),
    )
    await publishAll(
      tx,
      expired.map(({ status_before, appeal }) => decidedEvent(appeal, status_before)),
    )
    if (expired.length > 0) log.info({ appeals: expired.length }, 'appeals have expired')
  }, JOB_TRANSACTION)
