import type { Component } from '../components.ts'
import type { LeverName } from './levers.ts'
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
  let raws = new Float64Array(cells + 1).fill(fixed)
  const choices: Int32Array[] = []
  for (const { cells: costs, points } of slots) {
    const next = new Float64Array(cells + 1)
    const choice = new Int32Array(cells + 1)
    const options = costs.length
    for (let cell = 0; cell <= cells; cell++) {
      let [best, chosen] = [-1, 0]
      for (let option = 0; option < options; option++) {
        const cost = costs[option] as number
        if (cost > cell) break
        const value = (raws[cell - cost] as number) + (points[option] as number)
        if (value > best) {
          best = value
          chosen = option
        }
      }
      next[cell] = best
      choice[cell] = chosen
    }
    raws = next
    choices.push(choice)
  }
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
