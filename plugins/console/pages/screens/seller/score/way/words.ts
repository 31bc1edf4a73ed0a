import { month, score } from '../../../../logic/format.ts'
import { plural, wordsOf } from '../../../../words/words.ts'

export const words = wordsOf({
  path: (tier: string) => `The cheapest path to ${tier}`,
  pathNone: 'The cheapest path',
  target: 'Tier to reach',
  basis: 'Counted from',
  as_is: 'What has happened',
  pace: 'The month’s end at this pace',
  searching: 'Looking for the cheapest path',
  reached: (before: number, after: number, tier: string) =>
    `From ${score(before)} to ${score(after)}: ${tier}.`,
  exact: (steps: number) => `${plural(steps, 'step', 'steps')} in all; no other path takes fewer.`,
  near: (steps: number) => `${plural(steps, 'step', 'steps')} in all; a shorter path may exist.`,
  atBest: (total: number, tier: string) => `At best ${score(total)}, ${tier}:`,
  already: 'Nothing to do: the tier is reached.',
  leaveOut: (name: string) => `Leave out ${name}`,
  leftOut: 'Left out:',
  takeIn: (name: string) => `Take in ${name} again`,
  tryPath: 'Try this path',
  whatIf: 'What if',
  whatIfText: (period: string, hasTier: boolean) =>
    `Move a metric and see what ${month(period)} would be${hasTier ? ', tier included' : ''}. Nothing is changed.`,
  reset: 'Reset',
  wouldEnd: 'At the month’s end, at this pace, it would be',
  would: 'The total would be',
  change: 'Change',
  fullPoints: 'Metrics with all points',
  now: (value: string) => `now ${value}`,
  lever_closer_forecast: 'closer forecasts',
  lever_earlier_forecast: 'earlier forecasts',
  lever_fewer_cancellations: 'fewer cancellations',
  lever_more_on_time: 'more orders on time',
  lever_cleaner_orders: 'cleaner orders',
  lever_fewer_tickets: 'fewer tickets',
  lever_faster_replies: 'faster replies',
  lever_faster_resolutions: 'faster resolutions',
  lever_earlier_payment: 'earlier payment',
  lever_less_overdue: 'less overdue',
  lever_less_aged_stock: 'less aged stock',
  lever_less_cover: 'less stock',
  lever_more_cover: 'more stock',
  lever_less_stranded_stock: 'less stranded stock',
})

/** `more_on_time` → `more orders on time` */
export const leverName = (lever: string): string => {
  const word = (words as Record<string, unknown>)[`lever_${lever}`]
  return typeof word === 'string' ? word : lever
}
