/** The best that each number of cells brings, and the position of what was chosen for it. */
export type Convolved = { best: Float64Array; choice: Int32Array }

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
