import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { todayOf } from '../../src/domain/business-time.ts'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../src/domain/campaign-statuses.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { auditAll } from '../../src/platform/http/requests/change.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import type { Campaign, CampaignChanges } from './schemas.ts'

type Dates = Pick<Campaign, 'start_date' | 'end_date'>

/** A status, and the day it was set by hand: YYYY-MM-DD, null while it follows the dates. */
export interface CampaignState {
  status: CampaignStatus
  status_set_on: string | null
}

/** The state that the dates ask for on a day. */
export const statusByDates = ({ start_date, end_date }: Dates, today: string): CampaignStatus => {
  if (end_date < today) return 'completed'
  return today < start_date ? 'upcoming' : 'active'
}

/** The state of a campaign that is given a status by hand. What the dates ask for too goes on following them. */
export const stateByHand = (status: CampaignStatus, dates: Dates, today: string): CampaignState => ({
  status,
  status_set_on: status === statusByDates(dates, today) ? null : today,
})

/** The state after a change that has brought these dates; a status that it names is set by hand. */
export function stateAfter(
  before: CampaignState,
  { status, start_date, end_date }: CampaignChanges,
  dates: Dates,
  today: string,
): CampaignState {
  if (status) return stateByHand(status, dates, today)
  return start_date || end_date ? stateByNewDates(before, dates, today) : before
}

/** The state after a change of the dates: a status that was set by hand only gives way to a later one. */
export function stateByNewDates(before: CampaignState, dates: Dates, today: string): CampaignState {
  const status = statusByDates(dates, today)
  const stands = before.status_set_on !== null && !isLater(status, before.status)
  return before.status === 'cancelled' || stands ? before : { status, status_set_on: null }
}

const isLater = (one: CampaignStatus, other: CampaignStatus) =>
  CAMPAIGN_STATUSES.indexOf(one) > CAMPAIGN_STATUSES.indexOf(other)

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
export async function moveDueCampaigns({ db, log }: FastifyInstance, today: string) {
  const campaigns = await db.transaction(async (tx) => {
    const due = await lockDueCampaigns(tx, today)
    if (due.length === 0) return 0
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
    return moved.length
  }, JOB_TRANSACTION)
  if (campaigns > 0) log.info({ campaigns, today }, 'moved campaigns by their dates')
}

/** Locked in the order of ids. What dates asked for up to the day of a status that was set by hand, they ask no more. */
const lockDueCampaigns = (tx: Tx, today: string) => tx.rows<Campaign>`
  select * from campaigns
  where (status = 'upcoming' and start_date <= ${today}::date and (status_set_on is null or status_set_on < start_date))
     or (status in ('upcoming', 'active') and end_date < ${today}::date
         and (status_set_on is null or status_set_on <= end_date))
  order by id for update`

/** Gives campaigns the state that their dates ask for on a day; answers them as they are then, in the same order. */
const moveCampaigns = (tx: Tx, ids: number[], today: string) => tx.rows<Campaign>`
  with moved as (
    update campaigns
    set status = case when end_date < ${today}::date then 'completed' else 'active' end, status_set_on = null,
        updated_at = now()
    where id = any(${ids}::int[])
    returning *
  )
  select * from moved order by id`
