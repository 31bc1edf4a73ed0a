import { count, month } from '../../logic/format.ts'
import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Model audit',
  months: (from: string, to: string) => `${month(from)} to ${month(to)}`,
  fairness: 'Do groups reach a tier equally often?',
  by: 'Groups',
  favourable: 'Tier or above',
  group: 'Group',
  noGroup: 'Without one',
  sellers: 'Sellers',
  share: 'Share',
  ratio: 'To the best',
  state: 'Found',
  best: 'Best',
  flagged: 'Flagged',
  notEnough: 'Not enough',
  fine: 'Not flagged',
  between: (low: string, high: string) => `${low} to ${high}`,
  percent: (share: number) => `${count(Math.round(share * 100))} %`,
  noGroups: 'No rated scores in these months',
  fairnessNote: 'With 95 % intervals. A flag asks for a look; it proves no cause.',
  stability: 'Are scores distributed as in the month before?',
  month: 'Month',
  total: 'Total',
  shifted: 'shifted',
  psiOver: (threshold: string) => `A shift is over ${threshold}`,
  stabilityNote:
    'Population stability index. A shift is above 0.25, and above what chance passes once in a hundred. Faint: not enough scores.',
  noMonths: 'There are no two months with scores to compare',
  validity: 'Does a total rank the failures of the next month?',
  outcome: 'Failure',
  pairs: 'Pairs of months',
  failures: 'Failures',
  gini: 'Gini',
  ks: 'KS',
  byChance: (value: string) => `${value} by chance`,
  tier: 'Tier before',
  rate: 'Failed next month',
  noPairs: 'No seller has a rated score and facts of the next month',
})

export const TRAITS = wordsOf({
  size: 'Size',
  contract_type: 'Contract',
  warehouse: 'Warehouse',
  am: 'Account manager',
})

export const OUTCOMES = wordsOf({
  late: 'Late orders',
  overdue: 'Late payment',
  tickets: 'Tickets',
})

/** What a failure is, by outcome. */
export const FAILS = wordsOf({
  late: 'Failed: less than 90 % of the orders on time.',
  overdue: 'Failed: paid more than 30 days beyond terms.',
  tickets: 'Failed: a ticket rate above 7.',
})
