/** A 95 % interval of a normal distribution is its mean ± this many standard errors. */
export const Z95 = 1.959963984540054

export interface Interval {
  low: number
  high: number
}

/**
 * Wilson's 95 % interval of a share, good for few and for shares near 0 and 1 (Wilson 1927; Newcombe 1998, method 3);
 * 0 to 1 of none.
 */
export function wilson(hits: number, of: number): Interval {
  if (of <= 0) return { low: 0, high: 1 }
  const square = Z95 * Z95
  const middle = hits + square / 2
  const half = Z95 * Math.sqrt((hits * (of - hits)) / of + square / 4)
  return {
    low: Math.max(0, (middle - half) / (of + square)),
    high: Math.min(1, (middle + half) / (of + square)),
  }
}
