import type { Component } from '../../components.ts'
import type { LeverName } from '../levers/levers.ts'
import type { Slot } from './slots.ts'

/** Steps of levers; those that are not named stay. */
export type Steps = Partial<Record<LeverName, number>>

/** The best raw of a component for each number of cells, in units of 10⁻¹² points, and the steps behind it. */
export type ComponentBudget = {
  component: Component
  /** rising, never falling */
  raws: Float64Array
  stepsAt(cells: number): Steps
}

/** Max-plus convolution of a component's levers; `fixed` is what its other metrics bring. */
export function componentBudget(
  component: Component,
  fixed: number,
  slots: readonly Slot[],
  cells: number,
): ComponentBudget {
  let raws: Float64Array = new Float64Array(cells + 1).fill(fixed)
  const choices = slots.map((slot) => {
    const { best, choice } = convolve(raws, slot.cells, slot.points)
    raws = best
    return choice
  })
  const stepsAt = (cell: number): Steps => {
    const steps: Steps = {}
    let left = cell
    for (let index = slots.length - 1; index >= 0; index--) {
      const slot = slots[index] as Slot
      const option = choices[index]?.[left] ?? 0
      const count = slot.steps[option] ?? 0
      if (count > 0) steps[slot.lever[option] as LeverName] = count
      left -= slot.cells[option] as number
    }
    return steps
  }
  return { component, raws, stepsAt }
}

/** The best that each number of cells brings, and the position of what was chosen for it. */
type Convolved = { best: Float64Array; choice: Int32Array }

/**
 * Max-plus convolution: of each number of cells the best that can be made of one of the options and of what the rest of
 * the cells brought before. `before` never falls, costs and gains rise; -Infinity is what can't be had.
 */
export function convolve(before: Float64Array, costs: Int32Array, gains: Float64Array): Convolved {
  const best = new Float64Array(before.length).fill(-Infinity)
  const choice = new Int32Array(before.length)
  const flat = before[0] === before.at(-1)
  let dearest = -1
  for (let cell = 0; cell < before.length; cell++) {
    while (dearest + 1 < costs.length && (costs[dearest + 1] as number) <= cell) dearest++
    // When all cells brought the same, the dearest option that they pay for is the best.
    for (let option = flat ? Math.max(dearest, 0) : 0; option <= dearest; option++) {
      const value = (before[cell - (costs[option] as number)] as number) + (gains[option] as number)
      if (value > (best[cell] as number)) {
        best[cell] = value
        choice[cell] = option
      }
    }
  }
  return { best, choice }
}
