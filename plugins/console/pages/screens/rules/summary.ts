import type { RuleType } from '../../logic/rules-in-force.ts'
import { COMPONENTS, inUnit, nameOf } from '../../words/metrics.ts'
import { wordsOf } from '../../words/words.ts'
import { factsOf, unitOf } from './metric-facts.ts'
import type { Fields } from './rule.ts'

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 })
const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6, signDisplay: 'exceptZero' })

/** A number of a record, with all its decimals. */
export const digits = (value: unknown) => (typeof value === 'number' ? number.format(value) : '–')

const say = wordsOf({
  tier: (from: string) => `From a total of ${from}.`,
  tierWith: (from: string, least: string) =>
    `From a total of ${from}, with every component at ${least} or more.`,
  unrated: 'For sellers with too little data.',
  metric: (weight: string, volume: string) => `Weighs ${weight}. Counts from ${volume} on.`,
  metricAlways: (weight: string) => `Weighs ${weight}.`,
  ends: (from: string, first: string, to: string, last: string) =>
    `${from} or less brings ${first} points, ${to} or more brings ${last}.`,
  surcharge: (metric: string, above: string) => `${metric} above ${above}: `,
  amount: (amount: string) => `${amount} at once`,
  perPoint: (amount: string) => `${amount} for each point above`,
  and: ' and ',
  cap: (cap: string) => `, at most ${cap}`,
  noMoney: 'no money, but the seller is told',
  band: (from: string, percent: string) => `From a KPI of ${from}: ${percent} %.`,
  kpi: (weight: string) => `Weighs ${weight} in the KPI.`,
  grace: (days: string) => `${days} days from the start of the contract.`,
  helpdesk: (weight: string, reply: string, resolve: string) =>
    `A ticket counts ${weight}; reply within ${reply} hours, resolved within ${resolve}.`,
})

/** What a record says, in a plain sentence or two. Of a metric's curve it tells the two ends. */
export function summaryOf(type: RuleType, record: Fields): string {
  if (type === 'score-weights')
    return COMPONENTS.map((component) => `${nameOf(component)} ${digits(record[component])}`).join(' · ')
  if (type === 'tiers') return tierSummary(record)
  if (type === 'surcharge') return surchargeSummary(record)
  if (type === 'am-bonus-penalty')
    return say.band(digits(record.min_kpi), signed.format(Number(record.percent)))
  if (type === 'am-kpi-weight') return `${say.kpi(digits(record.weight))} ${endsOf(record)}`
  if (type === 'grace-period') return say.grace(digits(record.days))
  if (type === 'helpdesk')
    return say.helpdesk(digits(record.weight), digits(record.reply_hours), digits(record.resolve_hours))
  if (Number(record.min_volume) <= 1) return `${say.metricAlways(digits(record.weight))} ${endsOf(record)}`
  const volume = `${digits(record.min_volume)} ${factsOf(record.metric)?.counts ?? ''}`
  return `${say.metric(digits(record.weight), volume)} ${endsOf(record)}`
}

function tierSummary({ min_score, min_component_score: least }: Fields) {
  if (min_score === null) return say.unrated
  return least ? say.tierWith(digits(min_score), digits(least)) : say.tier(digits(min_score))
}

function endsOf({ metric, curve }: Fields) {
  const points = Array.isArray(curve) ? (curve as [number, number][]) : []
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const unit = unitOf(metric)
  return say.ends(inUnit(first[0], unit), digits(first[1]), inUnit(last[0], unit), digits(last[1]))
}

function surchargeSummary({ metric, above, amount, per_point, cap }: Fields) {
  const parts = [
    ...(amount ? [say.amount(digits(amount))] : []),
    ...(per_point ? [say.perPoint(digits(per_point))] : []),
  ]
  const money = parts.length === 0 ? say.noMoney : parts.join(say.and)
  const most = typeof cap === 'number' && parts.length > 0 ? say.cap(digits(cap)) : ''
  return `${say.surcharge(nameOf(String(metric)), inUnit(Number(above), unitOf(metric)))}${money}${most}.`
}
