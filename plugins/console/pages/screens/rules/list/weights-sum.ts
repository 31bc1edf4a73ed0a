import { COMPONENTS } from '../../../words/metrics.ts'
import type { Fields } from '../rule.ts'

/** What the five add up to, without the tail of a floating point. */
export const total = (weights: Fields) =>
  Number(COMPONENTS.reduce((sum, component) => sum + Number(weights[component] ?? 0), 0).toFixed(6))
