import { identityOf } from '../../../src/scoring/in-force.ts'
import { RULE_TYPES, type RuleType } from '../../logic/rules/rules-in-force.ts'
import { RULES } from '../../service.ts'
import { COMPONENTS, type Component, inUnit, nameOf } from '../../words/metrics.ts'
import { factsOf, unitOf } from './metric-facts.ts'
import type { Fields } from './rule.ts'

/** What a field of a record is called. */
export interface FieldWords {
  label: string
  hint?: string
  /** What null means, where it may be null. */
  none?: string
}

/** What the pages say of a type of rules. */
interface TypeWords {
  name: string
  /** What its records decide. */
  about: string
  /** In the order of the form. */
  fields: Record<string, FieldWords>
  /** What a record says, in a plain sentence or two. */
  summary: (record: Fields) => string
}

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 })
const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6, signDisplay: 'exceptZero' })

/** A number of a record, with all its decimals. */
export const digits = (value: unknown) => (typeof value === 'number' ? number.format(value) : '–')

const contract_type = { label: 'Contract type', none: 'All without a record of their own' }
const weight = { label: 'Weight', hint: 'Among the metrics of the component.' }
const metric = { label: 'Metric' }
const curve = { label: 'Curve' }
const name = { label: 'Name' }

const metricRules = (component: Component, about: string): TypeWords => ({
  name: nameOf(component),
  about,
  fields: {
    metric,
    curve,
    weight,
    min_volume: { label: 'Smallest volume' },
    params: { label: 'Settings' },
  },
  summary: metricSummary,
})

/** In the order of the page. A type that is not here is shown with what its schema says. */
const WORDS: Partial<Record<RuleType, TypeWords>> = {
  'score-weights': {
    name: 'Component weights',
    about: 'How much each component weighs in the total.',
    fields: {
      name,
      contract_type,
      ...Object.fromEntries(COMPONENTS.map((component) => [component, { label: nameOf(component) }])),
    },
    summary: (record) =>
      COMPONENTS.map((component) => `${nameOf(component)} ${digits(record[component])}`).join(' · '),
  },
  tiers: {
    name: 'Tiers',
    about: 'The lowest total of each tier, and what the tier brings.',
    fields: {
      name,
      min_score: { label: 'Lowest total', none: 'The tier of sellers with too little data' },
      min_component_score: { label: 'Every component at least' },
      rank: { label: 'Rank', hint: 'Higher is better; 0 is the unrated tier.' },
      color: { label: 'Colour' },
      benefits: { label: 'What it brings the seller' },
    },
    summary: tierSummary,
  },
  'p-score': metricRules('p_score', 'How forecasts become points.'),
  'o-score': metricRules('o_score', 'How orders become points.'),
  't-score': metricRules('t_score', 'How tickets become points.'),
  'f-score': metricRules('f_score', 'How payments become points.'),
  'i-score': metricRules('i_score', 'How stock becomes points.'),
  surcharge: {
    name: 'Surcharges',
    about: 'When a metric costs money, and how much.',
    fields: {
      surcharge_type: { label: 'Type of the surcharge', hint: 'A payment_block blocks the seller’s orders.' },
      metric,
      above: { label: 'A value above' },
      amount: { label: 'Brings an amount of' },
      per_point: { label: 'And for each point above' },
      cap: { label: 'At most', none: 'No cap' },
      reason: { label: 'Reason that the seller reads' },
    },
    summary: surchargeSummary,
  },
  'am-kpi-weight': {
    name: 'Portfolio KPI',
    about: 'How a portfolio becomes the KPI of its account manager.',
    fields: { metric, curve, weight },
    summary: (record) => `Weighs ${digits(record.weight)} in the KPI. ${endsOf(record)}`,
  },
  'am-bonus-penalty': {
    name: 'Bonus bands',
    about: 'The bonus or penalty for each band of the portfolio KPI.',
    fields: {
      name,
      min_kpi: { label: 'Lowest KPI' },
      percent: { label: 'Bonus in percent', hint: 'Below zero it is a penalty.' },
    },
    summary: ({ min_kpi, percent }) =>
      `From a KPI of ${digits(min_kpi)}: ${signed.format(Number(percent))} %.`,
  },
  helpdesk: {
    name: 'Helpdesk',
    about: 'What a ticket counts, and how soon it must be answered.',
    fields: {
      category: { label: 'Category of tickets', hint: '* is every other category.' },
      weight: { label: 'What a ticket counts' },
      reply_hours: { label: 'Hours to the first reply' },
      resolve_hours: { label: 'Hours to the resolution' },
    },
    summary: ({ weight, reply_hours, resolve_hours }) =>
      `A ticket counts ${digits(weight)}; reply within ${digits(reply_hours)} hours, resolved within ${digits(resolve_hours)}.`,
  },
  fault: {
    name: 'Facts without a fault',
    about: 'Whose fault it was where a fact does not say. Without a record it was the seller’s.',
    fields: { feed: { label: 'Feed' }, counts_as: { label: 'What names no fault is the fault of' } },
    summary: ({ feed }) =>
      `What went wrong in ${feed} and names no fault is left out of what judges the seller.`,
  },
  'grace-period': {
    name: 'Grace periods',
    about: 'How long a new seller is spared surcharges.',
    fields: { name, contract_type, days: { label: 'Days from the start of the contract' } },
    summary: ({ days }) => `${digits(days)} days from the start of the contract.`,
  },
}

