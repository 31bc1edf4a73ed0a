import { shiftPeriod } from '../../src/domain/business-time.ts'
import { addDays, type Calendar, lastDay } from './calendar.ts'
import { WAREHOUSES } from './people.ts'

export interface Campaign {
  id: number
  campaign_code: string
  campaign_name: string
  campaign_type: 'major_campaign' | 'mini_campaign'
  start_date: string
  end_date: string
  warehouses: string[]
  description: string
  created_by: string
  status: 'upcoming' | 'active' | 'completed' | 'cancelled'
}

/** The campaign of each calendar month: name, whether it is a major one, first and last day. */
const OF_MONTH: [name: string, major: boolean, from: number, to: number][] = [
  ['Winter clearance', true, 8, 21],
  ['Valentine week', false, 7, 14],
  ['Spring start', false, 12, 22],
  ['Easter deals', false, 6, 16],
  ['Garden days', false, 9, 19],
  ['Midyear sale', true, 12, 25],
  ['Summer sale', true, 10, 24],
  ['Back to school', false, 14, 28],
  ['Autumn opening', false, 8, 18],
  ['Anniversary sale', true, 9, 22],
  ['Black week', true, 16, 27],
  ['Holiday gifts', true, 4, 18],
]

type Draft = Omit<Campaign, 'id' | 'campaign_code' | 'warehouses' | 'description' | 'created_by' | 'status'>

/** One campaign a month from the first to the next, one that runs on the anchor, and one that was called off. */
export function campaignsOf({ periods, anchor }: Calendar): Campaign[] {
  const [, , latest] = periods as [string, string, string]
  const drafts: Draft[] = [...periods, shiftPeriod(periods.at(-1) as string, 1)].map(monthly)
  const flash = mini('Flash days', addDays(anchor, -3), addDays(anchor, 4))
  const calledOff = mini('Overstock weekend', addDays(lastDay(latest), -4), addDays(lastDay(latest), -2))
  return [...drafts, flash, calledOff].map((draft, index) => ({
    id: index + 1,
    campaign_code: `${draft.campaign_name.toUpperCase().replaceAll(' ', '-')}-${draft.start_date.slice(2, 4)}`,
    ...draft,
    warehouses: (draft.campaign_type === 'major_campaign' ? WAREHOUSES : WAREHOUSES.slice(0, 2)).map(
      ({ id }) => String(id),
    ),
    description: `${draft.campaign_name}, ${draft.start_date} to ${draft.end_date}`,
    created_by: 'ops.head',
    status: draft === calledOff ? 'cancelled' : statusOn(anchor, draft),
  }))
}

function monthly(period: string): Draft {
  const [name, major, from, to] = OF_MONTH[Number(period.slice(5)) - 1] as (typeof OF_MONTH)[number]
  const day = (number: number) => `${period}-${String(number).padStart(2, '0')}`
  return {
    campaign_name: name,
    campaign_type: major ? 'major_campaign' : 'mini_campaign',
    start_date: day(from),
    end_date: day(to),
  }
}

const mini = (campaign_name: string, start_date: string, end_date: string): Draft => ({
  campaign_name,
  campaign_type: 'mini_campaign',
  start_date,
  end_date,
})

const statusOn = (today: string, { start_date, end_date }: Draft) =>
  today > end_date ? 'completed' : today < start_date ? 'upcoming' : 'active'
