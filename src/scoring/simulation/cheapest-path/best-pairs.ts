import type { Goal } from '../goals.ts'
import type { Outlook } from '../outlook.ts'
import type { Rung, Shares } from './total-budget.ts'

/** Two sums, and the cells behind them as a chain of the components before. */
type Pair = { a: number; m: number; cells: number; before: Pair | null }

/** New pairs of one cost beyond which the rest is left out. */
const MOST_PAIRS = 16

/**
 * The shares of the cells that may reach a goal when two sums decide it: of each cost the undominated pairs. Where
 * there are too many of them `onThinned` is called.
 */
export function* bestPairs(
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
