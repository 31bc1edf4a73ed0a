import { plural, wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Campaigns',
  list: 'Campaigns',
  strip: 'When they are',
  stripAbout: (count: number) =>
    `${plural(count, 'campaign', 'campaigns')} from their first to their last day.`,
  campaign: 'Campaign',
  kind: 'Kind',
  state: 'State',
  days: 'Days',
  first: 'First day',
  last: 'Last day',
  warehouses: 'Warehouses',
  allWarehouses: 'All warehouses',
  warehousesHint: 'None chosen means all',
  description: 'Description',
  createdBy: 'Made by',
  deadline: 'Forecasts until',
  all: 'All',
  none: 'No campaign here',
  noneText: 'A campaign names the days for which sellers forecast their orders.',
  new: 'New campaign',
  edit: 'Edit',
  cancel: 'Cancel the campaign',
  keep: 'Keep it',
  cancelTitle: (name: string) => `Cancel ${name}?`,
  cancelText: (forecasts: number) =>
    `The campaign stays listed. Scores calculated from now on leave it out, with its ${plural(forecasts, 'forecast', 'forecasts')}. Final scores keep what they used.`,
  isCancelled: 'The campaign is cancelled.',
  isSaved: 'The campaign is saved.',
  isMade: 'The campaign is made.',
  code: 'Code',
  codeHint: 'As all systems know it, such as BLACK-WEEK-26',
  name: 'Name',
  endsBefore: 'The last day must not be before the first.',
  save: 'Save',
  create: 'Make the campaign',
  forecast: 'Forecast',
  actual: 'Actual',
  orders: 'orders',
  error: 'Forecast error',
  ofSellers: (count: number) => `from ${plural(count, 'seller', 'sellers')}`,
  late: 'Late forecasts',
  ofForecasts: (count: number) => `of ${plural(count, 'forecast', 'forecasts')}`,
  daysLate: (count: number) => `${plural(count, 'day', 'days')} late`,
  inTime: 'In time',
  submitted: 'Submitted',
  results: 'Forecast against actual',
  noResults: 'No forecast yet',
  noResultsText: 'Forecasts come with the feed “forecasts”, results with “campaign-actuals”.',
  seller: 'Seller',
  about: 'About it',
  stale: 'Somebody changed this campaign meanwhile. Look at both, then save again.',
  seen: 'As you saw it',
  now: 'As it is now',
  today: 'Today',
})

export const STATES = ['upcoming', 'active', 'completed', 'cancelled'] as const
export type State = (typeof STATES)[number]
export const KINDS = ['major_campaign', 'mini_campaign'] as const
export type Kind = (typeof KINDS)[number]

export const STATE: Record<State, string> = wordsOf({
  upcoming: 'Upcoming',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
})

export const KIND: Record<Kind, string> = wordsOf({
  major_campaign: 'Major',
  mini_campaign: 'Small',
})
