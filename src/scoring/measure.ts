import type { Facts } from './aggregates.ts'
import type { FeedsInUse } from './components.ts'
import { readCurve } from './curve.ts'
import type { Reading } from './metrics.ts'
import type { PreparedMetric } from './prepare-rules.ts'
import { compare, divide, multiply, type Rational } from './rational.ts'

/** Why a metric has no value. */
export const NA_REASONS = ['feed_not_in_use', 'below_min_volume', 'zero_denominator'] as const
export type NaReason = (typeof NA_REASONS)[number]

/** A metric as it came out for a seller: either a value and its points (0 to 100), or the reason for none. */
export type Measurement = { rule: PreparedMetric; reading: Reading } & (
  | { value: Rational; points: Rational; na: null }
  | { value: null; points: null; na: NaReason }
)

/** Reads a metric from the facts and turns it into points. */
export function measure(rule: PreparedMetric, facts: Facts, feeds: FeedsInUse): Measurement {
  const { metric, curve, min_volume } = rule
  const reading = metric.read(facts)
  const missing = (na: NaReason): Measurement => ({ rule, reading, value: null, points: null, na })
  if (!metric.reads.every((feed) => feeds[feed])) return missing('feed_not_in_use')
  if (compare(reading.volume, min_volume) < 0) return missing('below_min_volume')
  const value = reading.fixed ?? quotient(reading, metric.factor)
  if (!value) return missing('zero_denominator')
  return { rule, reading, value, points: readCurve(curve, value), na: null }
}

const quotient = ({ numerator, denominator }: Reading, factor: Rational) =>
  denominator.n > 0n ? divide(multiply(numerator, factor), denominator) : null
