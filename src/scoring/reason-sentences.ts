import type { Effect } from './effects.ts'
import type { MetricExplanation } from './explanation.ts'
import { LEFT_OUT_SAID } from './fault-words.ts'
import { REASONS } from './left-out.ts'
import type { PreparedMetric } from './prepare-rules.ts'
import { parse, round } from './rational.ts'
import { listed } from './rule-checks.ts'

/** A metric as its sentence tells it: numbers to two decimals. */
type Told = { part: number; whole: number; value: number; params: Record<string, number | undefined> }

const PER_CENT = (value: number) => `${value} %`
const DAYS = (value: number) => (value === 1 ? '1 day' : `${value} days`)
const WEEKS = (value: number) => (value === 1 ? '1 week' : `${value} weeks`)
const PER_HUNDRED = (value: number) => `${value} per 100 orders`
const of = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** What each metric says, and how its value is written. */
const SENTENCES: Record<string, { unit: (value: number) => string; say: (told: Told) => string }> = {
  forecast_error: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      whole === 0
        ? `The forecasts were of orders that never came, which counts as ${value} %`
        : `The forecasts were off by ${of(part, 'order')} where ${whole} came: ${value} %`,
  },
  forecast_bias: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      whole === 0
        ? `All forecasts together were of orders that never came, which counts as ${value} %`
        : `All forecasts together were off by ${of(part, 'order')} where ${whole} came: ${value} %`,
  },
  forecast_lateness: {
    unit: DAYS,
    say: ({ whole, value }) =>
      `Forecasts came ${DAYS(value)} after their deadline in the mean of ${of(whole, 'row')}`,
  },
  seller_cancel_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      `${part} of ${of(whole, 'order')} ${part === 1 ? 'was' : 'were'} cancelled by the seller's fault: ${value} %`,
  },
  on_time_ready_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      `${part} of ${of(whole, 'order')} due ready were ready on time: ${value} %`,
  },
  order_data_accuracy: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `${part} of ${of(whole, 'order')} had no data error: ${value} %`,
  },
  return_rate: {
    unit: PER_HUNDRED,
    say: ({ part, whole, value }) =>
      `${of(part, 'return')} came back on ${of(whole, 'order')}: ${PER_HUNDRED(value)}`,
  },
  seller_ticket_rate: {
    unit: PER_HUNDRED,
    say: ({ part, whole, value }) =>
      `Tickets by the seller's fault weigh ${part} on ${of(whole, 'order')}: ${PER_HUNDRED(value)}`,
  },
  ticket_reply_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      `${part} of ${of(whole, 'ticket')} due a reply had it in time: ${value} %`,
  },
  ticket_overdue_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `${part} of ${of(whole, 'ticket')} stayed open too long: ${value} %`,
  },
  days_beyond_terms: {
    unit: DAYS,
    say: ({ whole, value }) => `What was due, ${whole} in all, was ${DAYS(value)} late in the mean by amount`,
  },
  overdue_share: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `Of the ${whole} that was due, ${part} is unpaid: ${value} %`,
  },
  aged_stock_share: {
    unit: PER_CENT,
    say: ({ part, whole, value, params: { age_days } }) => {
      const aged = age_days === undefined ? 'aged' : `older than ${DAYS(age_days)}`
      return `Of a stock volume of ${whole}, ${part} is ${aged}: ${value} %`
    },
  },
  weeks_of_cover: {
    unit: WEEKS,
    say: ({ whole, value }) =>
      whole === 0
        ? `There is stock and no order for it, which counts as ${WEEKS(value)}`
        : `The stock lasts ${WEEKS(value)} at the pace of the month's orders`,
  },
  stranded_stock_share: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `Of a stock volume of ${whole}, ${part} is stranded: ${value} %`,
  },
}

/**
 * What a metric came to, in counts and its value, where its curve has the most points, and what stands instead of what
 * its component comes to, if anything does.
 */
export function metricSentence({ metric, rule }: Effect, instead: string | null): string {
  const end = instead ? `; ${instead}.` : '.'
  const known = SENTENCES[metric.metric]
  if (!known) return `${metric.metric} is ${metric.value}${end}`
  const said = known.say({
    part: cents(metric.numerator),
    whole: cents(metric.denominator),
    value: cents(metric.value ?? 0),
    params: { ...rule?.metric.params, ...rule?.rule.params },
  })
  return `${said}${leftOutClause(metric)}${rule ? bestOf(rule, metric.value ?? 0, known.unit) : ''}${end}`
}

/** A value of a metric, to two decimals. */
export const inItsUnit = (metric: string, value: number) =>
  SENTENCES[metric]?.unit(cents(value)) ?? String(cents(value))

/** What is left out of a metric, and by whose fault. */
function leftOutClause({ left_out = {} }: MetricExplanation): string {
  const told = REASONS.flatMap((reason) =>
    left_out[reason] ? `${left_out[reason]} ${LEFT_OUT_SAID[reason]}` : [],
  )
  return told.length === 0 ? '' : ` (${listed(told)} left out)`
}

/** The nearest value that brings the most points; nothing when the value is one. */
function bestOf({ rule: { curve } }: PreparedMetric, value: number, unit: (value: number) => string): string {
  const most = Math.max(...curve.map(([, points]) => points))
  const values = curve.filter(([, points]) => points === most).map(([x]) => x)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const best = value < low ? low : high
  const points = most === 100 ? 'all points are' : `the most points, ${most} of 100, are`
  const isEnd = best === 0 || (best === 100 && unit === PER_CENT)
  const more = isEnd ? '' : best === curve[0]?.[0] ? ' or less' : best === curve.at(-1)?.[0] ? ' or more' : ''
  return value >= low && value <= high ? '' : `; ${points} at ${unit(best)}${more}`
}

export const NO_DATA = 'No component has enough data of its own.'

const cents = (value: number) => (Number.isInteger(value) ? value : round(parse(value), 2))