/** The types of records, in the order of the page. */
export const SHOWN_TYPES = [...new Set([...(Object.keys(WORDS) as RuleType[]), ...RULE_TYPES])]

export const NOTHING_IN_FORCE = 'No record counts in this month.'

/** What the pages say of a type. */
export const wordsOf = (type: RuleType): TypeWords =>
  WORDS[type] ?? {
    name: subject(type.replaceAll('-', '_')),
    about: RULES[type].description,
    fields: {},
    summary: (record) =>
      Object.keys(RULES[type].fields)
        .map((field) => `${subject(field)} ${record[field] ?? '–'}`)
        .join(' · '),
  }

/** What a record is about, in words: `Ready on time`, `Gold`, `Complaint`; `*` is everybody else. */
export function subject(identity: string) {
  if (identity === '*' || identity === '') return 'All others'
  const named = nameOf(identity)
  const text = named === identity ? identity.replaceAll('_', ' ') : named
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a record is called: general weights and grace periods by their own name, the others by what they are about. */
export const titleOf = (type: RuleType, record: Record<string, unknown>) =>
  'contract_type' in record && record.contract_type === null
    ? String(record.name)
    : subject(identityOf(type, record))

function metricSummary(record: Fields) {
  const { weight, min_volume, metric } = record
  const from =
    Number(min_volume) > 1 ? ` Counts from ${digits(min_volume)} ${factsOf(metric)?.counts ?? ''} on.` : ''
  return `Weighs ${digits(weight)}.${from} ${endsOf(record)}`
}

function tierSummary({ min_score, min_component_score: least }: Fields) {
  if (min_score === null) return 'For sellers with too little data.'
  return least
    ? `From a total of ${digits(min_score)}, with every component at ${digits(least)} or more.`
    : `From a total of ${digits(min_score)}.`
}

/** Of a metric's curve the two ends. */
function endsOf({ metric, curve }: Fields) {
  const points = Array.isArray(curve) ? (curve as [number, number][]) : []
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const unit = unitOf(metric)
  return `${inUnit(first[0], unit)} or less brings ${digits(first[1])} points, ${inUnit(last[0], unit)} or more brings ${digits(last[1])}.`
}

function surchargeSummary({ surcharge_type, metric, above, amount, per_point, cap }: Fields) {
  const money = [
    ...(amount ? [`${digits(amount)} at once`] : []),
    ...(per_point ? [`${digits(per_point)} for each point above`] : []),
  ].join(' and ')
  const most = typeof cap === 'number' && money ? `, at most ${digits(cap)}` : ''
  const parts = [
    ...(surcharge_type === 'payment_block' ? ['blocks the seller’s orders until it is waived'] : []),
    ...(money ? [money + most] : []),
  ]
  const does = parts.join(' and ') || 'no money, but the seller is told'
  return `${nameOf(String(metric))} above ${inUnit(Number(above), unitOf(metric))}: ${does}.`
}
