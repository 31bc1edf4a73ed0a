import type { Component } from '../../components.ts'
import type { LeverPoints } from '../levers/lever-points.ts'
import type { LeverName } from '../levers/levers.ts'

/** An offered lever that may be used: what a step costs, and what its steps bring. */
export type Usable = { name: LeverName; component: Component; effort: number; points: LeverPoints }

/**
 * Levers of which one at most is used, because they move the same fact: which steps of which lever bring most for each
 * cost. Costs are whole cells, rising, points too; the first is to do nothing.
 */
export type Slot = { cells: Int32Array; points: Float64Array; lever: LeverName[]; steps: number[] }

/** The levers of a component by what they move. */
export function groupsOf(levers: readonly Usable[]): Usable[][] {
  const cover = levers.filter(({ name }) => COVER.includes(name))
  const others = levers.filter(({ name }) => !COVER.includes(name)).map((lever) => [lever])
  return cover.length > 0 ? [...others, cover] : others
}

const COVER: readonly LeverName[] = ['less_cover', 'more_cover']

/**
 * What a group brings for up to so many cells, a cell being a cost of `unit`. What costs more and brings no more is
 * left out.
 */
export function slotOf(group: readonly Usable[], cells: number, unit: number): Slot {
  const options = group.flatMap((lever) => optionsOf(lever, cells, unit))
  options.sort((a, b) => a.cells - b.cells || b.points - a.points || a.steps - b.steps)
  const kept: Option[] = []
  for (const option of options) if (option.points > (kept.at(-1)?.points ?? -1)) kept.push(option)
  return {
    cells: Int32Array.from(kept, (option) => option.cells),
    points: Float64Array.from(kept, (option) => option.points),
    lever: kept.map(({ lever }) => lever),
    steps: kept.map(({ steps }) => steps),
  }
}

type Option = { cells: number; points: number; lever: LeverName; steps: number }

/** The steps that each number of cells pays for, and those at which the slope changes. */
function optionsOf({ name, effort, points }: Usable, cells: number, unit: number): Option[] {
  const options: Option[] = []
  const add = (steps: number, cost: number) =>
    options.push({ cells: cost, points: points.at(steps), lever: name, steps })
  let before = -1
  for (let cell = 0; cell <= cells; cell++) {
    const steps = Math.min(points.most, Math.floor((cell * unit) / effort))
    if (steps > before) add(steps, cell)
    before = steps
    if (steps === points.most) break
  }
  for (const steps of unit > effort ? points.turns : []) {
    const cost = Math.ceil((steps * effort) / unit)
    if (cost <= cells) add(steps, cost)
  }
  return options
}
