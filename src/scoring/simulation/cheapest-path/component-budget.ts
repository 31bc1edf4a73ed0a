import type { Component } from '../../components.ts'
import type { LeverName } from '../levers/levers.ts'
import { convolve } from './convolve.ts'
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
