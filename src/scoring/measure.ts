import type { Facts } from './aggregates.ts'
import { readCurve } from './curve.ts'
import { leftOutByFault, leftOutOf, type Reason } from './left-out.ts'
import type { Ratio } from './metrics.ts'
import type { PreparedMetric } from './prepare-rules.ts'
import { add, compare, divide, multiply, type Rational } from './rational.ts'
import type { FeedsInUse } from './scored-feeds.ts'

/** Why a metric has no value. */
export const NA_REASONS = ['feed_not_in_use', 'below_min_volume', 'left_out', 'zero_denominator'] as const
export type NaReason = (typeof NA_REASONS)[number]

/** A metric as it came out for a seller: either a value and its points (0 to 100), or the reason for none. */
export type Measurement = {
  rule: PreparedMetric
  reading: Ratio
  /** rows left out, by whose fault */
  left_out: Partial<Record<Reason, number>> | null
} & ({ value: Rational; points: Rational; na: null } | { value: null; points: null; na: NaReason })

/**
 * Reads a metric from the facts and turns it into points. Without a row it has no value, whatever min_volume is: the
 * denominator may be of another feed.
 */
export function measure(rule: PreparedMetric, facts: Facts, feeds: FeedsInUse): Measurement {
  const { metric, curve, min_volume } = rule
  const reading = metric.read(facts)
  const left_out = metric.leaves_out ? leftOutByFault(facts, metric.leaves_out.what) : null
  const missing = (na: NaReason): Measurement => ({ rule, reading, left_out, value: null, points: null, na })
  const tooFew = () =>
    missing(left_out && isEnoughWith(facts, rule, reading) ? 'left_out' : 'below_min_volume')
  if (!metric.reads.every((feed) => feeds[feed])) return missing('feed_not_in_use')
  if (compare(reading.volume, min_volume) < 0) return tooFew()
  const value = reading.fixed ?? quotient(reading, metric.factor)
  if (reading.volume.n === 0n && left_out) return tooFew()
  if (!value) return missing('zero_denominator')
  if (reading.volume.n === 0n) return missing('below_min_volume')
  return { rule, reading, left_out, value, points: readCurve(curve, value), na: null }
}

/** Whether the metric would have had enough rows with those that are left out. */
function isEnoughWith(facts: Facts, { metric, min_volume }: PreparedMetric, { volume }: Ratio): boolean {
  if (metric.leaves_out?.of !== 'both') return false
  const all = add(volume, leftOutOf(facts, metric.leaves_out.what))
  return all.n > 0n && compare(all, min_volume) >= 0
}

/** How much a metric asks for at the least: a row, where its rule asks for none. */
export const leastVolume = (minVolume: number) => minVolume || 1

const quotient = ({ numerator, denominator }: Ratio, factor: Rational) =>
  denominator.n > 0n ? divide(multiply(numerator, factor), denominator) : null
