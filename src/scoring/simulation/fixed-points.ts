import type { Component } from '../components.ts'
import { add, divide, multiply, sum, ZERO } from '../rational.ts'
import type { Usable } from './cheapest-path/slots.ts'
import { toPointUnits } from './levers/lever-points.ts'
import { leverNamed } from './levers/levers.ts'
import { type Study, valuedOf } from './study.ts'

/** What the metrics of a component that none of these levers moves bring it, in units of 10⁻¹² points. */
export function fixedPoints(study: Study, component: Component, levers: readonly Usable[]): number {
  const moved = new Set<string>(levers.flatMap(({ name }) => leverNamed(name).metrics))
  const valued = valuedOf(study, component)
  const fixed = valued
    .filter(({ rule }) => !moved.has(rule.metric.name))
    .reduce((all, { points, rule }) => add(all, multiply(points, rule.weight)), ZERO)
  return toPointUnits(divide(fixed, sum(valued.map(({ rule }) => rule.weight))))
}
