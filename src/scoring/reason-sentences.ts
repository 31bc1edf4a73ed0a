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
const PER_HUNDRED = (value: number) => `${value} per 100`
const of = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** What each metric says, and how its value is written. ¤ is before an amount of money. */
const SENTENCES: Record<string, { unit: (value: number) => string; say: (told: Told) => string }> = {
  forecast_error: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      whole === 0
        ? `The forecasts were of orders that never came, which counts as ${value} %`
        : `Forecasts were off by ${part} of ${of(whole, 'order')}: ${value} %`,
  },
  forecast_bias: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      whole === 0
        ? `All forecasts together were of orders that never came, which counts as ${value} %`
        : `All forecasts together were off by ${part} of ${of(whole, 'order')}: ${value} %`,
  },
  forecast_lateness: {
    unit: DAYS,
    say: ({ whole, value }) =>
      `Forecasts came ${DAYS(value)} after their deadline on average (${of(whole, 'row')})`,
  },
  seller_cancel_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      `${part} of ${of(whole, 'order')} ${part === 1 ? 'was' : 'were'} cancelled because of the seller: ${value} %`,
  },
  on_time_ready_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) =>
      `${part} of ${of(whole, 'order')} due ${part === 1 ? 'was' : 'were'} ready on time: ${value} %`,
  },
  order_data_accuracy: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `${part} of ${of(whole, 'order')} had no data error: ${value} %`,
  },
  return_rate: {
    unit: PER_HUNDRED,
    say: ({ part, whole, value }) =>
      `${of(part, 'return')} came back from ${of(whole, 'order')}: ${PER_HUNDRED(value)}`,
  },
  seller_ticket_rate: {
    unit: PER_HUNDRED,
    say: ({ part, whole, value }) =>
      `The seller's tickets count as ${part} for ${of(whole, 'order')}: ${PER_HUNDRED(value)}`,
  },
  ticket_reply_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `${part} of ${of(whole, 'ticket')} got the reply in time: ${value} %`,
  },
  ticket_overdue_rate: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `${part} of ${of(whole, 'ticket')} stayed open too long: ${value} %`,
  },
  days_beyond_terms: {
    unit: DAYS,
    say: ({ whole, value }) =>
      `The ¤${whole} due was ${DAYS(value)} late on average (large amounts count more)`,
  },
  overdue_share: {
    unit: PER_CENT,
    say: ({ part, whole, value }) => `¤${part} of the ¤${whole} due is unpaid: ${value} %`,
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
 * its component comes to, if anything does: a sentence each.
 */
export function metricSentence({ metric, rule }: Effect, instead: string | null): string {
  const known = SENTENCES[metric.metric]
  const said = known
    ? known.say({
        part: cents(metric.numerator),
        whole: cents(metric.denominator),
        value: cents(metric.value ?? 0),
        params: { ...rule?.metric.params, ...rule?.rule.params },
      }) + leftOutClause(metric)
    : `${metric.metric} is ${metric.value}`
  const best = known && rule && bestOf(rule, metric.value ?? 0, known.unit)
  return [said, best, instead].flatMap((text) => (text ? [`${text}.`] : [])).join(' ')
}

/** A value of a metric, to two decimals. */
export const inItsUnit = (metric: string, value: number) =>
  SENTENCES[metric]?.unit(cents(value)) ?? String(cents(value))

/** What is left out of a metric, and by whose fault. */
function leftOutClause({ left_out = {} }: MetricExplanation): string {
  const told = REASONS.flatMap((reason) =>
    left_out[reason] ? `${left_out[reason]} ${LEFT_OUT_SAID[reason]}` : [],
  )
  return told.length === 0 ? '' : ` (not counted: ${listed(told)})`
}

/** Where the nearest value lies that brings the most points; nothing when the value is one. */
function bestOf({ rule: { curve } }: PreparedMetric, value: number, unit: (value: number) => string) {
  const most = Math.max(...curve.map(([, points]) => points))
  const values = curve.filter(([, points]) => points === most).map(([x]) => x)
  // Beyond its ends a curve is flat.
  const low = curve[0]?.[1] === most ? -Infinity : Math.min(...values)
  const high = curve.at(-1)?.[1] === most ? Infinity : Math.max(...values)
  if (value >= low && value <= high) return undefined
  const best = value < low ? low : high
  const isEnd = best === 0 || (best === 100 && unit === PER_CENT)
  const where = isEnd ? 'at' : value < low ? 'from' : 'up to'
  return `${most === 100 ? 'Full points' : `The most points, ${most} of 100,`} ${where} ${unit(best)}`
}

export const NO_DATA = 'No component has enough data of its own.'

const cents = (value: number) => (Number.isInteger(value) ? value : round(parse(value), 2))
