/** What can be had for a number of cells. */
type Choice = { cells: number; gain: number }

/** Of each number of cells the best sum, rising, and the position of what was chosen for it from each list. */
export type BestSums = { sums: Float64Array; chosen(cells: number): number[] }

/**
 * The best that each number of cells brings on top of `start` when one of each list is chosen, as a max-plus
 * convolution of list after list. Costs and gains of a list rise; -Infinity is what can't be had.
 */
export function bestSums(start: number, lists: readonly (readonly Choice[])[], cells: number): BestSums {
  let sums: Float64Array = new Float64Array(cells + 1).fill(start)
  const choices = lists.map((list) => {
    const { best, choice } = convolve(
      sums,
      Int32Array.from(list, ({ cells }) => cells),
      Float64Array.from(list, ({ gain }) => gain),
    )
    sums = best
    return choice
  })
  const chosen = (cell: number) => {
    const positions: number[] = []
    let left = cell
    for (let index = lists.length - 1; index >= 0; index--) {
      const position = choices[index]?.[left] ?? 0
      positions[index] = position
      left -= lists[index]?.[position]?.cells ?? 0
    }
    return positions
  }
  return { sums, chosen }
}

/** Of each number of cells the best of one of the options and of what the rest of the cells brought before. */
function convolve(before: Float64Array, costs: Int32Array, gains: Float64Array) {
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
