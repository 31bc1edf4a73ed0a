import type { Goal } from '../goals.ts'
import type { Outlook } from '../outlook.ts'
import { type ComponentBudget, convolve, type Steps } from './component-budget.ts'

/** A raw that a component can have for so many cells, and what it adds to the two sums of the total. */
type Rung = { cells: number; a: number; m: number }

/** The cells that each component gets. */
type Shares = number[]

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

/** Two sums, and the cells behind them as a chain of the components before. */
type Pair = { a: number; m: number; cells: number; before: Pair | null }

/** New pairs of one cost beyond which the rest is left out. */
const MOST_PAIRS = 16

/**
 * The shares of the cells that may reach a goal when two sums decide it: of each cost the undominated pairs. Where
 * there are too many of them `onThinned` is called.
 */
function* bestPairs(
  ladders: readonly Rung[][],
  cells: number,
  outlook: Outlook,
  goal: Goal,
  onThinned: () => void,
): Generator<Shares> {
  let fronts: Pair[][] = [[{ a: 0, m: 0, cells: 0, before: null }]]
  for (const ladder of ladders) {
    const next: Pair[][] = Array.from({ length: cells + 1 }, () => [])
    for (const [cell, pairs] of fronts.entries())
      for (const rung of ladder) {
        if (cell + rung.cells > cells) break
        for (const before of pairs)
          next[cell + rung.cells]?.push({
            a: before.a + rung.a,
            m: before.m + rung.m,
            cells: rung.cells,
            before,
          })
      }
    fronts = undominated(next, onThinned)
  }
  for (const pairs of fronts)
    for (const pair of pairs) if (outlook.total(pair.a, pair.m) >= goal.total) yield sharesOf(pair)
}

const sharesOf = ({ cells, before }: Pair): Shares => (before ? [...sharesOf(before), cells] : [])

/** The pairs that none of the same or less cost is at least as good as in both sums. */
function undominated(fronts: readonly Pair[][], onThinned: () => void): Pair[][] {
  let frontier: Pair[] = [] // of all costs so far, by falling a and rising m
  return fronts.map((pairs) => {
    if (pairs.length === 0) return pairs
    const fresh = new Set(pairs)
    let most = -1
    frontier = [...frontier, ...pairs]
      .sort((one, other) => other.a - one.a || other.m - one.m)
      .filter(({ m }) => {
        const better = m > most
        if (better) most = m
        return better
      })
    const kept = frontier.filter((pair) => fresh.has(pair))
    if (kept.length <= MOST_PAIRS) return kept
    onThinned()
    return kept.filter((_, index) => index % Math.ceil(kept.length / MOST_PAIRS) === 0)
  })
}
