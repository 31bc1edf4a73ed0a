/** What an empty bin counts as, so that its logarithm is a number. */
const EMPTY = 0.0001

/**
 * The population stability index of two counts over the same bins: the sum over the bins of (b − a) × ln(b ÷ a), where
 * a and b are the bin's shares; a share of 0 counts as 0.0001 beside one that is not. 0 when nothing has moved or one
 * side is empty; below 0.1 is usually called stable, above 0.25 a shift.
 */
export function psi(before: readonly number[], after: readonly number[]): number {
  const [shareBefore, shareAfter] = [sharesOf(before), sharesOf(after)]
  return shareBefore.reduce((sum, a, bin) => sum + partOf(a, shareAfter[bin] ?? 0), 0)
}

function sharesOf(counts: readonly number[]) {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => (all === 0 ? 0 : count / all))
}

function partOf(before: number, after: number) {
  if (before === after) return 0
  const [a, b] = [before || EMPTY, after || EMPTY]
  return (b - a) * Math.log(b / a)
}

/** The 99th percentile of chi-square with 9 degrees of freedom, which ten bins have. */
const CHI_SQUARE_99 = 21.67

/**
 * The PSI that two samples of one distribution pass once in a hundred: over ten bins it is nearly chi-square with 9
 * degrees of freedom × (1 ÷ n + 1 ÷ m) (Yurdakul 2018).
 */
export const chanceOfPsi = (before: number, after: number): number => CHI_SQUARE_99 * (1 / before + 1 / after)

/** What a PSI of ten bins must pass to be a shift: 0.25, the usual word for one, and what chance may make. */
export const psiThreshold = (before: number, after: number): number =>
  Math.max(0.25, chanceOfPsi(before, after))
