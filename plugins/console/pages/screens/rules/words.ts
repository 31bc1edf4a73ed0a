import { identityOf } from '../../../../../src/scoring/in-force.ts'
import type { RuleType } from '../../logic/rules-in-force.ts'
import { nameOf } from '../../words/metrics.ts'
import { wordsOf } from '../../words/words.ts'

/** What the types are called, and what their records decide. */
export const TYPES = wordsOf({
  'score-weights': 'Component weights',
  tiers: 'Tiers',
  'p-score': nameOf('p_score'),
  'o-score': nameOf('o_score'),
  't-score': nameOf('t_score'),
  'f-score': nameOf('f_score'),
  'i-score': nameOf('i_score'),
  surcharge: 'Surcharges',
  'am-bonus-penalty': 'Bonus bands',
  'am-kpi-weight': 'Portfolio KPI',
  'grace-period': 'Grace periods',
  helpdesk: 'Helpdesk',
} satisfies Record<RuleType, string>)

export const ABOUT = wordsOf({
  'score-weights': 'How much each component weighs in the total.',
  tiers: 'The lowest total of each tier, and what the tier brings.',
  'p-score': 'How forecasts become points.',
  'o-score': 'How orders become points.',
  't-score': 'How tickets become points.',
  'f-score': 'How payments become points.',
  'i-score': 'How stock becomes points.',
  surcharge: 'When a metric costs money, and how much.',
  'am-bonus-penalty': 'The bonus or penalty for each band of the portfolio KPI.',
  'am-kpi-weight': 'How a portfolio becomes the KPI of its account manager.',
  'grace-period': 'How long a new seller is spared surcharges.',
  helpdesk: 'What a ticket counts, and how soon it must be answered.',
} satisfies Record<RuleType, string>)

export const words = wordsOf({
  rules: 'Rules',
  drafts: 'Drafts',
  inForce: (month: string) => `The rules of ${month}`,
  sum: (sum: string) => `Sum ${sum}`,
  sumRight: 'The five add up to 100.',
  sumWrong: (missing: string) => `The five must add up to 100: ${missing} to go.`,
  weight: 'Weight',
  weightOf: (weight: string, share: string) => `weight ${weight}, ${share} of the component`,
  minVolume: (count: string) => `from ${count}`,
  since: (month: string) => `since ${month}`,
  until: (month: string) => `until ${month}`,
  fromMonth: (month: string) => `from ${month}`,
  noEnd: 'no end',
  always: 'from the start',
  versionHead: 'Version',
  counting: 'What counts in the month',
  version: (version: number) => `Version ${version}`,
  deleted: 'Deleted',
  timeLine: 'Time line',
  timeLineOf: (type: string) => `${type}: which record counts when`,
  planned: 'Changes of a year, and planned ones',
  nonePlanned:
    'No rule has changed for a year, and none will. A record from a later month on is a planned change.',
  ends: 'The last month that it counts in.',
  later: 'Planned',
  nothingInForce: 'No record counts in this month.',
  records: 'Records',
  showDeleted: 'Show deleted records',
  newRecord: 'New record',
  period: 'Counts',
  what: 'About',
  value: 'Value',
  changed: 'Last change',
  byDefault: 'default',
  byUser: (id: number) => `user ${id}`,
  everyone: 'All others',
  curveOf: (metric: string) => `Curve of ${metric}`,
  firstMonth: 'First month',
  lastMonth: 'Last month',
  none: 'none',
})

/** What a record is about, in words: `Ready on time`, `Gold`, `Complaint`; `*` is everybody else. */
export const subject = (identity: string) => {
  if (identity === '*' || identity === '') return words.everyone
  const named = nameOf(identity)
  const text = named === identity ? identity.replaceAll('_', ' ') : named
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a record is called: general weights and grace periods by their own name, the others by what they are about. */
export const titleOf = (type: RuleType, record: Record<string, unknown>) =>
  'contract_type' in record && record.contract_type === null
    ? String(record.name)
    : subject(identityOf(type, record))
