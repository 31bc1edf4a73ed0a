import { count, month, score } from '../../logic/format.ts'
import { nameOf } from '../../words/metrics.ts'
import { plural, wordsOf } from '../../words/words.ts'

const size = (points: number) => score(Math.abs(points))

export const words = wordsOf({
  tabs: 'About the seller',
  score: 'Score',
  exceptions: 'Exceptions',
  surcharges: 'Surcharges',
  appeals: 'Appeals',
  campaigns: 'Campaigns',
  record: 'Record',
  total: 'Total',
  myScore: 'My score',
  running: 'If the month ended today',
  grace: 'Grace period',
  graceText: (until: string) =>
    `Until ${until} this seller is in its grace period: surcharge rules skip the score.`,
  status_draft: 'Draft',
  status_under_review: 'Under review',
  status_final: 'Final',
  status_active: 'Active',
  status_suspended: 'Suspended',
  status_terminated: 'Terminated',
  blocked: 'Orders of this seller are blocked.',
  because: (reasons: string) => `Because: ${reasons}`,
  seeSurcharges: 'See the surcharges',
  carries: (surcharges: number) =>
    `${plural(surcharges, 'active surcharge', 'active surcharges')}, not blocked.`,
  noScore: (period: string) => `No score for ${month(period)}`,
  noScoreText: 'A score appears once the month is calculated and the seller is active in it.',
  otherMonths: 'Months with a score:',
  sumUnrated: (period: string) => `Not rated in ${month(period)}: too little data for a tier.`,
  sumTier: (tier: string, period: string) => `${tier} in ${month(period)}.`,
  sumNew: 'The first rated score.',
  sumUp: (points: number, before: string) => `Up ${size(points)} on ${month(before)}.`,
  sumDown: (points: number, before: string) => `Down ${size(points)} on ${month(before)}.`,
  sumFlat: (before: string) => `The same as in ${month(before)}.`,
  sumCosts: (metric: string, points: number) => `${nameOf(metric)} costs most: ${size(points)} points.`,
  sumPerfect: 'No metric loses a point.',
  sumNext: (points: number, tier: string) => `${size(points)} points to ${tier}.`,
  sumFloors: (tier: string, components: string[]) =>
    `For ${tier}, ${components.map(nameOf).join(' and ')} must rise above the floor of the tier.`,
  sumTop: 'This is the highest tier.',
  imputed: (components: string[]) =>
    `${components.map(nameOf).join(', ')}: too little data, so ${components.length === 1 ? 'it takes' : 'they take'} the mean of the components that have enough.`,
  nextSteps: (tier: string) => `The least to do for ${tier}`,
  moreSteps: (steps: number) => `and ${plural(steps, 'more thing', 'more things')}, see the path below`,
  tierScale: 'Where the total stands among the tiers',
  waterfall: 'From 100 to the total',
  waterfallText: 'Each step is what one metric costs. Choose one to see how it is counted.',
  changeOf: 'Change',
  after: 'Total after',
  step: 'Step',
  stepImputed: (component: string) => `${nameOf(component)} without data`,
  stepException: (target: string) => `Exception on ${nameOf(target)}`,
  stepAppeal: (component: string) => `Appeal of ${nameOf(component)}`,
  noSteps: 'Nothing was lost: all 100 points.',
  components: 'Components',
  weight: (percent: number) => `weighs ${count(percent)} %`,
  imputedBadge: 'No data',
  appealThis: 'Appeal',
  appealOf: (component: string) => `Appeal ${nameOf(component)}`,
  reasons: 'Why, and what changed',
  reasonsSince: (period: string) => `Since ${month(period)}`,
  lost: 'Points lost',
  rest: 'All other metrics',
  noReasons: 'No metric loses a point.',
  history: '24 months',
  historyLabel: 'Total by month over the tiers of today',
  noHistory: 'One month so far: the line begins with the second.',
  month: 'Month',
  tier: 'Tier',
  status: 'Status',
  change: 'Change',
})

/** The word of a status of a score or seller; one that is not known stays as it is. */
export const statusOf = (status: string): string => {
  const word = (words as Record<string, unknown>)[`status_${status}`]
  return typeof word === 'string' ? word : status
}
