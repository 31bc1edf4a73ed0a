import { readCurve } from '../../curve.ts'
import type { Measurement } from '../../measure.ts'
import { metricNamed } from '../../metrics.ts'
import { compare, parse, type Rational, round } from '../../rational.ts'
import { type MeasuredSeller, measureSeller, type Score, scoreMeasured } from '../../score.ts'
import { revised, type World } from '../world.ts'
import { type AddedFacts, addFacts, RefusedChange } from './added-facts.ts'

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
        `${name} is not scored in this month, because the configuration has no rule for it, so none can be set.`,
      )
  const changed = new Map<string, Measurement>()
  for (const [one, other] of pairs(before, withFacts)) {
    const { name } = one.rule.metric
    const value = set.get(name)
    const movedByFacts = !sameReading(one, other)
    if (value && movedByFacts)
      throw new RefusedChange(
        'ambiguous_request',
        `${name} is given in metrics, and facts change it too: give one of both.`,
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

/** A score as simulations show it. */
const shown = ({ total_sos, tier, is_rated, components }: Score) => ({
  total_sos,
  tier: tier.name,
  is_rated,
  components,
})

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
      `${name} has no value in this month (${na}), so none can be set.`,
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
