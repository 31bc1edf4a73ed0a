import type { MetricExplanation } from './explanation.ts'
import { metricNamed } from './metrics.ts'
import { divide, multiply, parse, type Rational } from './rational.ts'

/**
 * The unrounded value of a metric that an explanation keeps, in the unit of the metric; null when it is N/A. It comes
 * from numerator and denominator, because the kept value is rounded; a value that stands for a ratio without a
 * denominator is exact as it is.
 */
export function storedValue({ metric, numerator, denominator, value }: MetricExplanation): Rational | null {
  if (value === null) return null
  const known = metricNamed(metric)
  if (!known || denominator === 0) return parse(value)
  return divide(multiply(parse(numerator), known.factor), parse(denominator))
}
