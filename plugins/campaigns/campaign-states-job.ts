import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { auditAll } from '../../src/platform/access/audit.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { todayOf } from './checks.ts'
import { lockDueCampaigns, moveCampaigns } from './queries.ts'

/**
 * Moves campaigns as a day begins: upcoming → active → completed. It runs every hour from 23:05 on, because that is 00:05
 * in summer, to 02:05, so that an outage costs an hour and not a day; a second run finds nothing left to move.
 */
export const campaignStates = defineJob({
  name: 'campaign-states',
  data: Type.Object({}),
  schedule: '5 23,0,1,2 * * *',
  handler: (app) => moveDueCampaigns(app, todayOf(app)),
})

/** Brings all open campaigns to the state that their dates ask for on a day. */
export const moveDueCampaigns = ({ db, log }: FastifyInstance, today: string) =>
  db.transaction(async (tx) => {
    const due = await lockDueCampaigns(tx, today)
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    const moved = await moveCampaigns(tx, ids, today)
    await auditAll(
      tx,
      null,
      moved.map((after, i) => ({
        action: `campaign.${after.status === 'active' ? 'started' : 'completed'}`,
        entity_id: after.id,
        before: due[i],
        after,
      })),
    )
    log.info({ campaigns: moved.length, today }, 'moved campaigns by their dates')
  }, JOB_TRANSACTION)
