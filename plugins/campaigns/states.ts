import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../src/domain/campaign-statuses.ts'
import type { Campaign } from './schemas.ts'

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

/** The state after a change of the dates: a status that was set by hand only gives way to a later one. */
export function stateByNewDates(before: CampaignState, dates: Dates, today: string): CampaignState {
  const status = statusByDates(dates, today)
  const stands = before.status_set_on !== null && !isLater(status, before.status)
  return before.status === 'cancelled' || stands ? before : { status, status_set_on: null }
}

const isLater = (one: CampaignStatus, other: CampaignStatus) =>
  CAMPAIGN_STATUSES.indexOf(one) > CAMPAIGN_STATUSES.indexOf(other)
