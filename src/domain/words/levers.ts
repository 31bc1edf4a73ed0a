import type { PathReason } from '../../scoring/simulation/cheapest-path/cheapest-path.ts'
import type { LeverName } from '../../scoring/simulation/levers/levers.ts'
import type { Words } from './word.ts'

export const LEVER_WORDS: Words<LeverName> = {
  closer_forecast: { label: 'Closer forecasts', sentence: 'Bring forecasts nearer to the orders that come.' },
  earlier_forecast: { label: 'Earlier forecasts', sentence: 'Submit forecasts before their deadline.' },
  fewer_cancellations: { label: 'Cancel fewer orders', sentence: 'Cancel fewer orders.' },
  more_on_time: { label: 'Ready on time', sentence: 'Make more orders ready when they are due.' },
  cleaner_orders: { label: 'Correct order data', sentence: 'Send more orders without a data error.' },
  fewer_tickets: { label: 'Fewer tickets', sentence: 'Give fewer reasons for tickets.' },
  faster_replies: { label: 'Reply sooner', sentence: 'Reply to more tickets in time.' },
  faster_resolutions: { label: 'Resolve sooner', sentence: 'Close more tickets before they are overdue.' },
  earlier_payment: { label: 'Pay earlier', sentence: 'Pay invoices fewer days after they are due.' },
  less_overdue: { label: 'Pay what is overdue', sentence: 'Pay amounts that are past their due date.' },
  less_aged_stock: { label: 'Less aged stock', sentence: 'Replace old stock by new.' },
  less_cover: { label: 'Less stock', sentence: 'Keep less stock for the orders that come.' },
  more_cover: { label: 'More stock', sentence: 'Keep more stock for the orders that come.' },
  less_stranded_stock: { label: 'Less stranded stock', sentence: 'Replace stock that is stranded.' },
}

/** What stands in the way of a tier. */
export const PATH_REASON_WORDS: Words<PathReason['code']> = {
  too_little_data: { label: 'Too little data', sentence: 'The score is not rated.' },
  locked: {
    label: 'Locks and limits',
    sentence: 'It could be reached without the locks and limits that were asked for.',
  },
  running_month: {
    label: 'Already happened',
    sentence: 'What has already happened this month can’t be undone.',
  },
  appeal: { label: 'Appeal', sentence: 'An appeal has decided it.' },
  exception: { label: 'Exception', sentence: 'An exception keeps it from being reached.' },
  component_floor: {
    label: 'Component too low',
    sentence: 'A component stays below what the tier needs in every component.',
  },
  too_far: { label: 'Too far', sentence: 'The total stays below the lowest total of the tier.' },
}
