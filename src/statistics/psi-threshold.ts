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
