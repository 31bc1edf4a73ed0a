import type { Model } from '../../api/types.ts'
import type { RuleType } from '../../logic/rules-in-force.ts'
import { nameOf } from '../../words/metrics.ts'
import { wordsOf } from '../../words/words.ts'
import { METRIC_NAMES, METRICS_OF } from './metric-facts.ts'
import type { COMMON } from './rule.ts'

/** How a field of a record is edited. */
export interface Field {
  kind: 'text' | 'long' | 'number' | 'whole' | 'color' | 'choice' | 'curve' | 'params'
  label: string
  hint?: string
  min?: number
  max?: number
  /** What null means, where it may be null. */
  none?: string
  /** The choices of a `choice`. */
  of?: readonly string[]
  /** What the record is about: it stays once the record is there. */
  names?: boolean
}

type Models = {
  'score-weights': Model<'ScoreWeights'>
  tiers: Model<'TierRule'>
  'p-score': Model<'PScoreRule'>
  'o-score': Model<'OScoreRule'>
  't-score': Model<'TScoreRule'>
  'f-score': Model<'FScoreRule'>
  'i-score': Model<'IScoreRule'>
  surcharge: Model<'SurchargeRule'>
  'am-bonus-penalty': Model<'AmBonusPenalty'>
  'am-kpi-weight': Model<'AmKpiWeight'>
  'grace-period': Model<'GracePeriod'>
  helpdesk: Model<'HelpdeskRule'>
}
type Own<T extends RuleType> = Exclude<keyof Models[T], (typeof COMMON)[number]>

const MOST = 999_999_999_999.99
const l = wordsOf({
  name: 'Name',
  contract: 'Contract type',
  anyContract: 'All without a record of their own',
  rank: 'Rank',
  rankHint: 'Higher is better; 0 is the unrated tier.',
  minScore: 'Lowest total',
  tooLittle: 'The tier of sellers with too little data',
  minComponent: 'Every component at least',
  color: 'Colour',
  benefits: 'What it brings the seller',
  metric: 'Metric',
  weight: 'Weight',
  weightHint: 'Among the metrics of the component.',
  curve: 'Curve',
  minVolume: 'Smallest volume',
  params: 'Settings',
  surchargeType: 'Type of the surcharge',
  above: 'A value above',
  amount: 'Brings an amount of',
  perPoint: 'And for each point above',
  cap: 'At most',
  noCap: 'No cap',
  reason: 'Reason that the seller reads',
  minKpi: 'Lowest KPI',
  percent: 'Bonus in percent',
  percentHint: 'Below zero it is a penalty.',
  days: 'Days from the start of the contract',
  category: 'Category of tickets',
  categoryHint: '* is every other category.',
  ticketWeight: 'What a ticket counts',
  reply: 'Hours to the first reply',
  resolve: 'Hours to the resolution',
})

const score = (label: string): Field => ({ kind: 'number', label, min: 0, max: 100 })
const money = (label: string): Field => ({ kind: 'number', label, min: 0, max: MOST })
const weight: Field = { kind: 'number', label: l.weight, hint: l.weightHint, min: 0, max: 1000 }
const name: Field = { kind: 'text', label: l.name, max: 80 }
const contract: Field = { kind: 'text', label: l.contract, max: 64, none: l.anyContract, names: true }
const curve: Field = { kind: 'curve', label: l.curve }
const metricOf = (of: readonly string[]): Field => ({ kind: 'choice', label: l.metric, of, names: true })

const metricRule = (type: RuleType) => ({
  metric: metricOf(Object.keys(METRICS_OF[type] ?? {})),
  curve,
  weight,
  min_volume: { kind: 'number', label: l.minVolume, min: 0 } satisfies Field,
  params: { kind: 'params', label: l.params } satisfies Field,
})

/** The fields of each type, in the order of its form; tsc knows when the API has another one. */
export const FIELDS: { [T in RuleType]: Record<Own<T>, Field> } = {
  'score-weights': {
    name,
    contract_type: contract,
    p_score: score(nameOf('p_score')),
    o_score: score(nameOf('o_score')),
    t_score: score(nameOf('t_score')),
    f_score: score(nameOf('f_score')),
    i_score: score(nameOf('i_score')),
  },
  tiers: {
    name: { ...name, names: true },
    min_score: { ...score(l.minScore), none: l.tooLittle },
    min_component_score: score(l.minComponent),
    rank: { kind: 'whole', label: l.rank, hint: l.rankHint, min: 0, max: 1000 },
    color: { kind: 'color', label: l.color },
    benefits: { kind: 'long', label: l.benefits, max: 500 },
  },
  'p-score': metricRule('p-score'),
  'o-score': metricRule('o-score'),
  't-score': metricRule('t-score'),
  'f-score': metricRule('f-score'),
  'i-score': metricRule('i-score'),
  surcharge: {
    surcharge_type: { kind: 'text', label: l.surchargeType, max: 64, names: true },
    metric: { ...metricOf(METRIC_NAMES), names: false },
    above: { kind: 'number', label: l.above, min: -MOST, max: MOST },
    amount: money(l.amount),
    per_point: money(l.perPoint),
    cap: { ...money(l.cap), none: l.noCap },
    reason: { kind: 'long', label: l.reason, max: 500 },
  },
  'am-bonus-penalty': {
    name: { ...name, names: true },
    min_kpi: score(l.minKpi),
    percent: { kind: 'number', label: l.percent, hint: l.percentHint, min: -100, max: 100 },
  },
  'am-kpi-weight': { metric: metricOf(Object.keys(METRICS_OF['am-kpi-weight'] ?? {})), curve, weight },
  'grace-period': {
    name,
    contract_type: contract,
    days: { kind: 'whole', label: l.days, min: 0, max: 3660 },
  },
  helpdesk: {
    category: { kind: 'text', label: l.category, hint: l.categoryHint, max: 100, names: true },
    weight: { ...weight, label: l.ticketWeight, hint: undefined },
    reply_hours: { kind: 'number', label: l.reply, min: 0, max: 87_840 },
    resolve_hours: { kind: 'number', label: l.resolve, min: 0, max: 87_840 },
  },
}

export const fieldsOf = (type: RuleType) => Object.entries(FIELDS[type]) as [string, Field][]

/** `min_score` of tiers → `Lowest total`; a field that the pages do not know keeps its name. */
export const labelOf = (type: RuleType, path: string) =>
  (FIELDS[type] as Record<string, Field>)[path]?.label ?? path.replace(/^params\./, '').replaceAll('_', ' ')
