import { AGGREGATE_NAMES, type AggregateName, type Aggregates, readAggregates, sumOf } from '../aggregates.ts'
import { readCurve } from '../curve.ts'
import { leftOutOf } from '../left-out.ts'
import type { Measurement } from '../measure.ts'
import { metricNamed } from '../metrics.ts'
import { add, compare, multiply, parse, type Rational, round, subtract, whole } from '../rational.ts'
import { type MeasuredSeller, measureSeller, type Score, scoreMeasured } from '../score.ts'
import { decimalText } from './decimal-units.ts'
import { revised, standingOf, type World } from './world.ts'

/** What is asked: values that metrics are set to, in the unit of each, and what is added to the facts. */
export type WhatIfQuestion = { metrics: Partial<Record<string, number>>; facts: AddedFacts }

/**
 * What a score would be with some facts or values changed: the engine scores the changed world, exceptions, imputed
 * components and what appeals decided included. Without a change, after is before. `changes` are the metrics that come
 * out differently, and `total_delta` what each does to the total alone.
 * @throws RefusedChange when a metric has no value or no rule, or is changed both ways, or the facts can't be
 */
export function whatIf(world: World, { metrics, facts }: WhatIfQuestion) {
  const { rules, input } = world
  const before = measureSeller(rules, input)
  const withFacts = measureSeller(rules, { ...input, aggregates: addFacts(input.aggregates, facts) })
  const set = valuesOf(metrics)
  for (const name of set.keys())
    if (!measurementsOf(before).some(({ rule }) => rule.metric.name === name))
      throw new RefusedChange(
        'metric_without_value',
        `metrics.${name} is not scored in this month, because the configuration has no rule for it, so none can be set.`,
      )
  const changed = new Map<string, Measurement>()
  for (const [one, other] of pairs(before, withFacts)) {
    const { name } = one.rule.metric
    const value = set.get(name)
    const movedByFacts = !sameReading(one, other)
    if (value && movedByFacts)
      throw new RefusedChange(
        'ambiguous_request',
        `metrics.${name} is given, and facts change it too: give one of both.`,
      )
    if (value) changed.set(name, withValue(one, value))
    else if (movedByFacts) changed.set(name, other)
  }
  const score = (replaced: ReadonlyMap<string, Measurement>): Score =>
    revised(world, scoreMeasured(rules, replace(before, replaced)))
  const was = score(new Map())
  const is = score(changed)
  return {
    tier_changed: is.tier.name !== was.tier.name,
    before: shown(was),
    after: shown(is),
    changes: measurementsOf(before).flatMap((one) => {
      const { name } = one.rule.metric
      const other = changed.get(name)
      if (!other || sameValue(one, other)) return []
      const alone = score(new Map([[name, other]]))
      return [{ metric: name, ...comparison(one, other), total_delta: delta(alone, was) }]
    }),
  }
}

const shown = (score: Score) => ({ ...standingOf(score), components: score.components })

const measurementsOf = ({ components }: MeasuredSeller) =>
  components.flatMap(({ measurements }) => measurements)

const pairs = (one: MeasuredSeller, other: MeasuredSeller) => {
  const others = measurementsOf(other)
  return measurementsOf(one).map((measurement, at) => [measurement, others[at] as Measurement] as const)
}

const replace = (measured: MeasuredSeller, replaced: ReadonlyMap<string, Measurement>): MeasuredSeller => ({
  ...measured,
  components: measured.components.map(({ prepared, measurements }) => ({
    prepared,
    measurements: measurements.map((one) => replaced.get(one.rule.metric.name) ?? one),
  })),
})

/** Six decimals are what an explanation keeps, and so what an appeal is applied to. */
const SIX_DECIMALS = /^\d{1,9}(\.\d{1,6})?$/

const valuesOf = (metrics: WhatIfQuestion['metrics']): Map<string, Rational> =>
  new Map(
    Object.entries(metrics).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, checked(name, value)]],
    ),
  )

function checked(name: string, value: number): Rational {
  const { most = Infinity } = metricNamed(name) ?? {}
  if (!SIX_DECIMALS.test(String(value)))
    throw new RefusedChange(
      'invalid_field',
      `metrics.${name} must be a number from 0 below 1,000,000,000 with at most 6 decimals.`,
    )
  if (value > most) throw new RefusedChange('facts_impossible', `metrics.${name} can't be above ${most}.`)
  return parse(value)
}

/** The measurement with another value, as if its numerator had come to that. */
function withValue({ rule, reading, left_out, na }: Measurement, value: Rational): Measurement {
  const { name, factor } = rule.metric
  if (na)
    throw new RefusedChange(
      'metric_without_value',
      `metrics.${name} has no value in this month (${na}), so none can be set.`,
    )
  const { volume } = reading
  return {
    rule,
    reading: { numerator: value, denominator: factor, volume },
    left_out,
    value,
    points: readCurve(rule.curve, value),
    na: null,
  }
}

const sameReading = (one: Measurement, other: Measurement) =>
  compare(one.reading.numerator, other.reading.numerator) === 0 &&
  compare(one.reading.denominator, other.reading.denominator) === 0 &&
  sameValue(one, other)

const sameValue = (one: Measurement, other: Measurement) =>
  one.value === null || other.value === null
    ? one.value === other.value
    : compare(one.value, other.value) === 0

const comparison = (one: Measurement, other: Measurement) => ({
  value_before: one.value && round(one.value, 6),
  value_after: other.value && round(other.value, 6),
  points_before: one.points && round(one.points, 6),
  points_after: other.points && round(other.points, 6),
})

