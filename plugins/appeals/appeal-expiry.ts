import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { decidedEvent } from '../../src/domain/appeals/appeal-events.ts'
import { auditAll } from '../../src/platform/access/audit.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { expireDue } from './queries.ts'

/** Closes appeals that nobody decided in time, once a day. A second run finds none left to close. */
export const appealExpiry = defineJob({
  name: 'appeal-expiry',
  data: Type.Object({}),
  schedule: '35 0 * * *',
  handler: (app) => expireAppeals(app),
})

/** Expires every open appeal whose time is over, with its audit row and event. */
export const expireAppeals = ({ db, events, log }: FastifyInstance) =>
  db.transaction(async (tx) => {
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
    if (expired.length > 0) log.info({ appeals: expired.length }, 'appeals have expired')
  }, JOB_TRANSACTION)
