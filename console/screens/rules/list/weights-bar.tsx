import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import type { Fields } from '../rule.ts'
import { digits } from '../types.ts'

/** The five weights as parts of one bar; the numbers stand below, by name. */
export function WeightsBar({ weights }: { weights: Fields }) {
  const parts = COMPONENTS.map((component) => ({ component, weight: Number(weights[component] ?? 0) }))
  const sum = Math.max(100, total(weights))
  return (
    <div class="weights">
      <div class="weights-bar" aria-hidden="true">
        {parts.map(({ component, weight }, index) => (
          <span
            key={component}
            class={`part part-${index + 1}`}
            style={{ width: `${(100 * weight) / sum}%` }}
          />
        ))}
      </div>
      <ul class="legend">
        {parts.map(({ component, weight }, index) => (
          <li key={component}>
            <span class={`key part-${index + 1}`} />
            {nameOf(component)} <strong class="tabular">{digits(weight)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the five add up to, without the tail of a floating point. */
export const total = (weights: Fields) =>
  Number(COMPONENTS.reduce((sum, component) => sum + Number(weights[component] ?? 0), 0).toFixed(6))