const delta = (is: Score, was: Score) => Math.round((is.total_sos - was.total_sos) * 100) / 100

/** Why a change can't be simulated; `code` is one of src/error-codes.ts. */
export class RefusedChange extends Error {
  override name = 'RefusedChange'
  readonly code: 'ambiguous_request' | 'facts_impossible' | 'invalid_field' | 'metric_without_value'

  constructor(code: RefusedChange['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** What is added to aggregates, as decimal text; negative takes away. */
export type AddedFacts = Partial<Record<AggregateName, string>>

type Sums = Record<AggregateName, Rational>

/** The facts that are no counts: amounts, volumes and weights. Days late of an amount have its digits. */
const WITH_DECIMALS: ReadonlySet<AggregateName> = new Set([
  'seller_ticket_weight',
  'invoiced_amount',
  'amount_days_late',
  'unpaid_amount',
  'stock_volume',
  'aged_volume',
  'stranded_volume',
])

/** What is so without the change is no reason to refuse it. @throws RefusedChange when the facts can't be so */
function addFacts(aggregates: Aggregates, added: AddedFacts): Aggregates {
  const before: Sums = readAggregates(aggregates, 1)
  const sums = { ...before }
  const after: Aggregates = { ...aggregates, resolve_due: sumOf(aggregates, 'resolve_due') }
  for (const name of AGGREGATE_NAMES) {
    const change = parse(added[name] ?? 0)
    if (change.n === 0n) continue
    sums[name] = add(sums[name], change)
    after[name] = decimalText(sums[name])
    if (change.d !== 1n && !WITH_DECIMALS.has(name))
      throw new RefusedChange('invalid_field', `facts.${name} must be a whole number: it is a count.`)
    if (sums[name].n < 0n) throw impossible(`${name} would be ${after[name]}, and it can't be below 0`)
  }
  for (const problemOf of RULES) {
    const problem = problemOf(sums)
    if (problem && problem !== problemOf(before)) throw impossible(problem)
  }
  return after
}

/** Says of facts why they can't be so, with their numbers; null where they can. */
type Rule = (sums: Sums) => string | null

const atMost =
  (part: AggregateName, most: AggregateName): Rule =>
  (sums) =>
    compare(sums[part], sums[most]) > 0
      ? `${part} would be ${decimalText(sums[part])} of ${decimalText(sums[most])} ${most}`
      : null

/** Where nothing is counted, nothing can be summed up. */
const noneWithout = (count: AggregateName, ...parts: AggregateName[]): Rule[] =>
  parts.map(
    (part) => (sums) =>
      sums[count].n === 0n && sums[part].n > 0n
        ? `${part} would be ${decimalText(sums[part])} without any ${count}`
        : null,
  )

const LATEST = whole(14n)

/** The orders of the month that were cancelled in it. */
const cancelledSoon = ({ seller_cancelled, cancelled_later }: Sums) =>
  subtract(seller_cancelled, cancelled_later)

const RULES: Rule[] = [
  atMost('cancelled_later', 'seller_cancelled'),
  (sums) =>
    compare(cancelledSoon(sums), sums.orders) > 0
      ? `seller_cancelled would be ${decimalText(sums.seller_cancelled)} of ${decimalText(add(sums.orders, sums.cancelled_later))} orders`
      : null,
  atMost('ready_on_time', 'ready_due'),
  atMost('error_free', 'orders'),
  (sums) =>
    sums.units_ordered.n > 0n && compare(sums.orders, cancelledSoon(sums)) <= 0
      ? `units_ordered would be ${decimalText(sums.units_ordered)} without any order that is not cancelled`
      : null,
  ...noneWithout('forecast_rows', 'forecast_total', 'actual_total', 'absolute_error'),
  ({ lateness_days, forecast_rows }) =>
    compare(lateness_days, multiply(forecast_rows, LATEST)) > 0
      ? `lateness_days would be ${decimalText(lateness_days)} with ${decimalText(forecast_rows)} forecast_rows of at most 14 days each`
      : null,
  ({ absolute_error, forecast_total, actual_total }) =>
    compare(absolute_error, distance(forecast_total, actual_total)) < 0 ||
    compare(absolute_error, add(forecast_total, actual_total)) > 0
      ? `absolute_error would be ${decimalText(absolute_error)}, and with a forecast_total of ${decimalText(forecast_total)} and an actual_total of ${decimalText(actual_total)} it is between their difference and their sum`
      : null,
  atMost('replied_in_time', 'reply_due'),
  atMost('overdue_tickets', 'resolve_due'),
  ...noneWithout('tickets', 'seller_ticket_weight'),
  ...noneWithout('invoices', 'invoiced_amount'),
  ...noneWithout('invoiced_amount', 'amount_days_late'),
  atMost('unpaid_amount', 'invoiced_amount'),
  ...noneWithout('stock_rows', 'stock_volume', 'stock_quantity'),
  atMost('aged_volume', 'stock_volume'),
  atMost('stranded_volume', 'stock_volume'),
  (sums) =>
    compare(leftOutOf(sums, 'return'), sums.returns) > 0
      ? `with ${decimalText(leftOutOf(sums, 'return'))} left out as not the seller's fault there would be ${decimalText(sums.returns)} returns`
      : null,
]

const distance = (a: Rational, b: Rational) => (compare(a, b) > 0 ? subtract(a, b) : subtract(b, a))

const impossible = (what: string) => new RefusedChange('facts_impossible', `facts can't be so: ${what}.`)
