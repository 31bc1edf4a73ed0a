import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../../src/platform/business-time.ts'
import { auditAll } from '../../../src/platform/database/audit.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { moveCampaigns } from '../queries.ts'

/**
 * Moves campaigns as a day begins: upcoming → active → completed. It comes three times a night, so that an outage
 * at one of them costs an hour and not a day; a second run finds nothing left to move.
 */
export const campaignStates = defineJob({
  name: 'campaign-states',
  data: Type.Object({}),
  schedule: '5 0,1,2 * * *',
  handler: (app) => moveDueCampaigns(app, dateOf(new Date(), app.env.BUSINESS_TIMEZONE)),
})

/** Brings all open campaigns to the state that their dates ask for on a day. */
export const moveDueCampaigns = ({ db, log }: FastifyInstance, today: string) =>
  db.transaction(async (tx) => {
    const moved = await moveCampaigns(tx, today)
    await auditAll(
      tx,
      null,
      moved.map(({ before, after }) => ({
        action: `campaign.${after.status === 'active' ? 'started' : 'completed'}`,
        entity: 'campaign',
        entity_id: after.id,
        before,
        after,
      })),
    )
    if (moved.length > 0) log.info({ campaigns: moved.length, today }, 'moved campaigns by their dates')
  }, JOB_TRANSACTION)
