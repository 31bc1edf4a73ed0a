import type { Goal } from '../goals.ts'
import type { Outlook } from '../outlook.ts'
import { bestPairs } from './best-pairs.ts'
import { type ComponentBudget, convolve, type Steps } from './component-budget.ts'

/** A raw that a component can have for so many cells, and what it adds to the two sums of the total. */
export type Rung = { cells: number; a: number; m: number }

/** The cells that each component gets. */
export type Shares = number[]

/**
 * The combinations of steps that may reach a goal, by rising cost: of each cost the best, or the undominated ones.
 * None is left out that does reach it, up to ties within what is lost in rounding; should there be too many,
 * `onThinned` is called.
 */
export function* candidates(
  budgets: readonly ComponentBudget[],
  outlook: Outlook,
  goal: Goal,
  onThinned: () => void,
): Generator<Steps> {
  const ladders = budgets.map((budget) => ladderOf(budget, outlook, goal))
  if (ladders.some(({ length }) => length === 0)) return
  const cells = (budgets[0]?.raws.length ?? 1) - 1
  const found = outlook.twofold
    ? bestPairs(ladders, cells, outlook, goal, onThinned)
    : bestSums(ladders, cells, outlook, goal)
  for (const shares of found)
    yield Object.assign({}, ...budgets.map((budget, index) => budget.stepsAt(shares[index] ?? 0)))
}

/** The raws of a component that are better than those that cost less, and reach what is asked of each component. */
function ladderOf({ component, raws }: ComponentBudget, outlook: Outlook, goal: Goal): Rung[] {
  const rungs: Rung[] = []
  let last = -1
  for (const [cells, raw] of raws.entries()) {
    if (raw <= last) continue
    last = raw
    if (outlook.adjusted(component, raw) >= goal.raw) rungs.push({ cells, ...outlook.gain(component, raw) })
  }
  return rungs
}

function* bestSums(
  ladders: readonly Rung[][],
  cells: number,
  outlook: Outlook,
  goal: Goal,
): Generator<Shares> {
  let sums: Float64Array = new Float64Array(cells + 1)
  const choices = ladders.map((ladder) => {
    const costs = Int32Array.from(ladder, (rung) => rung.cells)
    const { best, choice } = convolve(
      sums,
      costs,
      Float64Array.from(ladder, ({ a }) => a),
    )
    sums = best
    return choice
  })
  let last = -Infinity
  for (let cell = 0; cell <= cells; cell++) {
    const sum = sums[cell] as number
    if (sum <= last) continue
    last = sum
    if (outlook.total(sum, 0) < goal.total) continue
    const shares: Shares = []
    let left = cell
    for (let index = ladders.length - 1; index >= 0; index--) {
      const rung = ladders[index]?.[choices[index]?.[left] ?? 0] as Rung
      shares[index] = rung.cells
      left -= rung.cells
    }
    yield shares
  }
}
