import type { Campaign, CampaignStatus } from './schemas.ts'

type Dates = Pick<Campaign, 'start_date' | 'end_date'>

/** Completed and cancelled campaigns are closed to changes. */
export const isClosed = (status: CampaignStatus) => status === 'completed' || status === 'cancelled'

/**
 * The state of a campaign while it is open. It stays active after its last day until the daily job completes it:
 * that leaves the day in which a mistyped date can still be put right.
 */
export const openStatus = ({ start_date }: Dates, today: string): CampaignStatus =>
  today < start_date ? 'upcoming' : 'active'

/**
 * Why a campaign with these dates can't be given a state by hand; null when it can. It can be given what follows
 * from its dates, and `cancelled` at any time.
 */
export function statusProblem(asked: CampaignStatus, dates: Dates, today: string): string | null {
  const open = openStatus(dates, today)
  if (asked === open || asked === 'cancelled') return null
  if (asked === 'completed')
    return dates.end_date < today ? null : `status can't be completed before ${dates.end_date} is over`
  return `status can't be ${asked}: with these dates the campaign is ${open}`
}
